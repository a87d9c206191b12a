import { readdirSync, readFileSync } from 'node:fs'

/** A process as Linux shows it. */
export interface ProcessEntry {
  readonly pid: number
  readonly parent: number
  readonly group: number
  /** Clock ticks from the system's start to the process's, which tell it from a later one of the same number. */
  readonly startTicks: string
}

/** Returns the process of this number; null if there is none, it has ended, or the system has no `/proc`. */
export function processEntry(pid: number): ProcessEntry | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const [state, parent, group, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (state === 'Z' || state === 'X') return null
    return { pid, parent: Number(parent), group: Number(group), startTicks: fields[16] ?? '' }
  } catch {
    return null
  }
}

/**
 * Returns the descendants of a process group that left it, by `setsid` for instance. A process whose parents have all ended shows no
 * descent any more. Systems other than Linux show none.
 */
export function strayDescendants(group: number): ProcessEntry[] {
  const all = processEntries()
  const found: ProcessEntry[] = []
  const parents = all.filter((one) => one.group === group).map(({ pid }) => pid)
  for (const parent of parents) {
    const children = all.filter((one) => one.parent === parent && one.group !== group)
    found.push(...children)
    parents.push(...children.map(({ pid }) => pid))
  }
  return found
}

function processEntries(): ProcessEntry[] {
  if (process.platform !== 'linux') return []
  try {
    const numbers = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
    return numbers.flatMap((name) => processEntry(Number(name)) ?? [])
  } catch {
    return []
  }
}

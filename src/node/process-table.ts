import { readdirSync, readFileSync } from 'node:fs'

/** Reads Linux's table of processes, the files `/proc/<pid>/stat`. Other systems have none. */

export interface ProcessEntry {
  readonly pid: number
  readonly parent: number
  /** The process group, which gets signals together. */
  readonly group: number
  /** When the process started, in clock ticks since the start of the system. With it, a reused process number is noticed. */
  readonly startTicks: string
}

/** Returns the process with this number; null if there is none, it has ended, or the system has no `/proc`. */
export function processEntry(pid: number): ProcessEntry | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // `12 (name) S 1 12 …`; the name may contain brackets and blanks. proc(5) counts `S` as field 3, and the start time as 22
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const [state, parent, group] = fields
    const hasEnded = state === 'Z' || state === 'X' // a zombie, or dead
    if (hasEnded) return null
    return { pid, parent: Number(parent), group: Number(group), startTicks: fields[22 - 3] ?? '' }
  } catch {
    return null
  }
}

/** Returns the descendants of a process group that have left it, for instance by `setsid`, as far as their parents still run: an orphan belongs to init. */
export function strayDescendants(group: number): ProcessEntry[] {
  const all = processEntries()
  const found: ProcessEntry[] = []
  const parents = all.filter((entry) => entry.group === group).map(({ pid }) => pid)
  // the list grows while it is iterated, so that children of children are found
  for (const parent of parents) {
    const children = all.filter((entry) => entry.parent === parent && entry.group !== group)
    found.push(...children)
    parents.push(...children.map(({ pid }) => pid))
  }
  return found
}

function processEntries(): ProcessEntry[] {
  try {
    const numbers = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
    return numbers.flatMap((name) => processEntry(Number(name)) ?? [])
  } catch {
    return []
  }
}

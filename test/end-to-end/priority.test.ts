import type { ChildProcess } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { newFolder, removeFolders, runTool } from './tool.js'

afterAll(removeFolders)

/** How each thread of a process stands, the first by its id, as the system tells it: field 19 of `stat`. */
function prioritiesOf(pid: number): { readonly main: number; readonly others: readonly number[] } {
  const priorityOf = (thread: string) => {
    const stat = readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16])
  }
  const others = readdirSync(`/proc/${pid}/task`).filter((thread) => thread !== String(pid))
  return { main: priorityOf(String(pid)), others: others.map(priorityOf) }
}

const own = getPriority()

describe.runIf(process.platform === 'linux')('the thread of examine that judges', () => {
  it('lets those go first that note what arrives', async () => {
    const lowered = Math.max(own, 10)
    let seen = { main: own, others: [] as readonly number[] }
    const onStart = (child: ChildProcess) =>
      child.stdout?.once('data', () => {
        const look = setInterval(() => {
          seen = prioritiesOf(child.pid as number)
          if (seen.main !== lowered) return
          clearInterval(look)
          child.kill('SIGINT')
        }, 20)
        child.once('exit', () => clearInterval(look))
      })
    const { status } = await runTool(['examine', '--no-page'], { onStart })
    expect(status).toBe(130)
    expect(seen).toEqual({ main: lowered, others: expect.arrayContaining([own]) })
  })

  it('hands no lower priority on to a command', async () => {
    const cwd = newFolder()
    writeFileSync(
      join(cwd, 'app.mjs'),
      "import { getPriority } from 'node:os'; console.log('priority', getPriority())",
    )
    const { err } = await runTool(['examine', '--no-page', '--', process.execPath, 'app.mjs'], { cwd })
    expect(err).toContain(`priority ${own}\n`)
  })
})

it.runIf(process.platform === 'linux')('the thread that records for the proxy goes last', async () => {
  let seen = { main: Number.NaN, others: [] as readonly number[] }
  const onStart = (child: ChildProcess) =>
    child.stderr?.once('data', () => {
      const look = setInterval(() => {
        seen = prioritiesOf(child.pid as number)
        if (!seen.others.includes(19)) return
        clearInterval(look)
        child.kill('SIGINT')
      }, 20)
      child.once('exit', () => clearInterval(look))
    })
  await runTool(['proxy', '--target', 'http://127.0.0.1:9/Api/v3', '--timeout', '8'], { onStart })
  expect(seen).toEqual({ main: own, others: expect.arrayContaining([19]) })
})

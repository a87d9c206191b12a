import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { newFolder, removeFolders, runInside, runTool, type ToolRun } from './tool.js'

const broken: string[] = []

afterAll(() => {
  removeFolders()
  for (const folder of broken) rmSync(folder, { recursive: true, force: true })
})

/** The built tool with a thread that works until it hears its second message. */
function toolWhose(thread: string, end: string): string {
  const built = dirname(inject('tool'))
  const folder = mkdtempSync(`${built}-lost-`)
  broken.push(folder)
  cpSync(built, folder, { recursive: true })
  renameSync(join(folder, `${thread}.js`), join(folder, 'whole.js'))
  writeFileSync(
    join(folder, `${thread}.js`),
    `import { parentPort } from 'node:worker_threads'
    await import('./whole.js')
    let heard = 0
    parentPort.on('message', () => { if (++heard === 2) { ${end} } })`,
  )
  return join(folder, 'homologa.js')
}

const STEP_ONE = '/homologacao/produtos'

/** Asks until nobody answers, and would then stay for a minute. */
const client = `
const { HOMOLOGA_BASE_URL: base, HOMOLOGA_ACCESS_TOKEN: token } = process.env
const ask = (path) => fetch(base + path, { headers: { authorization: 'Bearer ' + token } })
setTimeout(() => {}, 60_000)
process.on('uncaughtException', () => {})
await (await ask('${STEP_ONE}')).text()
await ask('/contatos/1')
`

/** Ended by a fault of the harness, told in whole sentences; what was recorded first can be judged, and nothing was judged by us. */
async function expectKept(run: ToolRun, why: string): Promise<void> {
  expect(run.err).toContain(`homologa itself failed: ${why}. This is a fault of the harness`)
  expect(run.err).not.toMatch(/\n\s+at /)
  expect(run.status).toBe(3)
  const journal = join(run.dir, 'journal.ndjson')
  expect(run.err).toContain(`can be judged: homologa judge "${journal}"`)
  const [, ...lines] = readFileSync(journal, 'utf8').trimEnd().split('\n')
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { exchange: expect.objectContaining({ id: 'e1', request: expect.objectContaining({ method: 'GET' }) }) },
  ])
  const judged = await runInside(['judge', journal], { cwd: run.cwd })
  expect(judged.err).toContain('This journal has no end')
}

describe.concurrent('a thread that ends before its work does', { timeout: 60_000 }, () => {
  it('ends examine and its client, and what was recorded is kept', async () => {
    const cwd = newFolder()
    writeFileSync(join(cwd, 'app.mjs'), client)
    const tool = toolWhose('surface-thread', 'process.exit(7)')
    const run = await runTool(['examine', '--no-page', '--', process.execPath, 'app.mjs'], { cwd, tool })
    await expectKept(run, 'its thread surface-thread.js ended before its work did (exit 7)')
  })
})

it('ends with 3 what is thrown where nobody waits for it, and not with the 1 of a verdict', async () => {
  const late = "setTimeout(() => { throw new Error('out of turn') }, 400)"
  const run = await runTool(['emulate', '--lang', 'pt-BR'], {
    node: ['--import', `data:text/javascript,${encodeURIComponent(late)}`],
  })
  expect(run.err).toContain('O próprio homologa falhou: out of turn. É uma falha do verificador')
  expect(run.err).not.toMatch(/\n\s+at /)
  expect(run.status).toBe(3)
})

it.each([
  ['ends the process while it is loaded', 'process.exit(0)'],
  ['ends the process amid the run', 'setTimeout(() => process.exit(0), 1)'],
  ['waits for what never comes', 'await new Promise(() => {})'],
])('ends with 3, and no verdict, where a suite %s', async (_what, code) => {
  const cwd = newFolder()
  const step = "{ id: 'one', method: 'GET', path: '/produtos' }"
  writeFileSync(
    join(cwd, 'own.mjs'),
    `console.log('the suite prints'); ${code}\nexport default { id: 'own', steps: [${step}] }`,
  )
  const run = await runTool(['contract', 'own', '--suite', 'own.mjs'], { cwd })
  expect([run.status, run.out]).toEqual([3, ''])
  expect(run.err).toContain('the suite prints')
  expect(run.err).toContain('The process ended before the command did')
})

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { settling } from './settling.js'
import { openThreadLine } from './thread-line.js'
import { HarnessError } from './words/errors.js'

const folder = mkdtempSync(join(tmpdir(), 'homologa-thread-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A thread that does this with its first message; its losses are told. */
async function threadThat(act: string) {
  const file = join(folder, `${Math.random()}.mjs`)
  const start = "import { parentPort, workerData } from 'node:worker_threads'\n"
  writeFileSync(file, `${start}parentPort.on('message', (heard) => { ${act} })`)
  const lost = settling<HarnessError>()
  const losses: HarnessError[] = []
  const line = await openThreadLine(relative(import.meta.dirname, file), 'the plan', {
    here: () => Promise.reject(new Error('not here')),
    onLost(loss) {
      losses.push(loss)
      lost.resolve(loss)
    },
  })
  return { line, losses, lost: lost.promise }
}

describe('a line to a thread', () => {
  it('says what the thread was told, and hears what it says', async () => {
    const { line, losses } = await threadThat('parentPort.postMessage([workerData, heard])')
    const said = settling<unknown>()
    line.port.on('message', said.resolve)
    line.port.postMessage('a word')
    expect(await said.promise).toEqual(['the plan', 'a word'])
    const gone = new Promise((resolve) => line.port.on('exit', resolve))
    line.end()
    await gone
    expect(losses).toEqual([])
  })

  it.each([
    ['throws an error', "throw new Error('no more')", 'no more'],
    ['throws something else', "throw 'away'", 'away'],
    ['leaves', 'process.exit(7)', 'exit 7'],
  ])('hears once, as a fault of ours, that the thread %s', async (_how, act, why) => {
    const { line, losses, lost } = await threadThat(act)
    const gone = new Promise((resolve) => line.port.on('exit', resolve))
    line.port.postMessage('a word')
    expect(await lost).toBeInstanceOf(HarnessError)
    await gone
    expect(losses.map(({ key, values }) => [key, values.why])).toEqual([['cli.thread', why]])
  })

  it('works in turns of this thread where there is no such file', async () => {
    const line = await openThreadLine('no-such-thread.js', 'the plan', {
      here: async (port) => void port.on('message', (heard) => port.postMessage(['here', heard])),
      onLost: () => {},
    })
    const said = new Promise((resolve) => line.port.on('message', resolve))
    line.port.postMessage('a word')
    expect(await said).toEqual(['here', 'a word'])
    line.end()
  })
})

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createMasker } from '../exchange/masking.js'
import { systemClock } from '../node/clock.js'
import { passing } from '../rules/passing.fixture.js'
import { openLog } from './log.js'
import { main } from './main.js'
import type { Presenting } from './present.js'

const SECRET = 'zz99-yy88-xx77'

/** All that a run gives its log, each with a secret that only the run's own masker knows. */
async function logged(logLevel: string, errIsTty = false): Promise<string> {
  const masker = createMasker()
  masker.register('access_token', SECRET)
  let text = ''
  const err = (part: string) => {
    text += part
  }
  const settings = { logLevel, colour: false, given: new Map([['logLevel', logLevel]]) }
  const log = await openLog({ settings, io: { err, errIsTty } } as unknown as Presenting, masker)
  log.begun({ target: `begun ${SECRET}` })
  log.exchange(passing({ ask: `GET /produtos?exchange=${SECRET}` }))
  const evidence = { message: `event ${SECRET}` }
  log.event({ kind: 'not-renewed', step: 'homologation/3', flaw: 'refused', evidence } as never)
  log.event({ kind: 'sending', step: 'homologation/3' })
  log.ended({ cause: `ended ${SECRET}` })
  log.fault(new Error(`fault ${SECRET}`))
  return text
}

it.each([false, true])(
  'leaves no line without the mask of the run, at a terminal or not: %s',
  async (isTty) => {
    const lines = await logged('debug', isTty)
    for (const part of ['begun', 'exchange', 'event', 'ended', 'fault']) expect(lines).toContain(part)
    expect(lines).not.toContain(SECRET)
    expect(lines.split('[access_token#1]').length).toBe(6)
  },
)

it.each([
  ['trace', 5],
  ['debug', 5],
  ['info', 4],
  ['warn', 1],
  ['error', 1],
  ['silent', 0],
])('says at level %s %i things of a run', async (level, count) => {
  expect((await logged(level)).split('\n').filter(Boolean).length).toBe(count)
})

it.each([
  ['explain homologation/spacing', 0, ['run begun', 'run ended']],
  ['requirements', 0, ['run begun', 'run ended']],
  ['doctor', 0, ['run begun', 'run ended']],
  ['contract depositos', 0, ['run begun', 'exchange', 'run ended']],
  ['report nowhere', 2, ['run begun', 'fault']],
  ['judge nowhere.har', 2, ['run begun', 'fault']],
])('is written by every command: %s', async (line, status, told) => {
  let err = ''
  const cwd = mkdtempSync(join(tmpdir(), 'homologa-log-'))
  const write = (text: string) => {
    err += text
  }
  const io = {
    ...{ out: () => {}, err: write, outIsTty: false, errIsTty: false },
    ...{ width: 100, env: {}, cwd, clock: systemClock, signal: new AbortController().signal },
  }
  const words = [...line.split(' '), '--log-level', 'debug']
  expect(await main(words, io)).toBe(status)
  const lines = err.split('\n').filter((one) => one.startsWith('{"level"'))
  expect([...new Set(lines.map((one) => (JSON.parse(one) as { msg: string }).msg))]).toEqual(told)
  rmSync(cwd, { recursive: true })
})

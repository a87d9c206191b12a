import { expect, it } from 'vitest'
import { createMasker } from '../exchange/masking.js'
import { passing } from '../rules/passing.fixture.js'
import { openLog } from './log.js'
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
  const settings = { logLevel, colour: false }
  const log = await openLog({ settings, io: { err, errIsTty } } as unknown as Presenting, masker)
  log.begun({ target: `begun ${SECRET}` })
  log.exchange(passing({ ask: `GET /produtos?exchange=${SECRET}` }))
  const evidence = { message: `event ${SECRET}` }
  log.event({ kind: 'not-renewed', step: 'homologation/3', flaw: 'refused', evidence } as never)
  log.event({ kind: 'sending', step: 'homologation/3' })
  log.ended({ cause: `ended ${SECRET}` })
  return text
}

it.each([false, true])(
  'leaves no line without the mask of the run, at a terminal or not: %s',
  async (isTty) => {
    const lines = await logged('debug', isTty)
    for (const part of ['begun', 'exchange', 'event', 'ended']) expect(lines).toContain(part)
    expect(lines).not.toContain(SECRET)
    expect(lines.split('[access_token#1]').length).toBe(5)
  },
)

it.each([
  ['trace', 4],
  ['debug', 4],
  ['info', 3],
  ['warn', 0],
  ['silent', 0],
])('says at level %s %i things of a run', async (level, count) => {
  expect((await logged(level)).split('\n').filter(Boolean).length).toBe(count)
})

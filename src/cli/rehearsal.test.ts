import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'
import { systemClock } from '../clock.js'
import { main } from './main.js'

const broken = vi.hoisted(() => ({ from: Number.POSITIVE_INFINITY }))
vi.mock('../run/rehearsal/rehearse.js', async (original) => {
  const { rehearse } = await original<typeof import('../run/rehearsal/rehearse.js')>()
  return {
    async *rehearse(options: Parameters<typeof rehearse>[0]) {
      for await (const one of rehearse(options))
        yield one.number < broken.from ? one : { ...one, exchanges: [] }
    },
  }
})

const cwd = mkdtempSync(join(tmpdir(), 'homologa-rehearsal-'))
afterAll(() => rmSync(cwd, { recursive: true }))

it.each([
  [9, 0, '3 of 3'],
  [3, 1, '2 of 3'],
])(
  'fails a check that passes where a run of its rehearsal did not: from run %i',
  async (from, status, told) => {
    broken.from = from
    let err = ''
    const ended = await main(['check', '--rehearse', '3', '--spacing-ms', '1', '--report-dir', 'out'], {
      out: () => {},
      err: (text) => {
        err += text
      },
      ...{ outIsTty: false, errIsTty: false, width: 100, env: {}, cwd, clock: systemClock },
      signal: new AbortController().signal,
    })
    expect([ended, err]).toEqual([status, expect.stringContaining(told)])
  },
)

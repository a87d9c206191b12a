import { expect, it } from 'vitest'
import type { Examination } from '../examine/examination.js'
import { systemClock } from '../node/clock.js'
import type { Settings } from '../settings/settings.js'
import { spec } from '../specification/profile.js'
import { loadCatalogue } from '../words/catalogue.js'
import { screenOf } from './screen.js'
import { showWaiting } from './waiting.js'

/** A run that awaits the longest route, and ends in five minutes. */
const examination = {
  open: [{ session: null, awaited: 4, endsAtMs: 300_000 }],
  ended: [],
  nowMs: () => 0,
} as unknown as Examination

it.each(['en', 'pt-BR'] as const)(
  'tells in %s how long it waits, however narrow the terminal',
  async (lang) => {
    let shown = ''
    const err = (text: string) => {
      shown += text
    }
    const io = {
      ...{ out: err, err, outIsTty: true, errIsTty: true, width: 40, env: {}, cwd: '/nowhere' },
      ...{ clock: systemClock, signal: new AbortController().signal },
    }
    const settings = { profile: spec, colour: false } as Settings
    const waiting = showWaiting({ io: screenOf(io), settings, lang, catalogue: await loadCatalogue(lang) })
    waiting.begin(examination, 1)
    waiting.end()
    const [line = ''] = shown.split('\r')
    expect(line).toMatch(/\b(?:5 min|300 s)\b/)
    expect(line).toHaveLength(39)
    expect(line).toMatch(/…$/)
  },
)

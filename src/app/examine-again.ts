import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { SettingsError } from '../words/errors.js'
import { newSeed } from './embedded.js'
import type { ExamineOptions } from './examine-page.js'
import { fileChange } from './file-change.js'
import type { Invocation } from './invocation.js'
import type { Outcome } from './outcome.js'

/** One examination of a series, with what the next one keeps. */
export interface Round {
  readonly outcome: Outcome
  readonly port: number
  readonly pagePort: number | null
}

type Examine = Invocation<ExamineOptions>

/**
 * Examines the command, and again whenever a file changes or the person at the terminal asks for it, until they leave.
 *
 * @throws SettingsError without a command, or if there is no such path
 */
export async function examineAgain(
  invocation: Examine,
  given: string,
  examine: (invocation: Examine) => Promise<Round>,
): Promise<Outcome> {
  const { aside, settings, signal, spawn, stage } = invocation
  if (spawn.length === 0) throw new SettingsError('settings.watch.command', {})
  if (!existsSync(resolve(settings.cwd, given)))
    throw new SettingsError('settings.file', { file: given, why: 'ENOENT' })
  const asked = invocation.options
  let options: ExamineOptions = { ...asked, seed: asked.seed ?? newSeed() }
  for (;;) {
    stage.clear()
    const round = await examine({ ...invocation, options })
    if (signal.aborted) return round.outcome
    aside(round.outcome)
    const next = await changeOrKey(invocation, given, round.outcome)
    if (next === 'quit') return { ending: signal.aborted ? 'interrupted' : round.outcome.ending }
    options = nextOptions(asked, options, round)
  }
}

/**
 * The next round's options: the same ports always; the same seed, and of all deaths of the token the one that failed, until it is
 * green. Then what was asked for, with another seed.
 */
export function nextOptions(
  asked: ExamineOptions,
  last: ExamineOptions,
  { outcome, port, pagePort }: Round,
): ExamineOptions {
  const ports = { port, ...(pagePort !== null && { pagePort }) }
  if (outcome.ending === 'pass') return { ...asked, ...ports, seed: asked.seed ?? newSeed() }
  const failed = outcome.run?.report.runs?.find(({ verdict }) => verdict === 'fail')?.death
  return {
    ...last,
    ...ports,
    ...(failed !== undefined && { invalidateAt: failed as 1 | 2 | 3 | 4 | 5 | 'never' }),
  }
}

/** Waits for the next round. `f` shows the last one in full, `o` opens its page. */
async function changeOrKey(
  { aside, browse, clock, desk, settings, signal, tell }: Examine,
  given: string,
  outcome: Outcome,
): Promise<'again' | 'quit'> {
  const waiting = new AbortController()
  const isOver = AbortSignal.any([waiting.signal, signal])
  tell(desk === null ? 'examine.watching' : 'examine.watching.keys', { path: given })
  const page = outcome.run?.files.find((file) => file.endsWith('.html'))
  const pressed = new Promise<'again' | 'quit'>((done) => {
    const close = desk?.keys((key) => {
      if (key === 'r') done('again')
      else if (key === 'q') done('quit')
      else if (key === 'f') aside(outcome, true)
      else if (key === 'o' && page !== undefined) browse(pathToFileURL(page).href)
    })
    isOver.addEventListener('abort', () => close?.(), { once: true })
  })
  const changed = fileChange(resolve(settings.cwd, given), isOver, clock).then(() =>
    signal.aborted ? ('quit' as const) : ('again' as const),
  )
  try {
    return await Promise.race([changed, pressed])
  } finally {
    waiting.abort()
  }
}

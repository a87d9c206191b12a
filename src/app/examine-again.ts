import { on } from 'node:events'
import { existsSync, statSync, watch } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Clock } from '../node/clock.js'
import type { InvalidateAt } from '../service/settings.js'
import { SettingsError } from '../words/errors.js'
import { newSeed } from './embedded.js'
import type { InvocationOf } from './invocation.js'
import type { Outcome } from './outcome.js'

/** One examination of a series, and its ports, which the next one keeps. */
export interface Round {
  readonly outcome: Outcome
  readonly port: number
  readonly pagePort: number | null
}

type Examine = InvocationOf<'examine'>

/**
 * `examine --watch PATH`: examines the command again whenever a file below the path changes, or the person at the terminal
 * presses a key, until they quit.
 *
 * @throws SettingsError without a command, or if there is no such path
 */
export async function examineAgain(
  invocation: Examine,
  watchedPath: string,
  examine: (invocation: Examine) => Promise<Round>,
): Promise<Outcome> {
  const { printOutcome, settings, signal, userCommand, display } = invocation
  if (userCommand.length === 0) throw new SettingsError('settings.watch.command', {})
  if (!existsSync(resolve(settings.cwd, watchedPath)))
    throw new SettingsError('settings.file', { file: watchedPath, why: 'ENOENT' })
  const firstOptions = invocation.options
  let options: Examine['options'] = { ...firstOptions, seed: firstOptions.seed ?? newSeed() }
  for (;;) {
    display.clear()
    const round = await examine({ ...invocation, options })
    if (signal.aborted) return round.outcome
    printOutcome(round.outcome)
    const next = await waitForNextRound(invocation, watchedPath, round.outcome)
    if (next === 'quit') return { ending: signal.aborted ? 'interrupted' : round.outcome.ending }
    options = nextOptions(firstOptions, options, round)
  }
}

/**
 * The options of the next round. After a failure it has the same seed, so that the user sees the same failure or its fix; if the token
 * was revoked at each step in turn, it is now revoked only at the first step that failed. After a pass it has the command's options and
 * another seed, to find what the last one did not show. The ports stay, because the client may know them.
 */
export function nextOptions(
  firstOptions: Examine['options'],
  lastOptions: Examine['options'],
  { outcome, port, pagePort }: Round,
): Examine['options'] {
  const ports = { port, ...(pagePort !== null && { pagePort }) }
  if (outcome.ending === 'pass') return { ...firstOptions, ...ports, seed: firstOptions.seed ?? newSeed() }
  const failedStep = outcome.run?.report.runs?.find(({ verdict }) => verdict === 'fail')?.death
  return {
    ...lastOptions,
    ...ports,
    ...(failedStep !== undefined && { invalidateAt: failedStep as InvalidateAt }),
  }
}

/** Waits for a change or a key: `r` runs again, `q` quits, `f` shows the last round in full, `o` opens its page. */
async function waitForNextRound(
  { printOutcome, browse, clock, person, settings, signal, printMessage }: Examine,
  watchedPath: string,
  outcome: Outcome,
): Promise<'again' | 'quit'> {
  const waiting = new AbortController()
  const isOver = AbortSignal.any([waiting.signal, signal])
  printMessage(person === null ? 'examine.watching' : 'examine.watching.keys', { path: watchedPath })
  const page = outcome.run?.files.find((file) => file.endsWith('.html'))
  const pressed = new Promise<'again' | 'quit'>((done) => {
    const close = person?.keys((key) => {
      if (key === 'r') done('again')
      else if (key === 'q') done('quit')
      else if (key === 'f') printOutcome(outcome, true)
      else if (key === 'o' && page !== undefined) browse(pathToFileURL(page).href)
    })
    isOver.addEventListener('abort', () => close?.(), { once: true })
  })
  const changed = fileChange(resolve(settings.cwd, watchedPath), isOver, clock).then(() =>
    signal.aborted ? ('quit' as const) : ('again' as const),
  )
  try {
    return await Promise.race([changed, pressed])
  } finally {
    waiting.abort()
  }
}

/** An editor may write several files or several times; they count as one change. */
const SETTLE_MS = 150

/** Folders of package managers and version control, whose changes are ignored. */
const TOOL_FOLDER = /(^|[\\/])(node_modules|\.git|\.homologa)([\\/]|$)/

/** Resolves when the file, or anything in the folder, has changed, or when the signal is aborted. */
export async function fileChange(path: string, signal: AbortSignal, clock: Clock): Promise<void> {
  const isFolder = statSync(path).isDirectory()
  // Editors replace a file by a new one, so the folder is watched instead of the file.
  const watcher = watch(isFolder ? path : dirname(path), { recursive: isFolder })
  const isRelevant = (name: string | null) =>
    name === null || (isFolder ? !TOOL_FOLDER.test(name) : name === basename(path))
  try {
    for await (const [, name] of on(watcher, 'change', { signal }))
      if (isRelevant(name)) return await clock.sleep(SETTLE_MS)
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    watcher.close()
  }
}

import { existsSync, type FSWatcher, statSync, watch } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Clock } from '../node/clock.js'
import { SettingsError } from '../words/errors.js'
import { newSeed } from './embedded.js'
import type { Invocation } from './invocation.js'
import type { Options } from './options.js'
import type { Outcome } from './outcome.js'

/** One examination of a series, with what the next one keeps. */
export interface Round {
  readonly outcome: Outcome
  readonly port: number
  readonly pagePort: number | null
}

type Examine = Invocation<Options<'examine'>>

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
  const { aside, settings, signal, spawn, display } = invocation
  if (spawn.length === 0) throw new SettingsError('settings.watch.command', {})
  if (!existsSync(resolve(settings.cwd, given)))
    throw new SettingsError('settings.file', { file: given, why: 'ENOENT' })
  const asked = invocation.options
  let options: Examine['options'] = { ...asked, seed: asked.seed ?? newSeed() }
  for (;;) {
    display.clear()
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
  asked: Examine['options'],
  last: Examine['options'],
  { outcome, port, pagePort }: Round,
): Examine['options'] {
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
  { aside, browse, clock, person, settings, signal, tell }: Examine,
  given: string,
  outcome: Outcome,
): Promise<'again' | 'quit'> {
  const waiting = new AbortController()
  const isOver = AbortSignal.any([waiting.signal, signal])
  tell(person === null ? 'examine.watching' : 'examine.watching.keys', { path: given })
  const page = outcome.run?.files.find((file) => file.endsWith('.html'))
  const pressed = new Promise<'again' | 'quit'>((done) => {
    const close = person?.keys((key) => {
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

/** Milliseconds within which an editor writes all that it writes. */
const SETTLE_MS = 150

const ofTools = /(^|[\\/])(node_modules|\.git|\.homologa)([\\/]|$)/

/**
 * Resolves when the file, or anything in the folder, has changed and no further change follows, or when the signal is
 * aborted. Folders of package managers and version control are ignored.
 *
 * @throws {Error} with a code if there is no such path
 */
export async function fileChange(path: string, signal: AbortSignal, clock: Clock): Promise<void> {
  const isFolder = statSync(path).isDirectory()
  // Editors replace a file by a new one, so the folder is watched instead of the file.
  const watcher = watch(isFolder ? path : dirname(path), { recursive: isFolder })
  const counts = (name: string | null) =>
    name === null || (isFolder ? !ofTools.test(name) : name === basename(path))
  try {
    await firstChange(watcher, counts, signal)
    if (!signal.aborted) await clock.sleep(SETTLE_MS)
  } finally {
    watcher.close()
  }
}

function firstChange(
  watcher: FSWatcher,
  counts: (name: string | null) => boolean,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
    watcher.on('change', (_kind, name) => {
      if (counts(name === null ? null : String(name))) resolve()
    })
    watcher.on('error', reject)
  })
}

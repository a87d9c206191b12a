import type { Exchange } from '../exchange/exchange.js'
import { readJournal } from '../exchange/journal.js'
import { createMasker } from '../exchange/masking.js'
import { judgedTraffic } from '../judging/judge-recording.js'
import { proxyPlan, watchProxy } from '../proxy/watch-proxy.js'
import { SettingsError } from '../words/errors.js'
import type { ExitStatus, Invocation } from './command.js'
import { integerOf } from './embedded.js'
import { beginRun } from './kept-run.js'
import { publishJudged, sayer } from './watched-run.js'

/** Stands before the real service, records and grades what passes. */
export async function run(invocation: Invocation): Promise<ExitStatus> {
  const { settings, io, options } = invocation
  const say = sayer(invocation)
  const target = targetOf(invocation)
  const runs = integerOf(options.runs, '--runs', 1, 1_000_000) ?? null
  const timeoutS = integerOf(options.timeout, '--timeout', 1, 1_000_000)
  const timeoutMs = timeoutS === undefined ? null : timeoutS * 1000
  const port = integerOf(options.port, '--port', 0, 65_535)
  const { profile, toleranceMs, credentials } = settings
  const tokenUrl = credentials.tokenUrl ?? tokenUrlOf(target, profile.tokenRequest.path)
  const kept = await beginRun(invocation, {
    baseUrl: target,
    tokenUrl,
    embedded: false,
    toleranceMs,
    seed: null,
    source: 'proxy',
    watch: proxyPlan({ runs, timeoutMs }),
  })
  const watched = await watchProxy({
    target,
    tokenUrl,
    profile,
    toleranceMs,
    runs,
    timeoutMs,
    clock: io.clock,
    masker: ownSecrets(invocation),
    ...(settings.network.ca === null ? {} : { ca: settings.network.ca }),
    ...(port === undefined ? {} : { port }),
    ...(typeof options.host === 'string' ? { host: options.host } : {}),
    onExchange: (exchange) => kept.journal.append(exchange),
    onNote: (note) => kept.journal.note(note),
  }).catch((error: NodeJS.ErrnoException) => {
    if (error.syscall !== 'listen') throw error
    throw new SettingsError('settings.port', { port: port ?? 0, why: error.code ?? '' })
  })
  say('proxy.listening', { url: watched.proxy.url, target, profile: profile.name })
  say('proxy.hint', { baseUrl: watched.proxy.baseUrl })
  const stop = () => void watched.stop()
  io.signal.addEventListener('abort', stop, { once: true })
  if (io.signal.aborted) stop()
  const { ending, durationMs } = await watched.done
  const { grader } = watched
  if (grader.seen === 0 && ending === 'timeout') say('examine.nobody', { seconds: timeoutS ?? 0 })
  kept.journal.note({ kind: 'ended', ending })
  await kept.journal.close()
  const { dir, header, journal } = kept
  const status = await publishJudged(invocation, {
    ...{ dir, header, durationMs, notes: journal.notes, journalPath: journal.path, isNew: true },
    judged: judgedTraffic(grader.graded()),
    exchanges: () => exchangesOf(journal.path),
  })
  return io.signal.aborted ? 130 : status
}

function targetOf({ options, settings }: Invocation): string {
  const target = typeof options.target === 'string' ? options.target : settings.baseUrl
  if (target === null) throw new SettingsError('settings.target', { name: '--target', text: null })
  const url = URL.canParse(target) ? new URL(target) : null
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    throw new SettingsError('settings.url', { name: '--target', text: target })
  }
  return target.replace(/\/+$/, '')
}

function tokenUrlOf(target: string, path: string | null): string | null {
  return path === null ? null : new URL(path, target).href
}

/** Secrets of our own environment are masked wherever they pass, too. */
function ownSecrets({ settings }: Invocation) {
  const masker = createMasker()
  const { accessToken, refreshToken, clientSecret } = settings.credentials
  if (accessToken !== null) masker.register('access_token', accessToken)
  if (refreshToken !== null) masker.register('refresh_token', refreshToken)
  if (clientSecret !== null) masker.register('client_secret', clientSecret)
  return masker
}

async function* exchangesOf(path: string): AsyncGenerator<Exchange> {
  yield* (await readJournal(path)).exchanges
}

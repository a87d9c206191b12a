import { safeAddress } from '../client/address.js'
import { usesProxy } from '../client/network.js'
import { judgedTraffic } from '../judging/judged.js'
import { proxyPlan, watchProxy } from '../proxy/watch-proxy.js'
import { SettingsError } from '../words/errors.js'
import { durationText } from '../words/numerals.js'
import { malformedRequestReporter, throwWithFlag } from './embedded.js'
import { type InvocationOf, ownSecrets } from './invocation.js'
import { beginRun, watchKept } from './kept-run.js'
import { withOwnRoutes } from './openapi.js'
import type { Outcome } from './outcome.js'
import { publishRun } from './publish.js'

/** `proxy`: forwards requests to the real service, records them and grades them. */
export async function run(original: InvocationOf<'proxy'>): Promise<Outcome> {
  const invocation = await withOwnRoutes(original)
  const { settings, options, clock, signal, display, printMessage } = invocation
  const target = options.target ?? settings.baseUrl
  if (target === null) throw new SettingsError('settings.target', { name: '--target' })
  safeAddress(target) // refuses plain http to another machine before anything is kept
  const { port, host, runs = null, timeout: timeoutMs = null } = options
  const { profile, toleranceMs, credentials, network } = settings
  const { path } = profile.tokenRequest
  const tokenUrl = credentials.tokenUrl ?? (path === null ? null : new URL(path, target).href)
  const kept = await beginRun(invocation, {
    baseUrl: target,
    tokenUrl,
    embedded: false,
    toleranceMs,
    seed: null,
    source: 'proxy',
    watch: proxyPlan({ runs, timeoutMs }),
  })
  const traffic = display.traffic()
  const watched = await watchProxy({
    target,
    tokenUrl,
    profile,
    toleranceMs,
    runs,
    timeoutMs,
    clock,
    secrets: ownSecrets(invocation),
    maxBodyBytes: settings.maxBodyBytes,
    network,
    port,
    host,
    onExchange(exchange) {
      kept.journal.append(exchange)
      traffic.request(exchange)
    },
    onNote: (note) => kept.journal.note(note),
    onMalformedRequest: malformedRequestReporter(printMessage),
  }).catch(throwWithFlag({ port, host }))
  printMessage('proxy.listening', { url: watched.proxy.url, target, profile: profile.name })
  // The service's own addresses have a version, such as `/Api/v3`; without it every route would be unknown.
  if (!/\/v\d/i.test(new URL(target).pathname)) printMessage('proxy.unversioned', { target })
  if (usesProxy(target, network)) printMessage('proxy.through', { host: new URL(network.proxy).host })
  printMessage('proxy.hint', { baseUrl: watched.proxy.baseUrl })
  traffic.begin(watched, runs ?? 0) // 0: any number
  const watching = watchKept(invocation, kept, watched.stop, () => watched.done)
  const { ending, durationMs, graded, seen } = await watching.finally(() => traffic.end())
  if (seen === 0 && ending === 'timeout')
    printMessage('watch.no-client', { time: durationText(timeoutMs ?? 0, invocation.lang) })
  const { first } = watched.grader // the first request, which the report names if no run began
  kept.journal.note({ kind: 'ended', ending, seen, first })
  return publishRun(invocation, kept, { judged: judgedTraffic(graded), durationMs }, signal.aborted)
}

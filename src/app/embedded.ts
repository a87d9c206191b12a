import type { Journal } from '../exchange/journal.js'
import type { LifeMoment } from '../exchange/life-event.js'
import type { RawExchange } from '../exchange/raw.js'
import type { Unread } from '../exchange/refused-request.js'
import type { Fault, Gate } from '../service/faults/fault.js'
import type { Malformed } from '../service/request-handler.js'
import type { Notice, OpenResources, ResourceOptions } from '../service/resources/resources.js'
import type { InvalidateAt, ServiceOptions } from '../service/settings.js'
import { didYouMean } from '../settings/did-you-mean.js'
import { loadCatalogue } from '../words/catalogue.js'
import { SettingsError } from '../words/errors.js'
import type { Invocation } from './invocation.js'
import type { Options } from './options.js'
import type { Outcome } from './outcome.js'

/** Options of every use case that may start the embedded service. */
export type EmbeddedOptions = Pick<Options<'check'>, 'fault' | 'seed'>

/** Options for its behaviour over time, and for how much it serves. */
type Serving = Pick<Invocation<Pick<Options<'emulate'>, 'at' | 'latencyMs' | 'records'>>, 'options' | 'tell'>

export interface WatchedFaults {
  readonly faults: readonly Fault[]
  /** Notes the faults that never took place, because without them a pass proves nothing. */
  noteIdle(journal: Pick<Journal, 'note'>): void
}

/** The faults that were named, and whether each found an occasion. Loaded only where there are some. */
export async function watchedFaults({ fault: names = [] }: EmbeddedOptions): Promise<WatchedFaults> {
  const faults = names.length === 0 ? [] : await faultsNamed(names)
  const struck = new Set<string>()
  return {
    faults: faults.map((fault) => watched(fault, () => struck.add(fault.name))),
    noteIdle(journal) {
      for (const { name, breaks } of faults)
        if (!struck.has(name)) journal.note({ kind: 'idle-fault', name, breaks })
    },
  }
}

async function faultsNamed(names: readonly string[]): Promise<Fault[]> {
  const { faults, faultNames, isFaultName } = await import('../service/faults/index.js')
  return names.map((name) => {
    if (isFaultName(name)) return faults[name]
    const near = didYouMean(name, faultNames)
    throw new SettingsError(near ? 'settings.fault.unknown-near' : 'settings.fault.unknown', { name, near })
  })
}

function watched(fault: Fault, onStrike: () => void): Fault {
  const { change, gate } = fault
  const struck = <T>(response: T): T => {
    if (response !== null) onStrike()
    return response
  }
  const watchedGate = (own: Gate): Gate => ({ ...own, turnAway: (nowMs) => struck(own.turnAway(nowMs)) })
  return {
    ...fault,
    change: (response, moment) => struck(change(response, moment)),
    ...(gate && { gate: () => watchedGate(gate()) }),
  }
}

/** `--fault list`: every fault with the requirement that it breaks; null where it was not asked for. */
export async function faultList({ fault }: EmbeddedOptions): Promise<Outcome | null> {
  if (fault?.length !== 1 || fault[0] !== 'list') return null
  const [{ faults, faultGroups, faultNames }, en, pt] = await Promise.all([
    import('../service/faults/index.js'),
    loadCatalogue('en'),
    loadCatalogue('pt-BR'),
  ])
  const width = Math.max(...faultNames.map((name) => name.length))
  return {
    ending: 'pass',
    response: {
      data: faultNames.map((name) => ({
        name,
        breaks: faults[name].breaks,
        description: { en: en.faults[name], 'pt-BR': pt.faults[name] },
      })),
      lines: ({ catalogue }) =>
        (['steps', 'routes'] as const).flatMap((group, i) => [
          ...(i > 0 ? [''] : []),
          catalogue.ui[`cli.faults.${group}`],
          '',
          ...faultGroups[group].map(
            (name) => `${name.padEnd(width)}  ${faults[name].breaks.padEnd(30)}  ${catalogue.faults[name]}`,
          ),
        ]),
    },
  }
}

/** Options of {@link startEmbedded} in addition to the service's own. */
export interface EmbeddedListening {
  readonly port?: number | undefined
  readonly host?: string | undefined
  readonly publicUrl?: string | undefined
  /** Whether to serve the resources' routes as well; loading them takes time. Default: true. */
  readonly resources?: boolean
  readonly onMalformed?: (malformed: Malformed) => void
  readonly onExchange?: (raw: RawExchange) => void
  /** Number of records, and the listener for parameters without effect. */
  readonly stocked?: Stock
}

export type Stock = Pick<ResourceOptions, 'count' | 'onNotice'>

/** The service's options; those that are undefined have their default. */
export type EmbeddedService = { readonly [K in keyof ServiceOptions]?: ServiceOptions[K] | undefined }

/** Starts the embedded service with every route. The caller announces it. */
export async function startEmbedded(
  options: EmbeddedService,
  { resources = true, stocked = {}, ...listening }: EmbeddedListening = {},
) {
  const [{ createService }, { listen }] = await Promise.all([
    import('../service/service.js'),
    import('../service/listen.js'),
  ])
  const seed = options.seed ?? newSeed()
  const service = createService({
    ...given(options),
    seed,
    ...(resources && { resources: await resourcesOf(seed, stocked) }),
  })
  try {
    return { service, listener: await listen(service, listening) }
  } catch (error) {
    throw listenError(error, { port: listening.port, host: listening.host })
  }
}

function given(options: EmbeddedService): ServiceOptions {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))
}

export function newSeed(): string {
  return Math.random().toString(36).slice(2, 8)
}

/** The routes of the resources, loaded only where they are served. */
export async function resourcesOf(seed: string, stock: Stock): Promise<OpenResources> {
  const { openResources } = await import('../service/resources/open.js')
  return openResources({ seed, ...stock })
}

/** The service's own options for its behaviour over time. @throws SettingsError where a scope is of no resource */
export async function timedBy({
  options,
  tell,
}: Serving): Promise<Pick<ServiceOptions, 'at' | 'latencyMs' | 'onEvent'>> {
  const { at = [], latencyMs } = options
  await checkScopes(at)
  const onEvent: ServiceOptions['onEvent'] = (session, event) => tell('cli.event', { session, event })
  return { at, onEvent, ...(latencyMs !== undefined && { latencyMs }) }
}

/** A route must lie below the scope of `scope-produtos`; the routes are loaded only where a scope is taken away. */
async function checkScopes(at: readonly LifeMoment[]): Promise<void> {
  const paths = at.flatMap(({ event }) => (event.startsWith('scope-') ? [event.slice('scope-'.length)] : []))
  if (paths.length === 0) return
  const { allRoutes } = await import('../specification/find-route.js')
  const known = allRoutes('document').map(({ path }) => `${path}/`)
  for (const path of paths) {
    if (known.some((one) => one.startsWith(`/${path}/`))) continue
    const near = didYouMean(path, [...new Set(known.map((one) => one.split('/')[1] ?? ''))])
    throw new SettingsError(near ? 'settings.scope.unknown-near' : 'settings.scope.unknown', { path, near })
  }
}

/** As many records as were asked for, and a sentence for each parameter that changes nothing. */
export function stockedBy({ options, tell }: Serving): Stock {
  const onNotice = ({ kind, route, name }: Notice) => tell(`cli.notice.${kind}`, { route, name })
  return { onNotice, ...(options.records !== undefined && { count: options.records }) }
}

/** An address that cannot be listened on, under the flag that chose it; any other error as it is. */
export function listenError(
  error: unknown,
  { flag = '--port', port = 0, host }: Pick<EmbeddedListening, 'port' | 'host'> & { flag?: string },
): unknown {
  const { code = '', syscall } = error as NodeJS.ErrnoException
  const isHost = syscall === 'getaddrinfo' || (syscall === 'listen' && code === 'EADDRNOTAVAIL')
  if (isHost && host !== undefined) return new SettingsError('settings.host', { host, why: code })
  return syscall === 'listen'
    ? new SettingsError('settings.port', { flag, port: String(port), why: code })
    : error
}

/** Which flags work on the embedded service only. */
export function refuseOnLive(baseUrl: string | null, flags: Readonly<Record<string, unknown>>): void {
  if (baseUrl === null) return
  const flag = Object.entries(flags).find(([, value]) => value !== undefined)?.[0]
  if (flag !== undefined) throw new SettingsError('settings.embedded-only', { flag })
}

/** Says that, and how, the embedded service is used. */
export function tellEmbedded(
  { tell, options }: Invocation<EmbeddedOptions>,
  seed: string,
  invalidateAt: InvalidateAt,
): void {
  tell('cli.embedded', { seed, invalidateAt: String(invalidateAt) })
  if (options.fault) tell('cli.embedded.fault', { faults: options.fault.join(', ') })
}

/** Told so often; of a client that speaks https to an http address, once is enough. */
const MOST_TOLD = 3

/** Reports bytes that were not HTTP and requests for a foreign host, which are not graded. */
export function unreadTeller(tell: Invocation<unknown>['tell']): (unread: Unread) => void {
  let count = 0
  return ({ reason, host, after }) => {
    if (++count > MOST_TOLD) return
    if (host !== null) tell('watch.host-foreign', { host })
    else if (reason === 'HOST_MISSING') tell('watch.host-missing', { after })
    else tell('watch.unreadable', { reason, after })
  }
}

import type { Journal } from '../exchange/journal.js'
import type { LifeMoment } from '../exchange/life-event.js'
import type { MalformedRequest } from '../exchange/refused-request.js'
import type { Blocker, Fault } from '../service/faults/fault.js'
import type { ListenOptions } from '../service/listen.js'
import type { Notice, OpenResources, ResourceOptions } from '../service/resources/resources.js'
import type { InvalidateAt, ServiceOptions } from '../service/settings.js'
import { didYouMean, unknownError } from '../settings/did-you-mean.js'
import { loadCatalogue } from '../words/catalogue.js'
import { SettingsError } from '../words/errors.js'
import type { Invocation } from './invocation.js'
import type { Options } from './options.js'
import type { Outcome } from './outcome.js'

/** The embedded service for commands and library: its faults, start, timed events and records, and the messages about it. */

/** Options of every use case that may start the embedded service. */
export type EmbeddedOptions = Pick<Options<'check'>, 'fault' | 'seed'>

/** The part of an invocation that has `--at`, `--latency-ms` and `--records`. */
type ServingInvocation = Pick<
  Invocation<Pick<Options<'emulate'>, 'at' | 'latencyMs' | 'records'>>,
  'options' | 'printMessage'
>

/** The faults of `--fault`, which remember whether they took effect. */
export async function watchedFaults({ fault: names = [] }: EmbeddedOptions) {
  const faults = await faultsNamed(names)
  const tookEffect = new Set<string>()
  return {
    faults: faults.map((fault) => watchFault(fault, () => tookEffect.add(fault.name))),
    /** Notes the faults that never took effect, because then a pass proves nothing about them. */
    noteIdleFaults(journal: Pick<Journal, 'note'>): void {
      for (const { name, breaks } of faults)
        if (!tookEffect.has(name)) journal.note({ kind: 'idle-fault', name, breaks })
    },
  }
}

/** @throws SettingsError if there is no such fault */
export async function faultsNamed(names: readonly string[]): Promise<Fault[]> {
  if (names.length === 0) return []
  const { faults, faultNames, isFaultName } = await import('../service/faults/index.js')
  return names.map((name) => {
    if (isFaultName(name)) return faults[name]
    throw unknownError('settings.fault.unknown', didYouMean(name, faultNames), { name })
  })
}

/** Returns the same fault, which calls `onEffect` when it has changed a response, or when its blocker refuses a request. */
function watchFault(fault: Fault, onEffect: () => void): Fault {
  const { change, blocker: createBlocker } = fault
  const watchBlocker = (blocker: Blocker): Blocker => ({
    ...blocker,
    refuse(nowMs) {
      const refusal = blocker.refuse(nowMs)
      if (refusal !== null) onEffect()
      return refusal
    },
  })
  return {
    ...fault,
    change(response, context) {
      const changed = change(response, context)
      onEffect()
      return changed
    },
    ...(createBlocker && { blocker: () => watchBlocker(createBlocker()) }),
  }
}

export async function loadFaultNames(): Promise<readonly string[]> {
  return (await import('../service/faults/index.js')).faultNames
}

/** `--fault list`: the outcome that lists every fault with the requirement that it breaks; null for other values. */
export async function listFaultsIfAsked({ fault }: EmbeddedOptions): Promise<Outcome | null> {
  if (fault?.length !== 1 || fault[0] !== 'list') return null
  const [{ faults, faultGroups, faultNames }, en, pt] = await Promise.all([
    import('../service/faults/index.js'),
    loadCatalogue('en'),
    loadCatalogue('pt-BR'),
  ])
  const nameWidth = Math.max(...faultNames.map((name) => name.length))
  const requirementWidth = 30
  return {
    ending: 'pass',
    data: faultNames.map((name) => ({
      name,
      breaks: faults[name].breaks,
      description: { en: en.faults[name], 'pt-BR': pt.faults[name] },
    })),
    lines: ({ catalogue }) =>
      (['steps', 'routes'] as const).flatMap((group, i) => {
        const rows = faultGroups[group].map((name) => {
          const requirement = faults[name].breaks.padEnd(requirementWidth)
          return `${name.padEnd(nameWidth)}  ${requirement}  ${catalogue.faults[name]}`
        })
        return [...(i > 0 ? [''] : []), catalogue.ui[`cli.faults.${group}`], '', ...rows]
      }),
  }
}

/** How {@link startEmbedded} listens and what it serves. */
export interface EmbeddedListening
  extends Pick<ListenOptions, 'port' | 'host' | 'publicUrl' | 'onMalformed' | 'onExchange'> {
  /** Whether to serve the routes of the resources as well. Loading them takes time. Default: true. */
  readonly resources?: boolean
  readonly stock?: Stock
}

/** `count`: number of records of each resource; `onNotice` is called for each query parameter without effect. */
export type Stock = Pick<ResourceOptions, 'count' | 'onNotice'>

/** The service's options. An option that is undefined has its default. */
export type EmbeddedService = { readonly [K in keyof ServiceOptions]?: ServiceOptions[K] | undefined }

/** Starts the service and listens. @throws SettingsError if the port or the host cannot be used */
export async function startEmbedded(
  options: EmbeddedService,
  { resources = true, stock = {}, ...listening }: EmbeddedListening = {},
) {
  const [{ createService }, { listen }] = await Promise.all([
    import('../service/service.js'),
    import('../service/listen.js'),
  ])
  const seed = options.seed ?? newSeed()
  const service = createService({
    ...withoutUndefined(options),
    seed,
    ...(resources && { resources: await resourcesOf(seed, stock) }),
  })
  return { service, listener: await listen(service, listening).catch(throwWithFlag(listening)) }
}

function withoutUndefined(options: EmbeddedService): ServiceOptions {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))
}

/** Six random letters and digits. */
export function newSeed(): string {
  return Math.random().toString(36).slice(2, 8)
}

/** The routes of the resources with their records. They are loaded only when they are needed. */
export async function resourcesOf(seed: string, stock: Stock): Promise<OpenResources> {
  const { openResources } = await import('../service/resources/open.js')
  return openResources({ seed, ...stock })
}

/** The service's options from `--at` and `--latency-ms`. @throws SettingsError if `--at 3:scope-…` names no resource */
export async function timedOptions({ options, printMessage }: ServingInvocation) {
  const { at = [], latencyMs } = options
  await refuseUnknownScopes(at)
  const onEvent: ServiceOptions['onEvent'] = (session, event) => printMessage('cli.event', { session, event })
  return { scheduledEvents: at, onEvent, ...(latencyMs !== undefined && { latencyMs }) }
}

/** `scope-produtos` removes the scope of all routes below `/produtos`. @throws SettingsError if there is no such route */
export async function refuseUnknownScopes(at: readonly LifeMoment[]): Promise<void> {
  const paths = at.flatMap(({ event }) => (event.startsWith('scope-') ? [event.slice('scope-'.length)] : []))
  if (paths.length === 0) return
  const { allRoutes } = await import('../specification/find-route.js')
  const routePaths = allRoutes('document').map((route) => `${route.path}/`)
  for (const path of paths) {
    if (routePaths.some((routePath) => routePath.startsWith(`/${path}/`))) continue
    const near = didYouMean(path, [...new Set(routePaths.map((routePath) => routePath.split('/')[1] ?? ''))])
    throw unknownError('settings.scope.unknown', near, { path })
  }
}

/** The number of records from `--records`, and a message for each parameter that has no effect, which is also passed to `see`. */
export function stockOptions(invocation: ServingInvocation, see?: (notice: Notice) => void): Stock {
  return {
    count: invocation.options.records,
    onNotice(notice) {
      const { kind, route, name } = notice
      invocation.printMessage(`cli.notice.${kind}`, { route, name })
      see?.(notice)
    },
  }
}

type Address = Pick<EmbeddedListening, 'port' | 'host'> & { readonly flag?: string }

/** Handles an error of listening: throws one that names the flag of the address. Any other error is thrown unchanged. */
export function throwWithFlag({ flag = '--port', port = 0, host }: Address) {
  return (error: unknown): never => {
    const { code = '', syscall } = error as NodeJS.ErrnoException
    // An unknown name, or an address that this machine does not have.
    const isHost = syscall === 'getaddrinfo' || (syscall === 'listen' && code === 'EADDRNOTAVAIL')
    if (isHost && host !== undefined) throw new SettingsError('settings.host', { host, why: code })
    if (syscall !== 'listen') throw error
    throw new SettingsError('settings.port', { flag, port: String(port), why: code })
  }
}

/** @throws SettingsError if the service is live (it has a `baseUrl`) and one of the flags, which only the embedded one has, is given */
export function refuseOnLive(baseUrl: string | null, flags: Readonly<Record<string, unknown>>): void {
  if (baseUrl === null) return
  const flag = Object.entries(flags).find(([, value]) => value !== undefined)?.[0]
  if (flag !== undefined) throw new SettingsError('settings.embedded-only', { flag })
}

/** Says that the embedded service is used, and with which seed and faults. */
export function tellEmbedded(
  { printMessage, options }: Invocation<EmbeddedOptions>,
  seed: string,
  invalidateAt: InvalidateAt,
): void {
  printMessage('cli.embedded', { seed, invalidateAt: String(invalidateAt) })
  if (options.fault) printMessage('cli.embedded.fault', { faults: options.fault.join(', ') })
}

/** Messages about malformed requests. A client that speaks https to an http address would cause them again and again. */
const MOST_MALFORMED_TOLD = 3

/** Reports bytes that were not HTTP and requests for another host. Neither is graded. `after`: number of requests before it. */
export function malformedRequestReporter(
  printMessage: Invocation['printMessage'],
): (malformed: Pick<MalformedRequest, 'reason' | 'host'> & Partial<MalformedRequest>) => void {
  let count = 0
  return ({ reason, host, after = 0 }) => {
    if (++count > MOST_MALFORMED_TOLD) return
    if (host !== null) printMessage('watch.host-foreign', { host })
    else if (reason === 'HOST_MISSING') printMessage('watch.host-missing', { after })
    else printMessage('watch.unreadable', { reason, after })
  }
}

import type { Listener } from '../service/listen.js'
import type { Service } from '../service/service.js'
import type { InvalidateAt, ServiceOptions } from '../service/settings.js'
import { didYouMean } from '../settings/did-you-mean.js'
import { fill } from '../words/catalogue.js'
import { SettingsError } from '../words/errors.js'
import type { Invocation } from './command.js'

/** A step at which the token dies, from a flag; undefined where it was not given. */
export function invalidateAtOf(value: unknown): InvalidateAt | undefined {
  if (value === undefined) return undefined
  if (value === 'never') return 'never'
  if (typeof value === 'string' && /^[1-5]$/.test(value)) return Number(value) as InvalidateAt
  throw new SettingsError('settings.invalidate-at', { text: String(value) })
}

/** A whole number from a flag; undefined where it was not given. */
export function integerOf(value: unknown, name: string, least: number, most: number): number | undefined {
  if (value === undefined) return undefined
  const number = Number(value)
  if (/^\d+$/.test(String(value)) && number >= least && number <= most) return number
  throw new SettingsError('settings.integer', { name, text: String(value), least, most })
}

/** The faults that were named; loaded only where there are some. */
export async function faultsOf(value: unknown): Promise<Pick<ServiceOptions, 'faults'>> {
  const names = Array.isArray(value) ? (value as string[]) : []
  if (names.length === 0) return {}
  const { faults, faultNames, isFaultName } = await import('../service/faults/index.js')
  return {
    faults: names.map((name) => {
      if (isFaultName(name)) return faults[name]
      const near = didYouMean(name, faultNames)
      throw new SettingsError(near ? 'settings.fault.unknown-near' : 'settings.fault.unknown', { name, near })
    }),
  }
}

/** `--fault list`: every fault with the requirement that it breaks. */
export async function listFaults({ io, catalogue, lang }: Invocation): Promise<void> {
  const { faults, faultNames } = await import('../service/faults/index.js')
  const width = Math.max(...faultNames.map((name) => name.length))
  io.out(`${catalogue.ui['cli.faults']}\n\n`)
  for (const name of faultNames) {
    const { breaks, description } = faults[name]
    io.out(`${name.padEnd(width)}  ${breaks.padEnd(30)}  ${description[lang]}\n`)
  }
}

export function wantsFaultList(invocation: Invocation): boolean {
  const { fault } = invocation.options
  return Array.isArray(fault) && fault.length === 1 && fault[0] === 'list'
}

/** The embedded service with every route, listening. The service is told by whoever is asked to. */
export async function startEmbedded(
  options: ServiceOptions,
  listenOptions: {
    port?: number
    host?: string
    originMs?: number
    onExchange?: Parameters<typeof import('../service/listen.js').listen>[1] extends infer O
      ? O extends { onExchange?: infer F }
        ? F
        : never
      : never
    /** Whether the resources' routes are served beside the procedure's; loading them takes time. Default: true. */
    resources?: boolean
  } = {},
): Promise<{ readonly service: Service; readonly listener: Listener }> {
  const [{ createService }, { listen }] = await Promise.all([
    import('../service/service.js'),
    import('../service/listen.js'),
  ])
  const seed = options.seed ?? Math.random().toString(36).slice(2, 8)
  const service = createService({ ...options, seed, ...(await resourcesOf(seed, listenOptions)) })
  try {
    return { service, listener: await listen(service, listenOptions as Parameters<typeof listen>[1]) }
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code ?? (error as Error).message
    throw new SettingsError('settings.port', { port: String(listenOptions.port ?? 0), why })
  }
}

/** The file for the client's settings. (Node takes `--env-file` for its own wherever it stands: hence the name.) */
export function envFileOf({ writeEnv }: Invocation['options']): string | null {
  return typeof writeEnv === 'string' ? writeEnv : null
}

async function resourcesOf(seed: string, { resources = true }: { resources?: boolean }) {
  if (!resources) return {}
  const { createResources } = await import('../service/resources/resources.js')
  return { resources: createResources({ seed }) }
}

/** Which flags work on the embedded service only. */
export function refuseOnLive(invocation: Invocation, flags: Readonly<Record<string, unknown>>): void {
  if (invocation.settings.baseUrl === null) return
  const flag = Object.entries(flags).find(([, value]) => value !== undefined)?.[0]
  if (flag !== undefined) throw new SettingsError('settings.embedded-only', { flag })
}

/** One line that says that, and how, the embedded service is used. */
export function embeddedLine(invocation: Invocation, seed: string, invalidateAt: string): string {
  const { catalogue, lang, options } = invocation
  const lines = [fill(catalogue.ui['cli.embedded'], { seed, invalidateAt }, lang)]
  if (Array.isArray(options.fault)) {
    lines.push(fill(catalogue.ui['cli.embedded.fault'], { faults: options.fault.join(', ') }, lang))
  }
  return `${lines.join('\n')}\n`
}

import { z } from 'zod'
import type { Exchange } from '../../exchange/exchange.js'
import { createMasker, record } from '../../exchange/masking.js'
import type { RawExchange } from '../../exchange/raw.js'
import type { Notice, OpenResources } from '../../service/resources/resources.js'
import type { InvalidateAt } from '../../service/service.js'
import type { Profile, ProfileName } from '../../specification/profile.js'
import { newSeed, resourcesOf, startEmbedded } from '../embedded.js'
import { commonShape, inSentences, readOptions, requireValue, revocation, type ShapeOf } from './options.js'
import { parseTimedOptions, type Served, type TimedOptions, timedShape, toServed } from './served.js'

/** How the service behaves that {@link emulate} starts. */
export interface EmulateOptions extends TimedOptions {
  /** Readings and open values: `spec`, `bling`, or a profile of your own. Default: `spec`. */
  readonly profile?: ProfileName | Profile
  /** Records of each resource to begin with. Default: 12. */
  readonly records?: number
  /** Whether requests beyond the profile's rate are refused with 429. The procedure's own rules are always enforced. Default: false. */
  readonly enforce?: boolean
  /** Step of the procedure at which the token is revoked. Default: `never`. */
  readonly invalidateAt?: InvalidateAt
  /** Misbehaviours, by the names that `homologa emulate --fault list` prints. */
  readonly faults?: readonly string[]
  /** Address to listen on. Default: `127.0.0.1`, which only this machine can reach. */
  readonly host?: string
}

/** The running service. */
export interface Emulated extends Served {
  /** As {@link EmulateOptions.seed} it creates the same service again. */
  readonly seed: string
  /** The exchanges so far, masked; the newest ten thousand. */
  readonly exchanges: readonly Exchange[]
  /**
   * The current records of a resource, as single reads return them: `records('pedidos/vendas')`.
   *
   * @throws if there is no such resource
   */
  records(resource: string): readonly Readonly<Record<string, unknown>>[]
}

const shape: ShapeOf<EmulateOptions> = {
  ...timedShape,
  profile: commonShape.profile,
  records: z.int().min(0).max(100_000),
  invalidateAt: revocation(),
  faults: z.array(z.string()),
  host: z.string().min(1),
}

const MOST_EXCHANGES = 10_000

/**
 * Serves every route of version 3 on a port of this machine, with generated records, for tests of an integration.
 *
 * ```ts
 * await using erp = await emulate({ profile: 'bling', at: ['5:expire'] })
 * await syncContacts(erp.baseUrl, erp.accessToken)
 * assert.deepEqual(erp.notices, [])
 * ```
 *
 * @throws if an option is invalid, or the port cannot be listened on
 */
export async function emulate(userOptions: EmulateOptions = {}): Promise<Emulated> {
  const { options, common } = await readOptions('emulate', shape, userOptions)
  const { profile } = common
  const { seed = newSeed(), records: count, host, port } = options
  const { enforce = false, invalidateAt = 'never', faults = [] } = options
  const timed = await parseTimedOptions(options)
  const notices: Notice[] = []
  const onNotice = (notice: Notice) => void notices.push(notice)
  const resources = await resourcesOf(seed, { onNotice, count })
  const masker = createMasker()
  const exchanges: Exchange[] = []
  const onExchange = (raw: RawExchange) => {
    if (exchanges.push(record(raw, masker)) > MOST_EXCHANGES) exchanges.shift()
  }
  const serviceOptions = {
    seed,
    resources,
    ...timed.service,
    profile,
    invalidateAt,
    enforce: true,
    rate: enforce ? profile.rate : undefined,
    faults: faults.length === 0 ? [] : await faultsNamed(faults),
    onSecret: masker.register,
  }
  // The service has its resources already: `records` needs their stock.
  const listening = { host, port, ...timed.listener, resources: false, onExchange }
  const { service, listener } = await inSentences(() => startEmbedded(serviceOptions, listening))
  const { baseUrl, tokenUrl } = listener
  const client = { ...service.credentials, baseUrl, tokenUrl }
  return {
    ...toServed(client, service.application, notices, () => listener.close()),
    seed,
    exchanges,
    records: (resource) => recordsOf(resources.recordAccess, service.application.id, resource),
  }
}

async function faultsNamed(names: readonly string[]) {
  const { faults, isFaultName } = await import('../../service/faults/index.js')
  return names.map((name) =>
    requireValue(
      isFaultName(name) ? faults[name] : null,
      `there is no fault "${name}"; \`homologa emulate --fault list\` names them`,
    ),
  )
}

function recordsOf(access: OpenResources['recordAccess'], session: string, resource: string) {
  const found = access.recordsOf(session, `/${resource.replace(/^\/+|\/+$/g, '')}`)
  return requireValue(found, `there is no resource "${resource}"; there are ${access.resources.join(', ')}`)
}

import type { StepNumber } from '../specification/homologation.js'
import type { Product } from './product.js'
import { sampleProduct, sampleProductId } from './product.js'
import { digest } from './random.js'
import type { InvalidateAt, ServiceSettings } from './settings.js'

/** One run of an application through the five steps. */
export interface Run {
  /** Counted from 1. */
  readonly number: number
  readonly product: Product
  readonly productId: number | string
  readonly invalidateAt: InvalidateAt
  readonly startedAtMs: number
  /** The last step that succeeded; 0 if none has. */
  done: 0 | StepNumber
  /** Whether the token of this run was refused already: that happens once. */
  invalidated: boolean
  /** Whether the next request is the one after the refusal. */
  followsRefusal: boolean
  /** Whether a limit was hit: nothing but a new step 1 helps then. */
  over: boolean
  newestHash: string | null
  /** Hashes issued so far. */
  issued: number
  /** When the last request arrived. */
  lastArrivedMs: number | null
  lastAnsweredAtMs: number | null
}

export function beginRun(session: string, number: number, nowMs: number, settings: ServiceSettings): Run {
  const { seed, profile, invalidateAt } = settings
  const seedOfRun = `${seed}/${session}/run${number}`
  const id = sampleProductId(seedOfRun)
  return {
    number,
    product: sampleProduct(seedOfRun),
    productId: profile.product.idForm === 'text' ? `P${id}` : id,
    invalidateAt: typeof invalidateAt === 'function' ? invalidateAt(number, session) : invalidateAt,
    startedAtMs: nowMs,
    done: 0,
    invalidated: false,
    followsRefusal: false,
    over: false,
    newestHash: null,
    issued: 0,
    lastArrivedMs: null,
    lastAnsweredAtMs: null,
  }
}

/** The hash for the next answer. It becomes the one to carry, unless `replaces` is false. */
export function issueHash(run: Run, session: string, settings: ServiceSettings, replaces = true): string {
  const number = settings.hash === 'rotating' ? run.issued++ : 0
  const hash = digest(`${settings.seed}/${session}/run${run.number}/hash${number}`)
  if (replaces) run.newestHash = hash
  return hash
}

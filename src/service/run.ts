import type { StepNumber } from '../specification/homologation.js'
import { between, createRandom, digest, pick } from './random.js'
import type { InvalidateAt, ServiceSettings } from './settings.js'

/** One run of an application through the five steps of the homologation. */
export interface Run {
  /** Counted from 1. */
  readonly number: number
  readonly product: Product
  readonly productId: number | string
  readonly invalidateAt: InvalidateAt
  readonly startedAtMs: number
  /** The last step that succeeded; 0 if none has. */
  done: 0 | StepNumber
  /** Whether the revocation at `invalidateAt` has happened already. It happens once. */
  invalidated: boolean
  /** Whether a token was refused since the last step that succeeded. */
  followsRefusal: boolean
  /** Whether a time or request limit was hit. Then only a new step 1 helps. */
  isOver: boolean
  newestHash: string | null
  /** Number of different hashes issued so far; counted only if hashes rotate. */
  issued: number
  /** When the last request arrived, by the service's clock. */
  lastArrivedAtMs: number | null
  lastRespondedAtMs: number | null
}

/** Begins a run: chooses its product, its identifier and the step at which the token is refused. */
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
    isOver: false,
    newestHash: null,
    issued: 0,
    lastArrivedAtMs: null,
    lastRespondedAtMs: null,
  }
}

/**
 * Issues the hash for the next response, which the client must send from then on. If `replaces` is false, it must go on to
 * send the previous one: some profiles ignore the hash of a refusal.
 */
export function issueHash(
  run: Run,
  session: string,
  settings: ServiceSettings,
  { replaces } = { replaces: true },
): string {
  const number = settings.hash === 'rotating' ? run.issued++ : 0
  const hash = digest(`${settings.seed}/${session}/run${run.number}/hash${number}`)
  if (replaces) run.newestHash = hash
  return hash
}

/** The product that step 1 returns. */
export interface Product {
  readonly nome: string
  readonly preco: number
  readonly codigo: string
}

const names: readonly [string, ...string[]] = [
  'Caneca esmaltada 350 ml',
  'Café torrado em grãos 500 g',
  'Rede de descanso algodão cru',
  'Chinelo de dedo nº 39',
  'Panela de pressão 4,5 L',
  'Farinha de mandioca Copioba 1 kg',
  'Camiseta malha fria "Verão"',
  'Pão de queijo congelado 1 kg',
  'Cuia de chimarrão em porongo',
  'Erva-mate moída grossa 1 kg',
  'Violão acústico clássico',
  'Lâmpada LED 9 W bivolt',
  'Tênis de corrida São Silvestre',
  'Parafuso sextavado 1/4 x 2',
  'Mochila escolar 20 L',
  'Doce de leite Viçosa 400 g',
  'Ventilador de mesa 40 cm',
  'Cachaça artesanal 700 ml',
  'Toalha de banho felpuda',
  'Chave de fenda 3/16" x 6"',
  'Açaí congelado polpa 1 kg',
  'Jogo de lençóis casal 200 fios',
  'Bola de futebol society',
  'Filtro de barro São João 8 L',
]

/** Makes a plausible product from a seed. The code is text and may begin with zeros. */
export function sampleProduct(seed: string): Product {
  const random = createRandom(seed)
  const nome = pick(random, names)
  const cents = between(random, 199, 99_999)
  const number = String(between(random, 1, 99_999)).padStart(6, '0')
  const codigo = random() < 0.5 ? number : `${nome.slice(0, 3).toUpperCase()}-${number}`
  // the last digit is never 0, so that every price has two decimals
  return { nome, preco: (cents % 10 === 0 ? cents + 6 : cents) / 100, codigo }
}

/** Eleven digits: more than 2^31, which some clients cannot hold, and less than 2^53. */
function sampleProductId(seed: string): number {
  return between(createRandom(seed), 15_000_000_000, 19_999_999_999)
}

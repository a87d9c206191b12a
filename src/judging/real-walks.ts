import type { Exchange } from '../exchange/exchange.js'
import { parseJson, valueIn } from '../exchange/json.js'
import { type Place, stepOf } from '../rules/place.js'
import { createRecent } from '../rules/recent.js'
import { isOursToAnswer, MAX_TOKENS } from './run-owners.js'

const none: readonly Exchange[] = []

/**
 * Writing to the real catalogue is an application's daily work, also where it came to be examined. It stands for the procedure
 * where it goes the procedure's way, from creating to deleting; what it created with is none of a product's, but a list's; or it
 * goes on at the procedure's own routes.
 */
export class RealWalks {
  /** By session: a read of the real catalogue, in place of step 1, that nothing has followed yet. */
  readonly #reads = createRecent<Exchange>(MAX_TOKENS)
  /** By session: what was sent to real routes in the order of the steps, from step 2 on. */
  readonly #walks = createRecent<readonly Exchange[]>(MAX_TOKENS)

  /** What belongs to a run that this request would begin; null where it would begin none. */
  before(exchange: Exchange, place: Place): readonly Exchange[] | null {
    const step = stepOf(place)
    if (step === null) return null
    const walk = this.#walks.get(exchange.session ?? '') ?? none
    const before = walk.length === step - 2 ? walk : none
    const read = step === 2 ? this.#reads.get(exchange.session ?? '') : undefined
    if (!isReal(place)) return read ? [read] : before
    if (!isOursToAnswer(exchange)) return null
    return before.length === 3 || (step === 2 && sendsList(exchange)) ? before : null
  }

  /** Notes a request outside every run. */
  note(exchange: Exchange, place: Place): void {
    const { session } = exchange
    const step = stepOf(place)
    if (session === null) return
    if (isReal(place) && 'route' in place && place.route === 'GET /produtos')
      this.#reads.set(session, exchange)
    else this.#reads.delete(session)
    if (step === null) return
    const walk = this.#walks.get(session) ?? none
    if (walk.length === step - 2) this.#walks.set(session, [...walk, exchange])
    else this.#walks.set(session, step === 2 ? [exchange] : none)
  }

  /** A run of this session is under way. */
  end({ session }: Exchange): void {
    this.#walks.delete(session ?? '')
    this.#reads.delete(session ?? '')
  }
}

function isReal(place: Place): boolean {
  return place.kind === 'astray' && place.how === 'real-route'
}

/** `data` of a list, sent back as `data` of step 1 is to be. */
function sendsList({ request }: Exchange): boolean {
  return Array.isArray(valueIn(parseJson(request.body?.text ?? '')))
}

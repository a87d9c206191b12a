import { credentialsOf, type Exchange } from '../exchange/exchange.js'
import { parseJson, property, valueIn } from '../exchange/json.js'
import { isPlaceholder } from '../exchange/masking/looks.js'
import { traitsOfSource } from '../exchange/sources.js'
import { RecentMap } from '../rules/memory.js'
import type { Place } from '../rules/place.js'
import { bearerOf } from '../rules/trace.js'
import type { StepNumber } from '../specification/homologation.js'
import type { OpenRun } from './traffic-run.js'

/** The maps by token and by application keep at least this many of their newest entries. */
export const MAX_REMEMBERED = 20_000

/** The expected step of a run that has passed step 5. */
const AFTER_LAST_STEP = 6

/**
 * Finds the application that sent an exchange, its owner: by the session if the source knows it, else by the token. A token
 * request links the token that was sent to those that were returned. An owner is a text like `session app1` or
 * `token [access_token#2]`.
 */
export class RunOwners {
  readonly #ownerByToken = new RecentMap<string>(MAX_REMEMBERED)
  /** Renewals that no refusal preceded, by each token that they returned. Such a renewal may be another application's first request. */
  readonly #unpromptedRenewals = new RecentMap<Exchange>(MAX_REMEMBERED)
  /** Number of clients so far that nothing connects to any other exchange. */
  #unknownClients = 0

  /**
   * Both maps belong to the splitter. `open` has the open runs by owner, `preludes` the token requests before a run. When an
   * owner turns out to be another one, its entry is moved.
   */
  constructor(
    private readonly open: Map<string, OpenRun>,
    private readonly preludes: RecentMap<Exchange[]>,
  ) {}

  /** The step that comes next in the run of the exchange's application. What a request was meant for may depend on it. */
  expectedStep(exchange: Exchange): number {
    const { session } = exchange
    const owner = session === null ? this.#ownerOf(tokenOf(exchange)) : ownerOfSession(session)
    const run = owner === undefined ? this.#newestRun() : this.open.get(owner)
    return run ? (run.awaited ?? AFTER_LAST_STEP) : 1
  }

  /** Returns the owner, or null if it is unknown, and remembers its tokens. `step`: null if the exchange cannot begin a run. */
  findOwner(exchange: Exchange, place: Place, step: StepNumber | null): string | null {
    const owner = this.#find(exchange, place, step)
    if (owner !== null) {
      if (place.kind === 'token') this.#learnRenewal(exchange, owner)
      else this.#learn(exchange, owner)
    }
    return owner
  }

  #learnRenewal(exchange: Exchange, owner: string): void {
    if (exchange.session !== null && !this.open.has(owner)) this.#giveRunTo(owner, exchange.session)
    for (const token of sentAndReceivedTokens(exchange)) this.#ownerByToken.set(token, owner)
    const run = this.open.get(owner)
    if (run) run.isRenewed ||= receivedTokens(exchange).length > 0
  }

  #find(exchange: Exchange, place: Place, step: StepNumber | null): string | null {
    if (exchange.session !== null) return ownerOfSession(exchange.session)
    if (place.kind === 'token') return this.#ownerOfRenewal(exchange)
    const token = tokenOf(exchange)
    const known = this.#ownerOf(token)
    if (token !== null && known !== undefined) return this.#ownerOfKnownToken(token, known, step)
    // a step can be compared with the steps that the open runs await, but no other exchange can
    if (step === null) return token === null ? this.#ownerOfHiddenToken(exchange) : ownerOfToken(token)
    const isWrong = isSeenByOurService(exchange)
    return isWrong ? this.#ownerOfWrongToken(token, step) : this.#ownerOfUnknownToken(token, step)
  }

  /**
   * A recording may lack the renewal that returned an unknown token, so a run whose token was refused goes first. A step 1 may also
   * begin another application's run. It does if the refused run has received a new token, because that run would have sent it.
   */
  #ownerOfUnknownToken(token: string | null, step: StepNumber): string {
    const refused = this.#newestRun(step === 1 ? needsToken : (run) => run.isPossiblyRefused)
    // a missing token is no sign of a renewal, so such a request must be the step that the run awaits
    if (refused && (token !== null || step === refused.awaited)) return refused.owner
    const continued = step === 1 ? undefined : this.#newestRun()
    return continued?.owner ?? ownerOfToken(token)
  }

  #ownerOf(token: string | null): string | undefined {
    return token === null ? undefined : this.#ownerByToken.get(token)
  }

  /** A step 1 whose token came from an unprompted renewal during an open run belongs to another application. */
  #ownerOfKnownToken(token: string, known: string, step: StepNumber | null): string {
    const renewal = this.#unpromptedRenewals.get(token)
    if (!renewal) return known
    this.#unpromptedRenewals.delete(token)
    const run = this.open.get(known)
    if (step !== 1 || !run) return known
    // the renewal was counted to this run; `isRenewed` may stay, because it matters only after a refusal
    run.remove(renewal)
    const owner = ownerOfToken(token)
    this.preludes.set(owner, [renewal])
    for (const renewed of sentAndReceivedTokens(renewal)) this.#ownerByToken.set(renewed, owner)
    return owner
  }

  /**
   * The embedded service knows the tokens that it issued, so an unknown token is wrong. If there is one open run and its next step
   * is due, the request belongs to it, with the token lost or damaged. If there are several, the request stays apart, so that it
   * does not fail the run of another client.
   */
  #ownerOfWrongToken(token: string | null, step: StepNumber): string {
    const run = this.#onlyRun
    // with a token of its own, a step 1 may begin the run of another client
    const mayContinue = token === null || step > 1 || run?.lastOutcome === 'refused'
    return run?.awaited === step && mayContinue ? run.owner : ownerOfToken(token)
  }

  /** If the recording redacts tokens and only one run is open, the exchange probably belongs to that run. */
  #ownerOfHiddenToken({ gaps }: Exchange): string | null {
    return gaps.includes('authorization') || gaps.includes('headers') ? (this.#onlyRun?.owner ?? null) : null
  }

  /** A renewal belongs to the application that had its refresh token, else to the run whose token was refused last. */
  #ownerOfRenewal(exchange: Exchange): string {
    const owners = sentAndReceivedTokens(exchange).map((token) => this.#ownerOf(token))
    const known = owners.find((owner) => owner !== undefined)
    if (known !== undefined) return known
    const run = this.#onlyRun
    if (isSeenByOurService(exchange))
      return run?.lastOutcome === 'refused' ? run.owner : this.#unknownClient()
    const refused = this.#newestRun(needsToken)
    if (!refused) for (const token of receivedTokens(exchange)) this.#unpromptedRenewals.set(token, exchange)
    return (refused ?? run)?.owner ?? this.#unknownClient()
  }

  #unknownClient(): string {
    return `unknown client ${++this.#unknownClients}`
  }

  /**
   * Gives the run whose wrong token was refused to the session that renews afterwards. The embedded service knows no session for a
   * wrong token, so only the renewal shows whose run it is. If there are several such runs, nothing shows it.
   */
  #giveRunTo(owner: string, session: string): void {
    const refused = (run: OpenRun) => run.session === null && run.isPossiblyRefused
    const [run, ...others] = [...this.open.values()].filter(refused)
    if (!run || others.length > 0) return
    this.open.delete(run.owner)
    run.owner = owner
    run.session = session
    this.open.set(owner, run)
    for (const exchange of run.exchanges) this.#learn(exchange, owner)
  }

  #learn(exchange: Exchange, owner: string): void {
    const token = tokenOf(exchange)
    if (token !== null) this.#ownerByToken.set(token, owner)
  }

  /** The open run if there is exactly one. */
  get #onlyRun(): OpenRun | undefined {
    return this.open.size === 1 ? [...this.open.values()][0] : undefined
  }

  /** Of the open runs that fit, the one with the newest request. */
  #newestRun(fits: (run: OpenRun) => boolean = () => true): OpenRun | undefined {
    let newest: OpenRun | undefined
    for (const run of this.open.values()) {
      if (fits(run) && (!newest || run.lastSentAtMs >= newest.lastSentAtMs)) newest = run
    }
    return newest
  }
}

/** True if the token of a run was or may have been refused, and was not renewed since. */
function needsToken(run: OpenRun): boolean {
  return run.isPossiblyRefused && !run.isRenewed
}

const SESSION = 'session '

export function ownerOfSession(session: string): string {
  return SESSION + session
}

/** All requests without a token share one owner. */
function ownerOfToken(token: string | null): string {
  return `token ${token}`
}

export function sessionOfOwner(owner: string): string | null {
  return owner.startsWith(SESSION) ? owner.slice(SESSION.length) : null
}

/**
 * Finds the label of the access token that was sent, like `[access_token#1]`, even if it is quoted or lacks `Bearer`. Returns null
 * if there is no token, or only a placeholder like `{token}`.
 */
function tokenOf(exchange: Exchange): string | null {
  const label = /\[(?:access|refresh)_token#\d+\]/.exec(credentialsOf(exchange))?.[0]
  const bearer = label ?? bearerOf(exchange)
  return bearer === null || isPlaceholder(bearer) ? null : bearer
}

/** True if our embedded service received the exchange. It knows which tokens it issued, and to whom. */
function isSeenByOurService(exchange: Exchange): boolean {
  return traitsOfSource(exchange).plays === 'service'
}

/** The labels of the refresh token or code that a renewal sent, as a form or as JSON, and of the tokens that it received. */
function sentAndReceivedTokens(exchange: Exchange): string[] {
  const sent = exchange.request.body?.text ?? ''
  const form = new URLSearchParams(sent)
  const json = valueIn(parseJson(sent))
  const values = ['refresh_token', 'code'].flatMap((name) => [form.get(name), property(json, name)])
  return [...values.filter(isText), ...receivedTokens(exchange)]
}

function receivedTokens({ response }: Exchange): string[] {
  const json = valueIn(parseJson(response?.body?.text ?? ''))
  return [property(json, 'refresh_token'), property(json, 'access_token')].filter(isText)
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

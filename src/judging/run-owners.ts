import { credentialsOf, type Exchange } from '../exchange/exchange.js'
import { parseJson, property } from '../exchange/json.js'
import { isPlaceholder } from '../exchange/masking/looks.js'
import { sightOf } from '../exchange/sources.js'
import { Recent } from '../rules/memory.js'
import type { Place } from '../rules/place.js'
import { bearerOf } from '../rules/trace.js'
import type { StepNumber } from '../specification/homologation.js'
import type { OpenRun } from './traffic-run.js'

export const MAX_TOKENS = 20_000

/** Comes after step 5. */
const AFTER_LAST_STEP = 6

/** Finds the application that an exchange belongs to: by session, else by token. Renewals link tokens. */
export class RunOwners {
  readonly #byToken = new Recent<string>(MAX_TOKENS)
  /** Renewals that followed no refusal, by each token that they returned. Such a renewal may be another application's first request. */
  readonly #unpromptedRenewals = new Recent<Exchange>(MAX_TOKENS)
  readonly #open: Map<string, OpenRun>
  readonly #preludes: Recent<Exchange[]>
  #strangers = 0

  /**
   * `open` holds open runs by owner, `preludes` the exchanges before runs. When an owner becomes known by its
   * session, its run moves along; when it becomes known by its first step, its earlier requests do.
   */
  constructor(open: Map<string, OpenRun>, preludes: Recent<Exchange[]>) {
    this.#open = open
    this.#preludes = preludes
  }

  /** The step that the exchange's application owes next, because the meaning of the request may depend on it. */
  expectedOf(exchange: Exchange): number {
    const owner =
      exchange.session === null ? this.#byToken.get(tokenOf(exchange) ?? '') : ofSession(exchange.session)
    const run = owner === undefined ? this.#newest() : this.#open.get(owner)
    return run ? (run.awaited ?? AFTER_LAST_STEP) : 1
  }

  /** The owner, whose tokens are known from here on; null if nothing tells. `step`: the one that would begin a run. */
  of(exchange: Exchange, place: Place, step: StepNumber | null): string | null {
    const owner = this.#find(exchange, place, step)
    if (owner === null) return null
    const run = this.#open.get(owner)
    if (place.kind !== 'token') this.#learn(exchange, owner)
    else for (const token of tokensIn(exchange)) this.#byToken.set(token, owner)
    if (place.kind === 'token' && run) run.isRenewed ||= givenIn(exchange).length > 0
    return owner
  }

  #find(exchange: Exchange, place: Place, step: StepNumber | null): string | null {
    if (exchange.session !== null) {
      const owner = ofSession(exchange.session)
      if (place.kind === 'token' && !this.#open.has(owner)) this.#adopt(owner, exchange.session)
      return owner
    }
    if (place.kind === 'token') return this.#ownerOfRenewal(exchange)
    const token = tokenOf(exchange)
    const known = this.#byToken.get(token ?? '')
    if (token !== null && known !== undefined) return this.#ownerOfKnownToken(token, known, step)
    if (step === null) return token === null ? this.#ownerOfHiddenToken(exchange) : keyOfToken(token)
    if (isSeenByOurService(exchange)) return this.#ownerOfUnknownToken(token, step)
    // An application whose new token is known would have sent that one, so a step 1 belongs to a run without a new token.
    const waiting = this.#newest(step === 1 ? lacksToken : (run) => run.mayBeRefused)
    if (waiting && (token !== null || step === waiting.awaited)) return waiting.owner
    const current = step === 1 ? undefined : this.#newest()
    return current?.owner ?? keyOfToken(token)
  }

  /** A step 1 whose token came from an unprompted renewal during an open run is another application's. */
  #ownerOfKnownToken(token: string, known: string, step: StepNumber | null): string {
    const unasked = this.#unpromptedRenewals.get(token)
    const run = this.#open.get(known)
    if (!unasked) return known
    this.#unpromptedRenewals.delete(token)
    if (step !== 1 || !run) return known
    run.release(unasked)
    const owner = keyOfToken(token)
    this.#preludes.set(owner, [unasked])
    for (const one of tokensIn(unasked)) this.#byToken.set(one, owner)
    return owner
  }

  /**
   * The embedded service knows its own tokens, so a token unknown to it has no owner. If there is one client, the
   * request may still be its own: it is the step that is due, with the token lost or damaged. If there
   * are several, a stranger's request must not spoil another client's run.
   */
  #ownerOfUnknownToken(token: string | null, step: StepNumber): string {
    const only = this.#only
    const mayBeIts = token === null || step > 1 || only?.lastOutcome === 'refused'
    if (only?.awaited === step && mayBeIts) return only.owner
    return keyOfToken(token)
  }

  /** If the recording redacts tokens and only one run is open, the exchange probably belongs to that run. */
  #ownerOfHiddenToken({ gaps }: Exchange): string | null {
    return gaps.includes('authorization') || gaps.includes('headers') ? (this.#only?.owner ?? null) : null
  }

  /** A renewal belongs to the application that held its refresh token, else to the run whose token was refused last. */
  #ownerOfRenewal(exchange: Exchange): string {
    for (const token of tokensIn(exchange)) {
      const known = this.#byToken.get(token)
      if (known !== undefined) return known
    }
    const only = this.#only
    if (isSeenByOurService(exchange)) {
      return only?.lastOutcome === 'refused' ? only.owner : `stranger ${++this.#strangers}`
    }
    const asking = this.#newest(lacksToken)
    if (!asking) for (const token of givenIn(exchange)) this.#unpromptedRenewals.set(token, exchange)
    return (asking ?? only)?.owner ?? `stranger ${++this.#strangers}`
  }

  /** A token that was never issued was refused. The renewal that follows shows which application sent it. */
  #adopt(owner: string, session: string): void {
    const orphans = [...this.#open.values()].filter((run) => run.session === null && run.mayBeRefused)
    const orphan = orphans.length === 1 ? orphans[0] : undefined
    if (!orphan) return
    this.#open.delete(orphan.owner)
    orphan.owner = owner
    orphan.session = session
    this.#open.set(owner, orphan)
    for (const one of orphan.exchanges) this.#learn(one, owner)
  }

  #learn(exchange: Exchange, owner: string): void {
    const token = tokenOf(exchange)
    if (token !== null) this.#byToken.set(token, owner)
  }

  get #only(): OpenRun | undefined {
    return this.#open.size === 1 ? [...this.#open.values()][0] : undefined
  }

  #newest(fits: (run: OpenRun) => boolean = () => true): OpenRun | undefined {
    let found: OpenRun | undefined
    for (const run of this.#open.values()) {
      if (fits(run) && (!found || run.lastSentAtMs >= found.lastSentAtMs)) found = run
    }
    return found
  }
}

function lacksToken(run: OpenRun): boolean {
  return run.mayBeRefused && !run.isRenewed
}

const SESSION = 'session '

export function ofSession(session: string): string {
  return SESSION + session
}

/** All requests without a token share one owner. */
function keyOfToken(token: string | null): string {
  return `token ${token}`
}

export function sessionOf(owner: string): string | null {
  return owner.startsWith(SESSION) ? owner.slice(SESSION.length) : null
}

/** The access token that was sent, also where it is quoted, doubled or bare; null where none is, or a variable's name. */
function tokenOf(exchange: Exchange): string | null {
  const label = /\[(?:access|refresh)_token#\d+\]/.exec(credentialsOf(exchange))?.[0]
  const bearer = label ?? bearerOf(exchange)
  return bearer === null || isPlaceholder(bearer) ? null : bearer
}

/** The embedded service knows which tokens it issued, and to whom. */
function isSeenByOurService(exchange: Exchange): boolean {
  return sightOf(exchange).plays === 'service'
}

/** The refresh token or code that a renewal sent, and the tokens that it received, as labels. */
function tokensIn(exchange: Exchange): string[] {
  const sent = exchange.request.body?.text ?? ''
  const form = new URLSearchParams(sent)
  const asked = parseJson(sent)
  const names = ['refresh_token', 'code']
  const values = [
    ...names.map((name) => form.get(name)),
    ...names.map((name) => (asked.ok ? property(asked.value, name) : null)),
  ]
  return [...values.filter(isText), ...givenIn(exchange)]
}

function givenIn({ response }: Exchange): string[] {
  const given = parseJson(response?.body?.text ?? '')
  if (!given.ok) return []
  return [property(given.value, 'refresh_token'), property(given.value, 'access_token')].filter(isText)
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

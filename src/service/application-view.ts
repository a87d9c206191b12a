import type { LifeEvent } from '../exchange/exchange.js'
import { homologationSteps, routeOf, type StepNumber } from '../specification/homologation.js'
import type { ApplicationState, Credentials, Registration } from './application.js'
import { applyLifeEvent } from './lifecycle.js'
import { digest } from './random.js'
import type { Run } from './run.js'
import type { ServiceSettings } from './settings.js'
import type { ServiceContext } from './tokens.js'

/**
 * An application registered with the embedded service, as callers may read and change it. Each has tokens, a run and
 * hashes of its own.
 */
export interface Application {
  /** Responses name it as their `session`: `app1`, `app2`, … */
  readonly id: string
  readonly name: string
  /** With the newest tokens. */
  readonly credentials: Credentials
  /** Its progress through the five steps; null before its first request. */
  readonly progress: Progress | null
  readonly inactivated: boolean
  readonly redirectLink: string | null
  /** Its newest hundred lifecycle events, in order. */
  readonly pastEvents: readonly LifeEvent[]
  /** Changes what is given. New scopes revoke all tokens. */
  register(registration: Registration): void
  /** Applies a lifecycle event, such as `inactivate`; a response that refuses because of it names it in `staged`. §Application lifecycle */
  applyEvent(event: LifeEvent): void
  /** Undoes `inactivate`. Its tokens stay revoked; a new authorization brings new ones. */
  reactivate(): void
  /**
   * Makes revoked tokens valid again, except those that a lifecycle event revoked. A client that only knows its first
   * tokens can then begin another run. A run in which no step has succeeded is ended, or the next step 1 would be its repeat.
   */
  revive(): void
  /** Returns an authorization code, as if the account holder had consented. */
  grantCode(nowMs: number): string
}

interface Progress {
  readonly run: number
  /** The last step that succeeded; 0 if none has. */
  readonly done: 0 | StepNumber
  /** The request that comes next: `PUT /Api/v3/homologacao/produtos/7`; null after step 5 or a limit. */
  readonly awaited: string | null
  readonly invalidateAt: StepNumber | 'never'
  /** Whether the revocation at `invalidateAt` has happened already. */
  readonly invalidated: boolean
  readonly newestHash: string | null
}

/** Creates the state of a newly registered application, without tokens. */
export function createApplicationState(
  id: string,
  registration: Registration,
  { seed, onSecret }: ServiceSettings,
): ApplicationState {
  const clientSecret = digest(`${seed}/${id}/secret`, 60)
  onSecret('client_secret', clientSecret)
  return {
    id,
    name: registration.name ?? 'Aplicativo de ensaio',
    clientId: digest(`${seed}/${id}/client`),
    clientSecret,
    redirectLink: registration.redirectLink ?? null,
    // numbers, as in authorization links; `removedScopes` are paths
    scopes: registration.scopes ?? ['98309', '98310', '318257570'],
    inactivated: false,
    removedScopes: [],
    pastEvents: [],
    requests: 0,
    tokens: [],
    issued: 0,
    run: null,
    faultCounts: {},
    countedRequests: { timesMs: [], hours: new Map() },
  }
}

/** Gives callers access to an application; its state stays private. */
export function applicationView(state: ApplicationState, context: ServiceContext): Application {
  const { settings, tokens } = context
  return {
    id: state.id,
    pastEvents: state.pastEvents,
    get name() {
      return state.name
    },
    get inactivated() {
      return state.inactivated
    },
    get redirectLink() {
      return state.redirectLink
    },
    get credentials() {
      return {
        accessToken: tokens.newest(state, 'access').value,
        refreshToken: tokens.newest(state, 'refresh').value,
        clientId: state.clientId,
        clientSecret: state.clientSecret,
      }
    },
    get progress() {
      return state.run && progressOf(state.run, settings)
    },
    register({ name, redirectLink, scopes }) {
      if (name !== undefined) state.name = name
      if (redirectLink !== undefined) state.redirectLink = redirectLink
      if (scopes === undefined) return
      state.scopes = scopes
      tokens.revoke(state, 'all')
    },
    applyEvent: (event) => applyLifeEvent(state, event, context),
    reactivate() {
      state.inactivated = false
    },
    revive() {
      if (state.run?.done === 0) state.run.isOver = true
      tokens.restore(state)
    },
    grantCode: (nowMs) => tokens.grantCode(state, nowMs),
  }
}

function progressOf(run: Run, { basePath }: ServiceSettings): Progress {
  // `done` is the number of the last step, so it is the index of the next
  const next = run.isOver || run.done === 5 ? null : homologationSteps[run.done]
  const { number, done, invalidateAt, invalidated, newestHash } = run
  const awaited =
    next && routeOf({ ...next, path: basePath + next.path.replace('{idProduto}', `${run.productId}`) })
  return { run: number, done, awaited, invalidateAt, invalidated, newestHash }
}

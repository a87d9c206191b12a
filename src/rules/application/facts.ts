import type { FailureKind } from '../../exchange/exchange.js'
import type { Access } from '../../specification/registration.js'
import type { ApplicationState } from '../../specification/states.js'

/** The facts gathered about an application. `src/review` gathers them, and the rules of this folder judge them. */
export interface ApplicationFacts {
  readonly registration: Registration
  /** The day of the review: `2026-11-21`. */
  readonly today: string
  /** null if the file names no logo. */
  readonly logo: LogoFacts | null
  readonly links: Readonly<Record<LinkName, LinkFacts>>
  readonly pages: readonly PageFacts[]
  readonly traffic: TrafficFacts | null
  /** The evidence files that a person's answers name, by the name written there. */
  readonly evidence: Readonly<Record<string, EvidenceFacts>>
}

/** The content of `application.yaml`. Texts are trimmed. A field that was left out is empty or null. */
export interface Registration {
  readonly name: string
  readonly shortDescription: string
  readonly description: string
  readonly category: string
  /** Path or https address of the image. */
  readonly logo: string
  readonly redirectLink: string
  readonly homepageLink: string
  readonly manualLink: string
  readonly videoLink: string
  /** Called in place of `redirectLink` if the review starts the application on this machine; null if `redirectLink` is called then too. */
  readonly rehearsalLink: string | null
  /** The page of the application that sends its user to the authorization; null if it is unknown. */
  readonly startLink: string | null
  readonly visibility: 'public' | 'private' | null
  readonly situation: ApplicationState | null
  /** The situation that the application is meant to reach next; null means the next move of its owner. */
  readonly nextSituation: ApplicationState | null
  readonly purpose: string
  /** The language of its users: `pt-BR`. */
  readonly language: string
  readonly scopes: readonly Scope[]
  readonly answers: readonly PersonsAnswer[]
}

/** A scope that the application asks for. The specification lists no scopes, so the file names the resources of each. */
export interface Scope {
  /** The name or number of the scope on the registration screen. */
  readonly scope: string
  readonly why: string
  /** Resource families as `homologa contract` names them. */
  readonly resources: readonly string[]
  readonly access: Access
}

export interface PersonsAnswer {
  readonly question: string
  readonly answer: 'yes' | 'no' | null
  readonly date: string | null
  /** Path of a file. */
  readonly evidence: string | null
}

type EvidenceFacts = 'readable' | 'missing' | 'empty' | 'too-large'

export type LogoFacts =
  | { readonly kind: 'unreadable'; readonly reason: string }
  | { readonly kind: 'no-image' }
  /** The file begins as an image, but its end is missing. */
  | { readonly kind: 'cut' }
  | {
      readonly kind: 'image'
      readonly format: string
      readonly widthPx: number
      readonly heightPx: number
      readonly sizeBytes: number
    }

export type LinkName = 'redirect' | 'homepage' | 'manual' | 'video'

/** The result of a visit. After redirections it describes the last response. */
export interface VisitFacts {
  /** null if no response arrived. */
  readonly status: number | null
  readonly failure: FailureKind | null
  readonly contentType: string
  readonly html: string
  readonly leftHttps: boolean
  readonly tooManyRedirects: boolean
  /** Id of the exchange with that response. */
  readonly exchange: string | null
}

/** The result of calling a link without cookies or credentials. */
export interface LinkFacts extends VisitFacts {
  readonly url: string
  /** Why the link was not called, such as `offline` if this machine has no network; null if it was called. */
  readonly skipped: 'empty' | 'no-address' | 'not-https' | 'offline' | null
  /** The address after all redirections. */
  readonly finalUrl: string
  readonly sizeBytes: number
}

/** The calls of the redirect link that the review makes, as the service would make them after each outcome of the authorization. */
export type PageCall = 'success' | 'access-denied' | 'inactivated' | 'wrong-state' | 'code-reused'

/** The page that a browser would show to a person after one call of the redirect link. */
export interface PageFacts extends VisitFacts {
  readonly call: PageCall
  /**
   * Why the link was not called, or why its outcome proves nothing; null if the outcome counts. `no-valid-code`: the
   * application uses another service than ours. The others mean that the call lacks a `state` of the application, because
   * its start page is not usable (`no-state`), leads to no authorization, or sends no `state` there (`stateless`).
   */
  readonly skipped:
    | 'no-link'
    | 'no-valid-code'
    | 'no-state'
    | 'no-authorization'
    | 'stateless'
    | 'offline'
    | null
  /** The page as a browser drew it; null if no browser was at hand. */
  readonly drawn: DrawnPage | null
  readonly referrerPolicy: string
  /** Whether the address of the last page contains the code or a token. */
  readonly codeInAddress: boolean
  /** The kinds of places where the code or a token was found: `link`, `text`, … */
  readonly leaks: readonly Leak[]
  /** Whether the application tried to exchange the code of this call; null if this could not be observed. */
  readonly codeExchanged: boolean | null
  /** The status with which the service refused to exchange the code; null if it did not refuse, or if that was not observed. */
  readonly refusal: number | null
  /** Whether the application used the code again after it had received the tokens. */
  readonly isCodeSpentAgain: boolean
  /** Whether the application gave the same `state` to independent browsers. */
  readonly isStateConstant: boolean
  /** Names of the application's cookies that a browser does not send when it comes from the service: SameSite=Strict. */
  readonly withheld: readonly string[]
}

export type Leak = 'link' | 'form' | 'text' | 'script' | 'source' | 'storage' | 'redirect'

export interface DrawnPage {
  readonly title: string
  /** The text of the first `h1`, else of the first `h2`. */
  readonly heading: string
  readonly text: string
  readonly lang: string
  /** Pixels by which the page is wider than a telephone's screen. */
  readonly overflowPx: number
}

/** The routes that recorded traffic called, and whether it read or wrote. */
export interface TrafficFacts {
  readonly exchanges: number
  readonly used: readonly { readonly family: string; readonly access: Access; readonly route: string }[]
}

import type { FailureKind } from '../../exchange/exchange.js'
import type { Access } from '../../specification/registration.js'
import type { ApplicationState } from '../../specification/states.js'

/** The facts gathered about an application. `src/review` fills them, and the rules of this folder judge them. */
export interface ApplicationFacts {
  readonly registration: Registration
  /** The day of the review: `2026-11-21`. */
  readonly today: string
  /** null where the file names no logo. */
  readonly logo: LogoFacts | null
  readonly links: Readonly<Record<LinkName, LinkFacts>>
  readonly pages: readonly PageFacts[]
  readonly traffic: TrafficFacts | null
  /** Evidence files that responses name, by the name written there. */
  readonly evidence: Readonly<Record<string, EvidenceFacts>>
}

/** `application.yaml`, parsed. Texts are trimmed; what was left out is empty or null. */
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
  /** The page of the redirect link where the review starts the application; null: the redirect link itself. */
  readonly rehearsalLink: string | null
  /** The address to which the application sends its user to begin the authorization; null if it is unknown. */
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

/** A scope that the application asks for. The specification shows no scope names, so each says what it opens. */
export interface Scope {
  /** As the registration screen calls it, name or number. */
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
  /** It begins as an image, and its end is missing. */
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
  /** null where no response came. */
  readonly status: number | null
  readonly failure: FailureKind | null
  readonly contentType: string
  readonly html: string
  readonly leftHttps: boolean
  readonly tooManyRedirects: boolean
  readonly exchange: string | null
}

/** The result of calling a link as a stranger, without cookies or credentials. */
export interface LinkFacts extends VisitFacts {
  readonly url: string
  /** Why nothing was asked; null where it was. */
  readonly skipped: 'empty' | 'no-address' | 'not-https' | 'offline' | null
  /** Address in the end, after redirections. */
  readonly finalUrl: string
  readonly sizeBytes: number
}

/** How the service would call the redirect link. */
export type PageCall = 'success' | 'access-denied' | 'inactivated' | 'wrong-state' | 'code-reused'

/** The page that a person's browser would have shown after one call of the redirect link. */
export interface PageFacts extends VisitFacts {
  readonly call: PageCall
  /** Why it was not called, or why its outcome proves nothing; null where it does. */
  readonly skipped:
    | 'no-link'
    | 'no-valid-code'
    | 'no-state'
    | 'no-authorization'
    | 'stateless'
    | 'offline'
    | null
  readonly drawn: DrawnPage | null
  readonly referrerPolicy: string
  /** Whether the address of the last page contains the code or a token. */
  readonly codeInAddress: boolean
  /** The places where the code or a token was found: `link`, `text`, … This never contains the value. */
  readonly leaks: readonly Leak[]
  /** Whether the application tried to exchange the code of this call; null if this could not be observed. */
  readonly codeExchanged: boolean | null
  /** The status with which the service refused to exchange the code; null if it did not, or if nobody saw it. */
  readonly refusal: number | null
  /** Whether the application asked for tokens with the code of this call once more, after they had come. */
  readonly isCodeSpentAgain: boolean
  /** Whether browsers that know nothing of one another were given the same `state`. */
  readonly isStateConstant: boolean
  /** Names of cookies of the application that no browser sends along from the service: SameSite=Strict. */
  readonly withheld: readonly string[]
}

export type Leak = 'link' | 'form' | 'text' | 'script' | 'source' | 'storage' | 'redirect'

export interface DrawnPage {
  readonly title: string
  /** Text of the first `h1`, else of the first `h2`. */
  readonly heading: string
  readonly text: string
  readonly lang: string
  /** Pixels by which it is wider than a telephone's screen. */
  readonly overflowPx: number
}

/** The routes and access that recorded traffic used. */
export interface TrafficFacts {
  readonly exchanges: number
  readonly used: readonly { readonly family: string; readonly access: Access; readonly route: string }[]
}

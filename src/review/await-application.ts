import { createSender, type Sender } from '../client/sender.js'
import type { Transport } from '../client/transport.js'
import type { ApplicationHost } from './application-host.js'
import { whySkipped } from './gather-links.js'
import { isAuthorize } from './gather-pages.js'
import { createVisitor, type Visitor } from './link-visitor.js'
import type { ReviewOptions } from './review-options.js'

/** The address at which an application that was started shows the pages of its redirect link. */
export function linkOf({ command, registration }: ReviewOptions): string {
  const { redirectLink, rehearsalLink } = registration
  return command.length > 0 && rehearsalLink !== null ? rehearsalLink : redirectLink
}

export function visitorOf(
  sender: Sender,
  options: ReviewOptions,
  onCookies: (origin: string) => void,
): Visitor {
  const { registration, signal, userAgent } = options
  return createVisitor({
    sender,
    userAgent,
    language: registration.language,
    stopsAt: isAuthorize,
    onCookies,
    signal,
  })
}

const START_MS = 20_000

const POLL_MS = 100

/** Waits until the application listens, for as long as it runs. These attempts to connect are not recorded. */
export async function untilAnswering(
  host: ApplicationHost,
  link: string,
  transport: Transport,
  options: ReviewOptions,
): Promise<void> {
  if (whySkipped(link) !== null) return
  const { clock, signal } = options
  const visitor = visitorOf(createSender({ transport, onExchange: () => {} }), options, () => {})
  const giveUpAtMs = clock.now() + START_MS
  while (clock.now() < giveUpAtMs && host.ended === null) {
    const { failure } = await visitor.visit(new URL(link).origin)
    if (failure !== 'refused') return
    await clock.sleep(POLL_MS, signal)
  }
}

const MOST_RUN_MS = 120_000

const MARGIN_MS = 1_000

/** How long to wait for an application that must start the five steps by itself. */
const ALONE_MS = 30_000

/** No page of a redirect link connects it, as right after `init`, and no run that passed is kept: its command is all there is. */
function isOnItsOwn(options: ReviewOptions): boolean {
  return whySkipped(linkOf(options)) !== null && options.recordings.length === 0
}

/** A queue may take up a code some seconds after its page was shown: so many times the wait for the first step. */
const QUEUED = 4

/** An application that exchanges its code, and runs the five steps once it is connected, is given the time for both. */
export async function untilSettled(
  host: ApplicationHost,
  options: ReviewOptions,
  hasTried: () => boolean,
): Promise<void> {
  const { clock, profile, signal } = options
  const { beginMs, quietMs } = options.patience ?? {
    beginMs: isOnItsOwn(options) ? ALONE_MS : 3_000,
    quietMs: profile.spacing.intervalMs + MARGIN_MS,
  }
  const askedAtMs = clock.now()
  const isUnder = (ms: number, sinceMs: number) => clock.now() - sinceMs <= ms && host.ended === null
  while (!hasTried() && isUnder(QUEUED * beginMs, askedAtMs)) await clock.sleep(POLL_MS, signal)
  const fromMs = clock.now()
  while (!host.hasBegun) {
    if (!isUnder(beginMs, fromMs)) return
    await clock.sleep(POLL_MS, signal)
  }
  options.onProgress?.('waiting-for-five-steps')
  while (host.idleMs() < quietMs && clock.now() - fromMs < MOST_RUN_MS) await clock.sleep(POLL_MS, signal)
}

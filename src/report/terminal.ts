import { type Exchange, headerValue } from '../exchange/exchange.js'
import type { RunEvent } from '../run/run-event.js'
import { isSuccess } from '../specification/recognise.js'
import { fill, type Lang } from '../words/catalogue.js'
import { oneDecimal } from '../words/numerals.js'
import { type Look, lengthOf, paint, widthOf, wrap } from './look.js'
import { oneLine } from './safe-text.js'

/**
 * The live view of a run, as pure functions: `advance` takes what happened, `drawLive` gives the lines of the picture and
 * `plainLine` the one line that a log gets instead. Whoever prints decides where and how often.
 */

/** An event of a run, with masked exchanges. */
export type ShownEvent =
  | Exclude<RunEvent, { readonly kind: 'responded' }>
  | { readonly kind: 'responded'; readonly step: string; readonly exchange: Exchange }

export interface LiveView {
  readonly steps: readonly LiveStep[]
  /** Name of the header that carries the hash. */
  readonly hashHeader: string
  readonly lastSentAtMs: number | null
}

interface LiveStep {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly state: 'pending' | 'waiting' | 'sending' | 'passed' | 'refused' | 'failed' | 'not-reached'
  /** When the next request is due, by the run's clock. */
  readonly untilMs: number | null
  /** Whether the request must leave before that moment, not after it. */
  readonly isDeadline: boolean
  readonly status: string | null
  /** Milliseconds between this request and the one before it. */
  readonly gapMs: number | null
  readonly durationMs: number | null
  readonly hashSent: string | null
  readonly hashGot: string | null
  /** Renewals and repeats during the step. */
  readonly notes: readonly StepNote[]
}

type StepNote = Extract<
  ShownEvent,
  { readonly kind: 'renewing' | 'renewed' | 'not-renewed' | 'restarting' | 'holding' }
>

/** The view before anything happened. */
export function beginView(
  steps: readonly { readonly id: string; readonly method: string; readonly path: string }[],
  hashHeader: string,
): LiveView {
  const fresh = { state: 'pending', untilMs: null, status: null, gapMs: null, durationMs: null } as const
  const none = { isDeadline: false, hashSent: null, hashGot: null, notes: [] }
  return {
    steps: steps.map(({ id, method, path }) => ({ id, method, path, ...fresh, ...none })),
    hashHeader,
    lastSentAtMs: null,
  }
}

/** The view after one more event. */
export function advance(view: LiveView, event: ShownEvent): LiveView {
  switch (event.kind) {
    case 'waiting':
      return changed(view, event.step, { state: 'waiting', untilMs: event.untilMs })
    case 'sending':
      return changed(view, event.step, { state: 'sending', untilMs: null })
    case 'responded':
      return responded(view, event.step, event.exchange)
    case 'holding':
      return noted(changed(view, event.step, { state: 'waiting', untilMs: event.untilMs }), event)
    case 'restarting':
      return noted(restarted(view), event)
    case 'not-reached':
      return changed(view, event.step, { state: 'not-reached', untilMs: null })
    case 'ended':
      return view
    default:
      return noted(view, event)
  }
}

function changed(view: LiveView, id: string, change: Partial<LiveStep>): LiveView {
  return { ...view, steps: view.steps.map((step) => (step.id === id ? { ...step, ...change } : step)) }
}

function noted(view: LiveView, note: StepNote): LiveView {
  const notes = view.steps.find(({ id }) => id === note.step)?.notes ?? []
  return changed(view, note.step, { notes: [...notes, note] })
}

/** Everything again from step 1; what happened on the way stays. */
function restarted(view: LiveView): LiveView {
  const { steps } = beginView(view.steps, view.hashHeader)
  return { ...view, steps: steps.map((step, i) => ({ ...step, notes: view.steps[i]?.notes ?? [] })) }
}

/** Requests to the token address belong to a step but are not counted as its requests. */
function responded(view: LiveView, id: string, exchange: Exchange): LiveView {
  if (exchange.channel !== 'service') return view
  const { request, response, failure, sentAtMs, respondedAtMs } = exchange
  const succeeded = response !== null && failure === null && isSuccess(response)
  const isRefused = response?.status === 401
  const next = changed(view, id, {
    state: succeeded ? 'passed' : isRefused ? 'refused' : 'failed',
    untilMs: null,
    status: failure?.kind ?? String(response?.status ?? '–'),
    gapMs: view.lastSentAtMs === null ? null : sentAtMs - view.lastSentAtMs,
    durationMs: respondedAtMs === null ? null : respondedAtMs - sentAtMs,
    hashSent: headerValue(request.headers, view.hashHeader),
    hashGot: response && headerValue(response.headers, view.hashHeader),
  })
  return { ...next, lastSentAtMs: sentAtMs }
}

const SIGNS: Readonly<Record<LiveStep['state'], string>> = {
  pending: '·',
  waiting: '›',
  sending: '›',
  passed: '✓',
  refused: '!',
  failed: '✗',
  'not-reached': '–',
}

const STATE_COLOURS: Readonly<Partial<Record<LiveStep['state'], 'green' | 'yellow' | 'red'>>> = {
  passed: 'green',
  refused: 'yellow',
  failed: 'red',
}

/** The picture: heads, then a line a step with its notes beneath. `nowMs` is the run's clock. */
export function drawLive(view: LiveView, nowMs: number, look: Look): string[] {
  const { ui } = look.catalogue
  const heads = columns(ui['terminal.status'], ui['terminal.took'], ui['terminal.gap'], 'hash'.padEnd(HASHES))
  const left = widthOf(look) - lengthOf(heads)
  const head = left < 2 ? '' : `${' '.repeat(left)}${heads}`.trimEnd()
  return [
    paint(head, 'dim', look),
    ...view.steps.flatMap((step, i) => [
      ...stepLines(step, i + 1, nowMs, look),
      ...step.notes
        .flatMap((note) => wrap(`! ${noteOf(note, look)}`, widthOf(look) - 6))
        .map((line) => paint(`      ${line}`, 'yellow', look)),
    ]),
  ]
}

/** Two hashes of eight characters and the arrow between them. */
const HASHES = 17

function columns(status: string, took: string, gap: string, hashes: string): string {
  return `${status.padStart(6)} ${took.padStart(7)} ${gap.padStart(8)}  ${hashes}`
}

function stepLines(step: LiveStep, number: number, nowMs: number, look: Look): string[] {
  const right = factsOf(step, nowMs, look)
  const colour = STATE_COLOURS[step.state] ?? 'dim'
  const isNow = step.state === 'waiting' || step.state === 'sending'
  for (const path of [step.path, shortPath(step.path)]) {
    const left = `${SIGNS[step.state]} ${number} ${step.method.padEnd(6)} ${oneLine(path)}`
    const spare = widthOf(look) - lengthOf(left) - lengthOf(right) - 2
    const painted = isNow ? left : paint(left, colour, look)
    if (spare >= 0) return [`  ${painted}${' '.repeat(spare)}${right}`.trimEnd()]
  }
  // on a narrow terminal everything is broken where it must be
  const room = widthOf(look) - 6
  const [first = '', ...more] = wrap(`${SIGNS[step.state]} ${number} ${step.method} ${step.path}`, room)
  const facts = wrap(right.trim().replace(/ {2,}/g, '  '), room)
  return [`  ${first}`, ...[...more, ...facts].map((line) => `      ${line}`)]
}

/** `…/produtos/{id}/situacoes`: what tells the steps apart. */
function shortPath(path: string): string {
  return path.replace(/^\/[^/]+(?=\/)/, '…').replace(/\{id\w*\}/g, '{id}')
}

function factsOf(step: LiveStep, nowMs: number, look: Look): string {
  const { ui } = look.catalogue
  if (step.state === 'waiting') {
    const leftMs = (step.untilMs ?? nowMs) - nowMs
    if (leftMs <= 0) return ui[step.isDeadline ? 'terminal.late' : 'terminal.due']
    const seconds = oneDecimal(leftMs / 1000, look.lang)
    return fill(ui[step.isDeadline ? 'terminal.within' : 'terminal.next'], { seconds }, look.lang)
  }
  if (step.state === 'sending') return ui['terminal.sending']
  if (step.status === null) return ''
  const [took, gap] = [wholeMs(step.durationMs), wholeMs(step.gapMs)]
  return columns(statusOf(step, look.lang), took, gap, chainOf(step).padEnd(HASHES))
}

/** Never rounded up: a gap of 1,999.9 ms is not two seconds. */
export function wholeMs(ms: number | null): string {
  return ms === null ? '–' : `${Math.floor(ms)} ms`
}

/** The hash that went out and the one that came back, by their first eight characters. */
function chainOf({ hashSent, hashGot }: LiveStep): string {
  return `${shortHash(hashSent)}→${shortHash(hashGot)}`
}

export function shortHash(hash: string | null): string {
  if (hash === null) return '–'
  return hash === '' ? "''" : oneLine(hash).slice(0, 8)
}

const RENEWALS = {
  refusal: 'terminal.refused',
  expiry: 'terminal.expired',
  'no-token': 'terminal.noToken',
} as const

function noteOf(note: StepNote, { catalogue: { ui }, lang }: Look): string {
  switch (note.kind) {
    case 'renewing':
      return ui[RENEWALS[note.because]]
    case 'renewed':
      return ui['terminal.renewed']
    case 'not-renewed':
      return fill(ui['terminal.notRenewed'], { why: whyNotRenewed(note, ui, lang) }, lang)
    case 'restarting':
      return fill(ui['terminal.restarting'], { ms: note.spacingMs, repeat: note.repeat }, lang)
    case 'holding':
      return fill(ui['terminal.holding'], { repeat: note.repeat }, lang)
  }
}

/** Leaves out the output of a token command: it is masked and shown when the run ends. */
function whyNotRenewed(
  { evidence, flaw }: Extract<StepNote, { kind: 'not-renewed' }>,
  ui: Look['catalogue']['ui'],
  lang: Lang,
): string {
  const { status = null, error = null, exit = null, since = null } = evidence
  return fill(ui[`run.renewal.${flaw}`], { status, error, exit, since, stderr: null }, lang)
}

/** A status as it came, or what kept a response from coming. */
function statusOf({ status }: LiveStep, lang: Lang): string {
  return status !== null && /^[a-z]/.test(status)
    ? fill('{status_kind}', { status }, lang)
    : oneLine(status ?? '')
}

/** The line for where no picture can be drawn; null for what only a picture shows. `view` is the one after the event. */
export function plainLine(event: ShownEvent, view: LiveView, look: Look): string | null {
  const number = view.steps.findIndex(({ id }) => 'step' in event && id === event.step) + 1
  const step = view.steps[number - 1]
  if (!step) return null
  const { ui } = look.catalogue
  switch (event.kind) {
    case 'responded':
      if (event.exchange.channel !== 'service') return null
      return `${SIGNS[step.state]} ${number} ${step.method} ${oneLine(step.path)}: ${[
        statusOf(step, look.lang),
        ...(step.durationMs === null ? [] : [`${ui['terminal.took']} ${wholeMs(step.durationMs)}`]),
        ...(step.gapMs === null ? [] : [`${ui['terminal.gap']} ${wholeMs(step.gapMs)}`]),
        `hash ${chainOf(step)}`,
      ].join(', ')}`
    case 'renewing':
      // The line of the refused request has said so.
      if (step.state === 'refused') return null
      return `! ${number} ${noteOf(event, look)}`
    case 'not-reached':
      return `– ${number} ${step.method} ${oneLine(step.path)}  ${ui['terminal.notReached']}`
    case 'waiting':
    case 'sending':
    case 'ended':
      return null
    default:
      return `! ${number} ${noteOf(event, look)}`
  }
}

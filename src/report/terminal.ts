import { type Exchange, headerValue } from '../exchange/exchange.js'
import type { RunEvent } from '../run/run-event.js'
import { isSuccess } from '../specification/recognise.js'
import { fill, type Lang } from '../words/catalogue.js'
import { oneDecimal } from '../words/numerals.js'
import { type Look, labelled, lengthOf, paint, widthOf, wrap } from './look.js'
import { oneLine } from './safe-text.js'

/**
 * The five steps on the terminal while they run. `createView` and `applyEvent` keep the state, `drawLive` draws it as a table,
 * and `plainLine` gives one line for each event if the output is no terminal. `src/cli` prints them.
 */

/** An event of a run, with a masked exchange. */
export type ShownEvent =
  | Exclude<RunEvent, { readonly kind: 'responded' }>
  | { readonly kind: 'responded'; readonly step: string; readonly exchange: Exchange }

export interface LiveView {
  readonly steps: readonly LiveStep[]
  /** Name of the header that carries the hash. */
  readonly hashHeader: string
  /** From which the gap of the next request is measured; null before the first. */
  readonly lastSentAtMs: number | null
}

interface LiveStep {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly state: keyof typeof STATES
  /** When the next request is due, by the run's clock. */
  readonly untilMs: number | null
  /** True if the request must be sent before `untilMs`, false if after it. */
  readonly isDeadline: boolean
  /** `200`, or the kind of a failure, such as `timeout`; null before the response. */
  readonly status: string | null
  /** Milliseconds between this request and the one before it. */
  readonly gapMs: number | null
  readonly durationMs: number | null
  readonly hashSent: string | null
  readonly hashGot: string | null
  /** Renewals and repeats during the step. */
  readonly notes: readonly StepNote[]
}

type EventOf<Kind extends ShownEvent['kind']> = Extract<ShownEvent, { readonly kind: Kind }>
type StepNote = EventOf<'renewing' | 'renewed' | 'not-renewed' | 'restarting' | 'holding'>

export function createView(
  steps: readonly Pick<LiveStep, 'id' | 'method' | 'path'>[],
  hashHeader: string,
): LiveView {
  const unknown = { status: null, gapMs: null, durationMs: null, hashSent: null, hashGot: null }
  const pending = { state: 'pending', untilMs: null, isDeadline: false, ...unknown, notes: [] } as const
  return {
    steps: steps.map(({ id, method, path }) => ({ id, method, path, ...pending })),
    hashHeader,
    lastSentAtMs: null,
  }
}

export function applyEvent(view: LiveView, event: ShownEvent): LiveView {
  switch (event.kind) {
    case 'waiting':
      return changeStep(view, event.step, { state: 'waiting', untilMs: event.untilMs })
    case 'sending':
      return changeStep(view, event.step, { state: 'sending', untilMs: null })
    case 'responded':
      return addResponse(view, event.step, event.exchange)
    case 'holding':
      return addNote(changeStep(view, event.step, { state: 'waiting', untilMs: event.untilMs }), event)
    case 'restarting':
      return addNote(restartSteps(view), event)
    case 'not-reached':
      return changeStep(view, event.step, { state: 'not-reached', untilMs: null })
    case 'ended':
      return view
    case 'renewing':
    case 'renewed':
    case 'not-renewed':
      return addNote(view, event)
  }
}

function changeStep(view: LiveView, id: string, change: Partial<LiveStep>): LiveView {
  return { ...view, steps: view.steps.map((step) => (step.id === id ? { ...step, ...change } : step)) }
}

function addNote(view: LiveView, note: StepNote): LiveView {
  const notes = view.steps.find(({ id }) => id === note.step)?.notes ?? []
  return changeStep(view, note.step, { notes: [...notes, note] })
}

/** Every step is pending again, as the client begins with step 1; the notes stay. */
function restartSteps(view: LiveView): LiveView {
  const { steps } = createView(view.steps, view.hashHeader)
  return { ...view, steps: steps.map((step, i) => ({ ...step, notes: view.steps[i]?.notes ?? [] })) }
}

/** Requests to the token address belong to a step but are not counted as its requests. */
function addResponse(view: LiveView, id: string, exchange: Exchange): LiveView {
  if (exchange.channel !== 'service') return view
  const { request, response, failure, sentAtMs, respondedAtMs } = exchange
  const hasSucceeded = response !== null && failure === null && isSuccess(response)
  const failedState = response?.status === 401 ? 'refused' : 'failed'
  const next = changeStep(view, id, {
    state: hasSucceeded ? 'passed' : failedState,
    untilMs: null,
    status: failure?.kind ?? String(response?.status ?? '–'),
    gapMs: view.lastSentAtMs === null ? null : sentAtMs - view.lastSentAtMs,
    durationMs: respondedAtMs === null ? null : respondedAtMs - sentAtMs,
    hashSent: headerValue(request.headers, view.hashHeader),
    hashGot: response && headerValue(response.headers, view.hashHeader),
  })
  return { ...next, lastSentAtMs: sentAtMs }
}

/** The current step is not painted, so that it stands out. */
const STATES = {
  pending: { sign: '·', colour: 'dim' },
  waiting: { sign: '›', colour: null },
  sending: { sign: '›', colour: null },
  passed: { sign: '✓', colour: 'green' },
  refused: { sign: '!', colour: 'yellow' },
  failed: { sign: '✗', colour: 'red' },
  'not-reached': { sign: '–', colour: 'dim' },
} as const

/** The table: heads, then a line for each step with its notes below. `nowMs` is the time on the run's clock. */
export function drawLive(view: LiveView, nowMs: number, look: Look): string[] {
  const { ui } = look.catalogue
  const hashHead = 'hash'.padEnd(HASHES_WIDTH)
  const heads = columns(ui['terminal.status'], ui['terminal.took'], ui['terminal.gap'], hashHead)
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
const HASHES_WIDTH = 17

function columns(status: string, took: string, gap: string, hashes: string): string {
  return `${status.padStart(6)} ${took.padStart(7)} ${gap.padStart(8)}  ${hashes}`
}

function stepLines(step: LiveStep, number: number, nowMs: number, look: Look): string[] {
  const right = factsOf(step, nowMs, look)
  const { sign, colour } = STATES[step.state]
  // the short path is for a terminal that is too narrow for the whole one
  for (const path of [step.path, shortPath(step.path)]) {
    const left = `${sign} ${number} ${step.method.padEnd(6)} ${oneLine(path)}`
    const spare = widthOf(look) - lengthOf(left) - lengthOf(right) - 2
    const painted = colour === null ? left : paint(left, colour, look)
    if (spare >= 0) return [`  ${painted}${' '.repeat(spare)}${right}`.trimEnd()]
  }
  // The terminal is too narrow even for that, so the facts go below.
  const room = widthOf(look) - 6
  const title = wrap(`${number} ${step.method} ${step.path}`, room)
  const facts = wrap(right.trim().replace(/ {2,}/g, '  '), room)
  return labelled(sign, title, 2).concat(facts.map((line) => `      ${line}`))
}

/** `…/produtos/{id}/situacoes` for `/homologacao/produtos/{idProduto}/situacoes`. */
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
  return columns(statusOf(step, look.lang), took, gap, hashesText(step).padEnd(HASHES_WIDTH))
}

/** `took 12 ms` and `gap 2000 ms`, as far as they are known. */
export function timeTexts(durationMs: number | null, gapMs: number | null, { catalogue: { ui } }: Look) {
  return [
    ...(durationMs === null ? [] : [`${ui['terminal.took']} ${wholeMs(durationMs)}`]),
    ...(gapMs === null ? [] : [`${ui['terminal.gap']} ${wholeMs(gapMs)}`]),
  ]
}

/** `1999 ms`. It never rounds up: a gap of 1,999.9 ms is not two seconds. */
function wholeMs(ms: number | null): string {
  return ms === null ? '–' : `${Math.floor(ms)} ms`
}

/** `a1b2c3d4→e5f6a7b8`: the hash that was sent and the one that was received. */
function hashesText({ hashSent, hashGot }: LiveStep): string {
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

function noteOf(note: StepNote, look: Look): string {
  const { ui } = look.catalogue
  const { lang } = look
  switch (note.kind) {
    case 'renewing':
      return ui[RENEWALS[note.because]]
    case 'renewed':
      return ui['terminal.renewed']
    case 'not-renewed':
      return fill(ui['terminal.notRenewed'], { why: whyNotRenewed(note, look) }, lang)
    case 'restarting':
      return fill(ui['terminal.restarting'], { ms: note.spacingMs, repeat: note.repeat }, lang)
    case 'holding':
      return fill(ui['terminal.holding'], { repeat: note.repeat }, lang)
  }
}

/** Leaves out the output of a token command, because it is masked and shown only when the run ends. */
function whyNotRenewed(
  { evidence, flaw }: EventOf<'not-renewed'>,
  { catalogue: { ui }, lang }: Look,
): string {
  const { status = null, error = null, exit = null, since = null } = evidence
  return fill(ui[`run.renewal.${flaw}`], { status, error, exit, since }, lang)
}

/** The status, such as `200`; without a response, the kind of the failure in words. */
function statusOf({ status }: LiveStep, lang: Lang): string {
  const isFailureKind = status !== null && /^[a-z]/.test(status)
  return isFailureKind ? fill('{status_kind}', { status }, lang) : oneLine(status ?? '')
}

/** The line for an event if no table can be drawn; null for events that only the table shows. `view` is the state after the event. */
export function plainLine(event: ShownEvent, view: LiveView, look: Look): string | null {
  if (event.kind === 'ended') return null
  const index = view.steps.findIndex(({ id }) => id === event.step)
  const step = view.steps[index]
  if (!step) return null
  const number = index + 1
  const { ui } = look.catalogue
  switch (event.kind) {
    case 'responded': {
      if (event.exchange.channel !== 'service') return null
      const facts = [
        statusOf(step, look.lang),
        ...timeTexts(step.durationMs, step.gapMs, look),
        `hash ${hashesText(step)}`,
      ]
      return `${STATES[step.state].sign} ${number} ${step.method} ${oneLine(step.path)}: ${facts.join(', ')}`
    }
    case 'renewing':
      // After a refused request, the line of that request says it already.
      return step.state === 'refused' ? null : `! ${number} ${noteOf(event, look)}`
    case 'not-reached':
      return `– ${number} ${step.method} ${oneLine(step.path)}  ${ui['terminal.notReached']}`
    case 'waiting':
    case 'sending':
      return null
    default:
      return `! ${number} ${noteOf(event, look)}`
  }
}

import { relative } from 'node:path'
import { type Look, widthOf, wrap } from '../report/look.js'
import type { Finding } from '../rules/finding.js'
import { type ApplicationState, applicationStates } from '../specification/states.js'
import { type Catalogue, fill, findingSentence, type Lang } from '../words/catalogue.js'
import type { ReviewOutcome } from './review.js'

/** The outcome as somebody reads it who wants to know whether to press the button, and what to do if not. */
export interface ReviewText {
  readonly heading: string
  readonly sections: readonly {
    readonly title: string
    readonly lines: readonly string[]
    readonly numbered: boolean
  }[]
}

interface Words {
  readonly catalogue: Catalogue
  readonly lang: Lang
  /** Paths are shown as seen from here. */
  readonly cwd: string
}

export function describeReview(
  outcome: ReviewOutcome,
  situation: ApplicationState | null,
  words: Words,
): ReviewText {
  const { ui } = words.catalogue
  const { verdict, judgement, open } = outcome
  const roots = judgement.findings.filter(({ consequenceOf }) => consequenceOf === null)
  const missing = open.map((item) => openLine(item, words))
  const say = (severity: Finding['severity']) =>
    roots.filter((one) => one.severity === severity).map((one) => todo(one, words))
  const errors = say('error')
  const observed = roots
    .filter(({ severity }) => severity === 'info')
    .map((one) => sentence(one, 'message', words))
  // An address of the registration leads to this machine.
  const isRehearsal = roots.some(({ code }) => code.endsWith('-link:this-machine'))
  const sections = [
    { title: ui['review.verdict.fail.why'], lines: errors, numbered: true },
    {
      title: errors.length > 0 ? ui['review.also-missing'] : ui['review.verdict.incomplete.why'],
      lines: missing,
      numbered: true,
    },
    { title: ui['review.worth'], lines: oneAdvice(say('warning')), numbered: false },
    { title: ui['review.observed'], lines: [fiveSteps(outcome, words), ...observed], numbered: false },
  ]
  const filled = sections.filter(({ lines }) => lines.length > 0)
  if (verdict === 'pass')
    filled.unshift({ title: pressLine(situation, isRehearsal, words), lines: [], numbered: false })
  return { heading: ui[`review.verdict.${verdict}`], sections: filled }
}

/** Only two states have a button; in the others the move is somebody else's. */
function pressLine(state: ApplicationState | null, rehearsal: boolean, { catalogue, lang }: Words): string {
  const { ui } = catalogue
  if (rehearsal) return `${ui['review.verdict.pass.why']} ${ui['review.verdict.pass.rehearsal']}`
  const hasButton = state === null || state === 'em-desenvolvimento' || state === 'rejeitado'
  const press = hasButton
    ? ui['review.verdict.pass.press']
    : fill(ui['review.verdict.pass.no-button'], { state: applicationStates[state] }, lang)
  return `${ui['review.verdict.pass.why']} ${press}`
}

/** Prints advice that several consecutive items share only once, below the last of them. */
function oneAdvice(todos: readonly string[]): string[] {
  const adviceIn = (todo: string | undefined) => todo?.split('\n→ ')[1]
  return todos.map((todo, place) => {
    const isSaidBelow = adviceIn(todos[place + 1]) === adviceIn(todo)
    return isSaidBelow ? (todo.split('\n→ ')[0] ?? '') : todo
  })
}

function todo(finding: Finding, words: Words): string {
  return `${sentence(finding, 'message', words)}\n→ ${sentence(finding, 'hint', words)}`
}

function sentence(finding: Finding, part: 'message' | 'hint', { catalogue, lang }: Words): string {
  return findingSentence(finding, part, catalogue, lang) ?? finding.code
}

function openLine({ code, values }: ReviewOutcome['open'][number], { catalogue, lang }: Words): string {
  const line = fill(catalogue.ui[`review.open.${code}`], values, lang)
  const question = `question.${values.question}` as keyof Catalogue['ui']
  return code === 'unanswered' && question in catalogue.ui ? `${line}\n→ ${catalogue.ui[question]}` : line
}

function fiveSteps({ run }: ReviewOutcome, { catalogue, cwd, lang }: Words): string {
  const path = run && (relative(cwd, run.path) || run.path)
  const key = run === null ? 'none' : run.judgement.verdict
  return fill(catalogue.ui[`review.five-steps.${key}`], { path }, lang)
}

/** For the terminal. */
export function drawReview({ heading, sections }: ReviewText, title: string, look: Look): string[] {
  const broken = (text: string, by: number) => wrap(text, widthOf(look) - by)
  const drawn = sections.flatMap(({ title: about, lines, numbered }) => [
    '',
    ...broken(about, 0),
    ...lines.flatMap((line, place) => {
      const sign = numbered ? `${String(place + 1).padStart(2)}. ` : '  - '
      return broken(line, 4).map((part, row) => (row === 0 ? sign + part : `    ${part}`))
    }),
  ])
  return [`${title}: ${heading}`, ...drawn]
}

/** For `review.md`. */
export function reviewMarkdown({ heading, sections }: ReviewText, title: string): string {
  const parts = sections.map(({ title: head, lines, numbered }) =>
    [
      head,
      '',
      ...lines.map((line, place) => `${numbered ? `${place + 1}.` : '-'} ${line.replace('\n', '  \n   ')}`),
    ]
      .join('\n')
      .trim(),
  )
  return `# ${title}: ${heading}\n\n${parts.join('\n\n')}\n`
}

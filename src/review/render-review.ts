import { relative } from 'node:path'
import { type Look, widthOf, wrap } from '../report/look.js'
import type { Finding } from '../rules/finding.js'
import { type ApplicationState, applicationStates } from '../specification/states.js'
import { type Catalogue, fill, findingSentence, type Lang } from '../words/catalogue.js'
import type { ReviewOutcome } from './review.js'

/** The result of a review as text: whether the user may request the service's own review now, and what to do before. */
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
  /** Paths are shown relative to this folder. */
  readonly cwd: string
}

/** @param situation where the application stands in its life cycle; null if it is unknown */
export function describeReview(
  outcome: ReviewOutcome,
  situation: ApplicationState | null,
  words: Words,
): ReviewText {
  const { ui } = words.catalogue
  const { verdict, judgement, open } = outcome
  const roots = judgement.findings.filter(({ consequenceOf }) => consequenceOf === null)
  const missing = open.map((item) => openLine(item, words))
  const withSeverity = (severity: Finding['severity']) => roots.filter((root) => root.severity === severity)
  const errors = withSeverity('error').map((root) => withAdvice(taskOf(root, words)))
  const warnings = withSeverity('warning').map((root) => taskOf(root, words))
  const observed = withSeverity('info').map((root) => sentence(root, 'message', words))
  // a link of the registration leads to this machine, so the application is not published yet
  const isRehearsal = roots.some(({ code }) => code.endsWith('-link:this-machine'))
  const missingTitle = errors.length > 0 ? ui['review.also-missing'] : ui['review.verdict.incomplete.why']
  const sections = [
    { title: ui['review.verdict.fail.why'], lines: errors, numbered: true },
    { title: missingTitle, lines: missing, numbered: true },
    { title: ui['review.worth'], lines: mergeAdvice(warnings), numbered: false },
    { title: ui['review.observed'], lines: [fiveSteps(outcome, words), ...observed], numbered: false },
  ]
  const shown = sections.filter(({ lines }) => lines.length > 0)
  if (verdict === 'pass')
    shown.unshift({ title: nextStepLine(situation, isRehearsal, words), lines: [], numbered: false })
  return { heading: ui[`review.verdict.${verdict}`], sections: shown }
}

/** What to do after a pass. Only in two states does the service offer the button that requests a review. */
function nextStepLine(
  state: ApplicationState | null,
  isRehearsal: boolean,
  { catalogue, lang }: Words,
): string {
  const { ui } = catalogue
  if (isRehearsal) return `${ui['review.verdict.pass.why']} ${ui['review.verdict.pass.rehearsal']}`
  const hasButton = state === null || state === 'em-desenvolvimento' || state === 'rejeitado'
  const press = hasButton
    ? ui['review.verdict.pass.press']
    : fill(ui['review.verdict.pass.no-button'], { state: applicationStates[state] }, lang)
  return `${ui['review.verdict.pass.why']} ${press}`
}

interface Task {
  readonly message: string
  readonly advice: string
}

function taskOf(finding: Finding, words: Words): Task {
  return { message: sentence(finding, 'message', words), advice: sentence(finding, 'hint', words) }
}

function withAdvice({ message, advice }: Task): string {
  return `${message}\n→ ${advice}`
}

/** If consecutive tasks have the same advice, only the last of them shows it. */
function mergeAdvice(tasks: readonly Task[]): string[] {
  return tasks.map((task, i) => (tasks[i + 1]?.advice === task.advice ? task.message : withAdvice(task)))
}

function sentence(finding: Finding, part: 'message' | 'hint', { catalogue, lang }: Words): string {
  return findingSentence(finding, part, catalogue, lang) ?? finding.code
}

/** What is missing. An unanswered question of the checklist is quoted below it. */
function openLine({ code, values }: ReviewOutcome['open'][number], { catalogue, lang }: Words): string {
  const message = fill(catalogue.ui[`review.open.${code}`], values, lang)
  const question = `question.${values.question}` as keyof Catalogue['ui']
  if (code !== 'unanswered' || !(question in catalogue.ui)) return message
  return withAdvice({ message, advice: catalogue.ui[question] })
}

function fiveSteps({ run }: ReviewOutcome, { catalogue, cwd, lang }: Words): string {
  const path = run && (relative(cwd, run.path) || run.path)
  const key = run === null ? 'none' : run.judgement.verdict
  return fill(catalogue.ui[`review.five-steps.${key}`], { path }, lang)
}

/** The text as lines for the terminal. `title` is the name of the application. */
export function drawReview({ heading, sections }: ReviewText, title: string, look: Look): string[] {
  const drawn = [`${title}: ${heading}`]
  for (const { title: sectionTitle, lines, numbered } of sections) {
    drawn.push('', ...wrap(sectionTitle, widthOf(look)))
    for (const [i, line] of lines.entries()) {
      const bullet = numbered ? `${String(i + 1).padStart(2)}. ` : '  - '
      const [first = '', ...rest] = wrap(line, widthOf(look) - bullet.length)
      drawn.push(bullet + first, ...rest.map((part) => `    ${part}`))
    }
  }
  return drawn
}

/** The text as Markdown, for `review.md`. */
export function renderReviewMarkdown({ heading, sections }: ReviewText, title: string): string {
  const parts = sections.map(({ title: sectionTitle, lines, numbered }) => {
    // `withAdvice` puts the advice on a line of its own. Markdown keeps a line end after two spaces.
    const items = lines.map((line, i) => `${numbered ? `${i + 1}.` : '-'} ${line.replace('\n', '  \n   ')}`)
    return [sectionTitle, '', ...items].join('\n').trim()
  })
  return `# ${title}: ${heading}\n\n${parts.join('\n\n')}\n`
}

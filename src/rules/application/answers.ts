import { ANSWER_GOOD_DAYS, type Question, questions } from '../../specification/registration.js'
import { allowedNext, applicationStates, moveApplication } from '../../specification/states.js'
import type { FindingCode, OpenCode } from '../../words/catalogue.js'
import type { Finding } from '../finding.js'
import { applicationRule, findingOf, type OpenItem } from './application-rule.js'
import type { ApplicationFacts, PersonsAnswer } from './facts.js'

/** Judges the questions that only a person can decide. A "no" breaks the requirement; a gap leaves it open. */
export function judgeAnswers(facts: ApplicationFacts): { findings: Finding[]; open: OpenItem[] } {
  const findings: Finding[] = []
  const open: OpenItem[] = []
  for (const question of questions) {
    const { id, requirement } = question
    const given = facts.registration.answers.filter((one) => one.question === id)
    const [{ evidence, date } = { evidence: null, date: null }] = given
    const gap = gapOf(question, given, facts)
    if (given.some(({ answer }) => answer === 'no')) {
      const code = `${requirement}:answered-no` as FindingCode
      findings.push(
        findingOf(requirement, code, { values: { question: id }, severity: 'error', subject: id }),
      )
    } else if (gap) open.push({ requirement, code: gap, values: { question: id, evidence, date } })
  }
  return { findings, open }
}

/** Why an answer settles nothing; null if it does. */
function gapOf(
  question: Question,
  [given, another]: readonly PersonsAnswer[],
  facts: ApplicationFacts,
): OpenCode | null {
  if (another) return 'answered-twice'
  if (!given || given.answer === null) return 'unanswered'
  const ageDays = ageOf(given.date, facts.today)
  if (ageDays === null) return 'answer-undated'
  if (ageDays < 0) return 'answer-in-future'
  if (ageDays > ANSWER_GOOD_DAYS) return 'answer-old'
  if (given.evidence === null) return question.evidence ? 'evidence-unnamed' : null
  const found = facts.evidence[given.evidence] ?? 'missing'
  return found === 'readable' ? null : `evidence-${found}`
}

const DAY_MS = 86_400_000

function ageOf(date: string | null, today: string): number | null {
  const then = Date.parse(`${date}T00:00:00Z`)
  if (Number.isNaN(then) || new Date(then).toISOString().slice(0, 10) !== date) return null
  return Math.round((Date.parse(`${today}T00:00:00Z`) - then) / DAY_MS)
}

/** The application's situation and the moves that may follow. An impossible move is a breach. */
export const situation = applicationRule('application/situation', ({ registration }, note) => {
  const { situation: state, nextSituation, visibility } = registration
  if (visibility === null) note.open('visibility')
  if (visibility === 'private') note.breach('private', { severity: 'warning' })
  if (state === null) return note.open('situation')
  const next = allowedNext(state).map(({ to }) => applicationStates[to])
  note.breach(state, {
    values: { state: applicationStates[state], next: next.join(', ') || null },
    subject: state,
  })
  if (state === 'inativado') note.breach('no-button', { severity: 'error' })
  if (nextSituation === null) return
  const move = moveApplication(state, nextSituation)
  if (move.allowed) return
  const values = { from: applicationStates[state], to: applicationStates[nextSituation] }
  note.breach(`refused-${move.reason}`, { values, severity: 'error' })
})

import { MAX_ANSWER_AGE_DAYS, type Question, questions } from '../../specification/registration.js'
import { allowedNext, applicationStates, moveApplication } from '../../specification/states.js'
import type { FindingCode, OpenCode } from '../../words/catalogue.js'
import type { Finding } from '../finding.js'
import { applicationRule, findingOf, type OpenItem } from './application-rule.js'
import type { ApplicationFacts, PersonsAnswer } from './facts.js'

/**
 * Judges the answers to the registration's questions that only a person can decide. A "no" breaks the requirement; a
 * missing or outdated answer leaves it open.
 */
export function judgeAnswers(facts: ApplicationFacts): { findings: Finding[]; open: OpenItem[] } {
  const findings: Finding[] = []
  const open: OpenItem[] = []
  for (const question of questions) {
    const { id, requirement } = question
    const answers = facts.registration.answers.filter((answer) => answer.question === id)
    const { evidence = null, date = null } = answers[0] ?? {}
    const openCode = findOpenCode(question, answers, facts)
    if (answers.some(({ answer }) => answer === 'no')) {
      const code = `${requirement}:answered-no` as FindingCode
      findings.push(
        findingOf(requirement, code, { values: { question: id }, severity: 'error', subject: id }),
      )
    } else if (openCode) open.push({ requirement, code: openCode, values: { question: id, evidence, date } })
  }
  return { findings, open }
}

/** Why the answers to a question leave it open; null if it is answered. */
function findOpenCode(
  question: Question,
  [answer, second]: readonly PersonsAnswer[],
  facts: ApplicationFacts,
): OpenCode | null {
  if (second) return 'answered-twice'
  if (!answer || answer.answer === null) return 'unanswered'
  const ageDays = daysBetween(answer.date, facts.today)
  if (ageDays === null) return 'answer-undated'
  if (ageDays < 0) return 'answer-in-future'
  if (ageDays > MAX_ANSWER_AGE_DAYS) return 'answer-old'
  if (answer.evidence === null) return question.evidence ? 'evidence-unnamed' : null
  const state = facts.evidence[answer.evidence] ?? 'missing'
  return state === 'readable' ? null : `evidence-${state}`
}

const DAY_MS = 86_400_000

/** Days from a date such as `2026-11-21` to today; null if there is no such date. */
function daysBetween(date: string | null, today: string): number | null {
  const dateMs = Date.parse(`${date}T00:00:00Z`)
  // Date.parse takes `2026-02-30` for the first days of March
  if (Number.isNaN(dateMs) || new Date(dateMs).toISOString().slice(0, 10) !== date) return null
  return Math.round((Date.parse(`${today}T00:00:00Z`) - dateMs) / DAY_MS)
}

/** Reports the application's situation and its possible next situations. A planned move that is impossible is an error. */
export const situation = applicationRule('application/situation', ({ registration }, note) => {
  const { situation: state, nextSituation, visibility } = registration
  // the life cycle begins with saving a public application, so these two questions come first
  if (visibility === null) note.open('visibility')
  if (visibility === 'private') note.breach('private', { severity: 'warning' })
  if (state === null) return note.open('situation')
  const next = allowedNext(state).map(({ to }) => applicationStates[to])
  // the situation is no fault: findings of this requirement are infos unless they say otherwise
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

import type { JudgeContext } from '../rules/context.js'
import { contextOf, exchangesOf, type Shot } from '../rules/exchanges.fixture.js'
import type { Finding } from '../rules/finding.js'
import { judge } from './judge.js'

/** Judges a run of the five steps. */
export const judged = (shots: readonly Shot[], context: Partial<JudgeContext> = {}) =>
  judge(exchangesOf(shots), contextOf(context))

/** The codes of the errors. */
export const codes = (findings: readonly Finding[]) =>
  findings.filter(({ severity }) => severity === 'error').map(({ code }) => code)

/** `consequence <- root`, or the root alone, in the order of the findings. */
export function tree(findings: readonly Finding[]): string[] {
  const codeOf = new Map(findings.map((finding) => [finding.fingerprint, finding.code]))
  return findings
    .filter(({ severity }) => severity === 'error')
    .map(({ code, consequenceOf }) => (consequenceOf ? `${code} <- ${codeOf.get(consequenceOf)}` : code))
}

export const bodyOf = (value: unknown) => {
  const text = JSON.stringify(value)
  return { text, sizeBytes: text.length, flaw: null }
}

export const error500 = { status: 500, response: { error: { type: 'server' } } }
export const error400 = { status: 400, response: { error: { type: 'VALIDATION_ERROR' } } }

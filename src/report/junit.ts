import { groupBy } from '../specification/plain-object.js'
import type { Catalogue } from '../words/catalogue.js'
import { acceptedLines, leftLines, stopLines } from './contract-lines.js'
import { consequenceText, factRows } from './fact-rows.js'
import { failsRun } from './night.js'
import type { Occurrence, Report, ReportFinding, ReportStep } from './report.js'
import { xmlAttribute, xmlText } from './safe-text.js'
import { everyPlace } from './same-findings.js'

/** Renders JUnit XML for Jenkins, GitLab and GitHub. */
export function renderJunit(report: Report, catalogue: Catalogue): string {
  const cases = testCasesOf(report, catalogue)
  const count = (is: Outcome['is']) => cases.filter(({ outcome }) => outcome?.is === is).length
  const counts = `tests="${cases.length}" failures="${count('failure')}" errors="${count('error')}" skipped="${count('skipped')}" time="${secondsOf(report.run.durationMs)}"`
  const startedAt = xmlAttribute(report.run.startedAt.replace(/(?:\.\d+)?Z$/, ''))
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="homologa" ${counts}>`,
    `  <testsuite name="${xmlAttribute(`homologa ${report.run.command}`)}" ${counts} timestamp="${startedAt}">`,
    '    <properties>',
    ...propertiesOf(report, catalogue),
    '    </properties>',
    ...cases.map(renderCase),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n')
}

/** A test case, as junit.xml and ctrf-report.json list it. */
export interface TestCase {
  /** Group of the case: `homologa.homologation`. */
  readonly className: string
  readonly name: string
  readonly durationMs: number
  /** null: passed. */
  readonly outcome: Outcome | null
  /** Warnings and notices, which fail nothing. */
  readonly notes: string
}

interface Outcome {
  readonly is: 'failure' | 'error' | 'skipped'
  /** Id of the broken requirement or of the step. */
  readonly type: string
  readonly message: string
  readonly text: string
}

/**
 * A run as test cases. Each step is one; a step that was not reached is skipped with its reason; an error without a step is
 * a case of its own. A run that did not pass although no finding fails it has a case that says why, because skipped cases
 * look green: it is incomplete, or fails only by steps without a success (see `withoutError`).
 */
export function testCasesOf(report: Report, catalogue: Catalogue): TestCase[] {
  const { steps, verdict, cause } = report
  const isFailing = (finding: ReportFinding) => failsRun(finding, report)
  const findings = report.findings.flatMap(inEachStep)
  const byStep = groupBy(findings, ({ step }) => step)
  const stepCases = steps.map((step): TestCase => {
    const own = byStep.get(step.id) ?? []
    const harmless = own.filter((finding) => !isFailing(finding))
    return {
      className: classOf(step.id),
      name: `${step.id} ${step.route}${step.title === step.route ? '' : `: ${step.title}`}`,
      durationMs: step.durationMs ?? 0,
      outcome: failureOf(own.filter(isFailing), report, catalogue) ?? withoutError(step, report, catalogue),
      notes: textOf(harmless, report, catalogue),
    }
  })
  const ids: ReadonlySet<string | null> = new Set(steps.map(({ id }) => id))
  const others = findings.filter((finding) => isFailing(finding) && !ids.has(finding.step))
  const otherCases = others.map((finding): TestCase => {
    const { requirement, route, step } = finding
    const name = [requirement, route, step].filter((part) => part !== null).join(' ')
    const outcome = failureOf([finding], report, catalogue)
    return { className: classOf(requirement), name, durationMs: 0, outcome, notes: '' }
  })
  const cases = [...stepCases, ...otherCases]
  if (verdict === 'pass' || report.findings.some(isFailing)) return cases
  const outcome: Outcome = {
    is: verdict === 'incomplete' ? 'error' : 'failure',
    type: verdict,
    text: '',
    message: cause ?? catalogue.ui[`report.because.${verdict}`],
  }
  return [...cases, { className: 'homologa', name: verdict, durationMs: 0, outcome, notes: '' }]
}

/** `homologa.homologation` for `homologation/3`. */
function classOf(id: string): string {
  return `homologa.${id.split('/')[0]}`
}

/** Names the first error, with the texts of all. */
function failureOf(errors: readonly ReportFinding[], report: Report, catalogue: Catalogue): Outcome | null {
  const [first] = errors
  if (!first) return null
  return {
    is: first.blame === 'harness' ? 'error' : 'failure',
    type: first.requirement,
    message: first.message,
    text: textOf(errors, report, catalogue),
  }
}

/**
 * Returns an error once for each step in which it occurred, with the route, exchange and evidence of its first occurrence
 * there, so that each of these steps fails. Any other finding is returned once, because it fails no step.
 */
function inEachStep(finding: ReportFinding): ReportFinding[] {
  if (finding.severity !== 'error') return [finding]
  const occurrences: readonly Occurrence[] = finding.occurrences ?? everyPlace(finding)
  const steps = new Set(occurrences.map(({ step }) => step))
  return [...steps].map((step) => {
    const place = occurrences.find((occurrence) => occurrence.step === step)
    // an occurrence has these only if they differ from the finding's
    const { values = finding.values, message = finding.message, actual = finding.actual } = place ?? {}
    return { ...finding, ...place, values, message, actual }
  })
}

/**
 * The outcome of a step without a failing finding. It fails all the same if its verdict says so: none of its requests
 * succeeded, which an earlier mistake may explain. Under `--fail-on new` a failed step has only known findings, and passes.
 */
function withoutError(step: ReportStep, { against }: Report, { ui }: Catalogue): Outcome | null {
  if (step.verdict === 'fail' && against?.failOn !== 'new')
    return { is: 'failure', type: step.id, message: ui['report.because.fail'], text: '' }
  if (step.verdict === 'pass' || step.verdict === 'fail') return null
  return { is: 'skipped', type: '', message: step.reason ?? ui[`report.verdict.${step.verdict}`], text: '' }
}

function textOf(findings: readonly ReportFinding[], report: Report, catalogue: Catalogue): string {
  return findings.map((finding) => findingText(finding, report, catalogue)).join('\n\n')
}

const FACTS = ['expected', 'actual', 'hint', 'clause', 'route', 'since', 'exchange', 'fingerprint'] as const

function findingText(finding: ReportFinding, report: Report, catalogue: Catalogue): string {
  const { ui } = catalogue
  const rows = factRows(FACTS, finding, report, catalogue)
  const consequence = consequenceText(finding, report, { catalogue, lang: report.run.lang })
  return [
    finding.message,
    `${ui['report.label.requirement']}: ${finding.requirement} (${ui[`report.severity.${finding.severity}`]})`,
    ...rows.map(([label, text]) => `${label}: ${text}`),
    ...(consequence === null ? [] : [consequence]),
  ].join('\n')
}

function propertiesOf(report: Report, catalogue: Catalogue): string[] {
  const { run, verdict } = report
  const words = { catalogue, lang: run.lang }
  const values: readonly (readonly [string, string])[] = [
    ['run', run.id],
    ['verdict', verdict],
    ['profile', run.profile],
    ['baseUrl', run.target.baseUrl],
    ['version', run.tool.version],
    ...(report.against ? [['against', report.against.run ?? ''] as const] : []),
    ...(report.fixed ?? []).map(
      ({ fingerprint, route, message }) => ['fixed', `${fingerprint} ${route ?? ''} ${message}`] as const,
    ),
    ...stopLines(report).map((line) => ['stopped', line] as const),
    ...acceptedLines(report, words).map((line) => ['accepted', line] as const),
    ...leftLines(report, words).map((line) => ['left', line] as const),
  ]
  return values.map(([name, value]) => `      <property name="${name}" value="${xmlAttribute(value)}"/>`)
}

function renderCase({ className, name, durationMs, outcome, notes }: TestCase): string {
  const open = `    <testcase classname="${xmlAttribute(className)}" name="${xmlAttribute(name)}" time="${secondsOf(durationMs)}"`
  const inner = [
    ...(outcome ? [renderOutcome(outcome)] : []),
    ...(notes === '' ? [] : [`      <system-out>${xmlText(notes)}</system-out>`]),
  ]
  return inner.length === 0 ? `${open}/>` : [`${open}>`, ...inner, '    </testcase>'].join('\n')
}

function renderOutcome({ is, type, message, text }: Outcome): string {
  const attribute = `message="${xmlAttribute(message)}"`
  if (is === 'skipped') return `      <skipped ${attribute}/>`
  return `      <${is} type="${xmlAttribute(type)}" ${attribute}>${xmlText(text)}</${is}>`
}

function secondsOf(ms: number): string {
  return (ms / 1000).toFixed(3)
}

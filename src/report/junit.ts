import { type Catalogue, clauseText, fill } from '../words/catalogue.js'
import { acceptedLines, isAcceptable } from './accepted-lines.js'
import { leftLines } from './left-records.js'
import { fails } from './night.js'
import type { Report, ReportFinding, ReportStep } from './report.js'
import { xmlAttribute, xmlText } from './safe-text.js'
import { stopLines } from './with-stop.js'

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

export interface TestCase {
  readonly className: string
  readonly name: string
  readonly durationMs: number
  readonly outcome: Outcome | null
  readonly notes: string
}

interface Outcome {
  readonly is: 'failure' | 'error' | 'skipped'
  readonly type: string
  readonly message: string
  readonly text: string
}

/**
 * A run as test cases. Each step is one; a step that was not reached is skipped with its reason; an error without a step is
 * a case of its own. An incomplete run has a failing case, because skipped cases look green.
 */
export function testCasesOf(report: Report, catalogue: Catalogue): TestCase[] {
  const { steps, verdict, cause } = report
  const { ui } = catalogue
  const isFailing = (finding: ReportFinding) => fails(finding, report)
  const textOf = (findings: readonly ReportFinding[]) =>
    findings.map((finding) => told(finding, report, catalogue)).join('\n\n')
  const all = report.findings.flatMap(ofEachStep)
  const byStep = new Map(steps.map(({ id }): [string | null, ReportFinding[]] => [id, []]))
  for (const finding of all) byStep.get(finding.step)?.push(finding)
  const broken = (errors: readonly ReportFinding[]): Outcome | null =>
    errors[0] === undefined
      ? null
      : {
          is: errors[0].blame === 'harness' ? 'error' : 'failure',
          type: errors[0].requirement,
          message: errors[0].message,
          text: textOf(errors),
        }
  const ofSteps = steps.map((step): TestCase => {
    const here = byStep.get(step.id) ?? []
    return {
      className: classOf(step.id),
      name: `${step.id} ${step.route}${step.title === step.route ? '' : `: ${step.title}`}`,
      durationMs: step.durationMs ?? 0,
      outcome: broken(here.filter(isFailing)) ?? withoutError(step, report, ui),
      notes: textOf(here.filter((finding) => !isFailing(finding))),
    }
  })
  const others = all.filter((finding) => isFailing(finding) && !byStep.has(finding.step))
  const ofOthers = others.map((finding): TestCase => {
    const { requirement, route, step } = finding
    const name = [requirement, route, step].filter((part) => part !== null).join(' ')
    return { className: classOf(requirement), name, durationMs: 0, outcome: broken([finding]), notes: '' }
  })
  if (verdict === 'pass' || report.findings.some(isFailing)) return [...ofSteps, ...ofOthers]
  const outcome: Outcome = {
    is: verdict === 'incomplete' ? 'error' : 'failure',
    type: verdict,
    text: '',
    message: cause ?? ui[`report.because.${verdict}`],
  }
  return [...ofSteps, { className: 'homologa', name: verdict, durationMs: 0, outcome, notes: '' }]
}

function classOf(id: string): string {
  return `homologa.${id.split('/')[0]}`
}

/**
 * A mistake that was made in several steps is one finding, and each of those steps fails with it: with the route,
 * exchange and evidence of its first occurrence there. A warning is named once, because it fails no step.
 */
function ofEachStep(finding: ReportFinding): ReportFinding[] {
  const { occurrences = [finding, ...(finding.places ?? [])], severity, message, actual } = finding
  if (severity !== 'error') return [finding]
  const first = new Map(occurrences.toReversed().map((one) => [one.step, one]))
  return [...first.values()].toReversed().map(({ step, route, exchange, ...own }) => ({
    ...finding,
    message,
    actual,
    ...own,
    step,
    route,
    exchange,
  }))
}

/** The outcome of a step at which nothing fails the run. */
function withoutError(step: ReportStep, { against }: Report, ui: Catalogue['ui']): Outcome | null {
  if (step.verdict === 'fail' && against?.failOn !== 'new')
    return { is: 'failure', type: step.id, message: ui['report.because.fail'], text: '' }
  if (step.verdict === 'pass' || step.verdict === 'fail') return null
  return { is: 'skipped', type: '', message: step.reason ?? ui[`report.verdict.${step.verdict}`], text: '' }
}

function told(finding: ReportFinding, report: Report, { clauses, ui }: Catalogue): string {
  const root = report.findings.find(({ fingerprint }) => fingerprint === finding.consequenceOf)
  const since = finding.since && ui[`night.since.${finding.since}`]
  const lines: readonly (readonly [string, string | null | undefined])[] = [
    [ui['report.label.requirement'], `${finding.requirement} (${ui[`report.severity.${finding.severity}`]})`],
    [ui['report.label.expected'], finding.expected],
    [ui['report.label.actual'], finding.actual],
    [ui['report.label.hint'], finding.hint],
    [ui['report.label.clause'], clauseText(finding.clause, clauses)],
    [ui['report.label.route'], finding.route],
    [ui['night.since'], since],
    [ui['report.label.exchange'], finding.exchange],
    [
      ui['report.label.fingerprint'],
      isAcceptable(report) ? `${finding.fingerprint} (contract --accept)` : null,
    ],
  ]
  return [
    finding.message,
    ...lines.flatMap(([label, value]) => (value ? `${label}: ${value}` : [])),
    ...(root ? [fill(ui['report.consequenceOf'], { requirement: root.requirement })] : []),
  ].join('\n')
}

function propertiesOf(report: Report, catalogue: Catalogue): string[] {
  const { run, verdict } = report
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
    ...acceptedLines(report, catalogue, run.lang).map((line) => ['accepted', line] as const),
    ...leftLines(report, catalogue, run.lang).map((line) => ['left', line] as const),
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
  const said = `message="${xmlAttribute(message)}"`
  if (is === 'skipped') return `      <skipped ${said}/>`
  return `      <${is} type="${xmlAttribute(type)}" ${said}>${xmlText(text)}</${is}>`
}

function secondsOf(ms: number): string {
  return (ms / 1000).toFixed(3)
}

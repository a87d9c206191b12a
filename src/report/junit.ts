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
  const seconds = secondsOf(report.run.durationMs)
  const counts = `tests="${cases.length}" failures="${count(cases, 'failure')}" errors="${count(cases, 'error')}" skipped="${count(cases, 'skipped')}"`
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="homologa" ${counts} time="${seconds}">`,
    `  <testsuite name="${xmlAttribute(`homologa ${report.run.command}`)}" ${counts} time="${seconds}" timestamp="${xmlAttribute(report.run.startedAt.replace(/(?:\.\d+)?Z$/, ''))}">`,
    '    <properties>',
    ...propertiesOf(report, catalogue),
    '    </properties>',
    ...cases.map(renderCase),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n')
}

/**
 * A run as test cases. Each step is one; a step that was not reached is skipped with its reason; an error without a step is
 * a case of its own. An incomplete run has a failing case, because skipped cases look green.
 */
export function testCasesOf(report: Report, catalogue: Catalogue): TestCase[] {
  const byStep = findingsByStep(report)
  return [
    ...report.steps.map((step) => stepCase(step, byStep.get(step.id) ?? [], report, catalogue)),
    ...withoutStep(report).map((finding) => findingCase(finding, report, catalogue)),
    ...(report.verdict === 'pass' ? [] : verdictCase(report, catalogue)),
  ]
}

/**
 * A mistake that was made in several steps is one finding, and each of those steps fails with it: with its own route,
 * exchange and evidence.
 */
function findingsByStep({ findings }: Report): Map<string | null, ReportFinding[]> {
  const byStep = new Map<string | null, ReportFinding[]>()
  for (const finding of findings.flatMap(ofEachStep))
    byStep.set(finding.step, [...(byStep.get(finding.step) ?? []), finding])
  return byStep
}

/** The first occurrence in each step; of a warning the first of all, because it fails no step. */
function ofEachStep(finding: ReportFinding): ReportFinding[] {
  const { occurrences = [finding, ...(finding.places ?? [])], severity } = finding
  if (severity !== 'error') return [finding]
  const first = new Map(occurrences.toReversed().map((one) => [one.step, one]))
  const { message, actual } = finding
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

export interface TestCase {
  readonly className: string
  readonly name: string
  readonly durationMs: number
  readonly outcome: {
    readonly is: 'failure' | 'error' | 'skipped'
    readonly type: string
    readonly message: string
    readonly text: string
  } | null
  readonly notes: string
}

function stepCase(
  step: ReportStep,
  findings: readonly ReportFinding[],
  report: Report,
  catalogue: Catalogue,
): TestCase {
  const errors = findings.filter((finding) => fails(finding, report))
  const notes = findings.filter((finding) => !fails(finding, report))
  return {
    className: `homologa.${step.id.split('/')[0] ?? step.id}`,
    name: step.title === step.route ? `${step.id} ${step.route}` : `${step.id} ${step.route}: ${step.title}`,
    durationMs: step.durationMs ?? 0,
    outcome: stepOutcome(step, errors, report, catalogue),
    notes: notes.map((finding) => told(finding, report, catalogue)).join('\n\n'),
  }
}

function stepOutcome(
  step: ReportStep,
  errors: readonly ReportFinding[],
  report: Report,
  catalogue: Catalogue,
): TestCase['outcome'] {
  const [first] = errors
  if (first) return broken(first, errors, report, catalogue)
  if (step.verdict === 'fail' && report.against?.failOn !== 'new') {
    return { is: 'failure', type: step.id, message: catalogue.ui['report.because.fail'], text: '' }
  }
  if (step.verdict === 'pass' || step.verdict === 'fail') return null
  const message = step.reason ?? catalogue.ui[`report.verdict.${step.verdict}`]
  return { is: 'skipped', type: '', message, text: '' }
}

function broken(
  first: ReportFinding,
  errors: readonly ReportFinding[],
  report: Report,
  catalogue: Catalogue,
): TestCase['outcome'] {
  return {
    is: first.blame === 'harness' ? 'error' : 'failure',
    type: first.requirement,
    message: first.message,
    text: errors.map((finding) => told(finding, report, catalogue)).join('\n\n'),
  }
}

function withoutStep(report: Report): ReportFinding[] {
  const steps = new Set(report.steps.map(({ id }) => id))
  return report.findings
    .flatMap(ofEachStep)
    .filter((finding) => fails(finding, report) && (finding.step === null || !steps.has(finding.step)))
}

function findingCase(finding: ReportFinding, report: Report, catalogue: Catalogue): TestCase {
  return {
    className: `homologa.${finding.requirement.split('/')[0] ?? finding.requirement}`,
    name: [finding.requirement, finding.route, finding.step].filter((part) => part !== null).join(' '),
    durationMs: 0,
    outcome: broken(finding, [finding], report, catalogue),
    notes: '',
  }
}

/** A case for the verdict itself, if no other case fails. */
function verdictCase(report: Report, catalogue: Catalogue): TestCase[] {
  if (report.findings.some((finding) => fails(finding, report))) return []
  const message = report.cause ?? catalogue.ui[`report.because.${report.verdict}`]
  const is = report.verdict === 'incomplete' ? 'error' : 'failure'
  return [
    {
      className: 'homologa',
      name: report.verdict,
      durationMs: 0,
      outcome: { is, type: report.verdict, message, text: '' },
      notes: '',
    },
  ]
}

function told(finding: ReportFinding, report: Report, { clauses, ui }: Catalogue): string {
  const root = report.findings.find(({ fingerprint }) => fingerprint === finding.consequenceOf)
  const lines: readonly (readonly [string, string | null])[] = [
    [ui['report.label.requirement'], `${finding.requirement} (${ui[`report.severity.${finding.severity}`]})`],
    [ui['report.label.expected'], finding.expected],
    [ui['report.label.actual'], finding.actual],
    [ui['report.label.hint'], finding.hint],
    [ui['report.label.clause'], clauseText(finding.clause, clauses)],
    [ui['report.label.route'], finding.route],
    [ui['night.since'], finding.since ? ui[`night.since.${finding.since}`] : null],
    [ui['report.label.exchange'], finding.exchange],
    [
      ui['report.label.fingerprint'],
      isAcceptable(report) ? `${finding.fingerprint} (contract --accept)` : null,
    ],
    ['', root ? fill(ui['report.consequenceOf'], { requirement: root.requirement }) : null],
  ]
  const said = lines.filter(([, value]) => value !== null && value !== '')
  return [
    finding.message,
    ...said.map(([label, value]) => (label === '' ? `${value}` : `${label}: ${value}`)),
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

function renderOutcome({ is, type, message, text }: NonNullable<TestCase['outcome']>): string {
  const said = `message="${xmlAttribute(message)}"`
  if (is === 'skipped') return `      <skipped ${said}/>`
  return `      <${is} type="${xmlAttribute(type)}" ${said}>${xmlText(text)}</${is}>`
}

function count(cases: readonly TestCase[], is: 'failure' | 'error' | 'skipped'): number {
  return cases.filter(({ outcome }) => outcome?.is === is).length
}

function secondsOf(ms: number): string {
  return (ms / 1000).toFixed(3)
}

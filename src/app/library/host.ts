import { beforeAll, describe, expect, inject, it } from 'vitest'
import { homologation } from '../../../suites/homologation.js'
import type { Exchange } from '../../exchange/exchange.js'
import { plainText, withoutRunnerCommands } from '../../exchange/plain-text.js'
import type { ReportFinding } from '../../report/report.js'
import { isRootError } from '../../rules/finding.js'
import { embeddedPermissions, readOnly } from '../../run/contract/permissions.js'
import { planContract } from '../../run/contract/plan.js'
import type { Suite, SuiteStep } from '../../run/suite.js'
import { type UserSuite, userSuite } from '../../run/user-suite.js'
import { loadSettings, type Settings } from '../../settings/settings.js'
import { loadCatalogue } from '../../words/catalogue.js'
import { langs } from '../../words/lang.js'
import { defaultRate } from '../contract-plan.js'
import { connectionOptions } from '../invocation.js'
import { exchangesNamedBy } from '../publish.js'
import { liveTarget, startEmbeddedTarget, startStepsTarget } from '../target.js'
import { type CheckResult, checkAt } from './check.js'
import { contractAt } from './contract.js'
import { inSentences } from './options.js'
import { annotateWith, journalOpenerFor } from './reporting.js'

/** Turns suites into vitest tests, for `hostContract` of `homologa/vitest` and for our own `suites/*.test.ts`. */

/** Longest time for one step: the wait, the request, a renewal and both repeats after the limit was hit. */
const STEP_TIMEOUT_MS = 300_000

/**
 * Turns a suite into tests: one for each step, and one for the whole run. The suite runs before the first test. A step's
 * test fails with the step's findings, or with the reason why the step was not reached.
 *
 * @param target name of the service for the title
 */
export function hostSuite(
  { id: resource, title, steps }: Suite,
  target: string,
  run: () => Promise<CheckResult>,
): void {
  describe(`${title}, against ${target}`, () => {
    let result: CheckResult
    beforeAll(
      async () => {
        result = await run()
      },
      STEP_TIMEOUT_MS * (steps.length + 1),
    )

    for (const step of steps) {
      const { id } = step
      it(`${id}: ${titleOf(step)}`, { tags: tagsOf(resource, step) }, async ({ annotate, skip }) => {
        const { report, exchanges } = result
        const { verdict, reason } = report.steps.find((reported) => reported.id === id) ?? {}
        if (verdict === 'not-applicable') skip(reason)
        const errors = report.findings.filter((finding) => isErrorOf(finding, id))
        await annotateWith(annotate, errors.find(isRootError) ?? errors[0], exchanges)
        const texts = errors.map(errorText)
        expect(texts, texts.join('\n')).toEqual([])
        expect(verdict, `${id} was not reached: ${reason}`).not.toBe('not-reached')
      })
    }

    it('the run as a whole', async ({ annotate }) => {
      const { report, exchanges } = result
      await annotateWith(annotate, report.findings.find(isRootError), exchanges)
      expect(report.cause, report.cause ?? '').toBeNull()
      expect(report.verdict).toBe('pass')
    })
  })
}

/** The resource and the tags of a step, as far as vitest's configuration declares them, because vitest refuses others. */
function tagsOf(resource: string, { tags = [] }: SuiteStep): string[] {
  const declared = inject('homologa')?.tags ?? []
  return [resource, ...tags].filter((tag) => declared.includes(tag))
}

/** The title with the tags, so that `vitest -t '[paging'` selects by them. */
function titleOf({ title, tags = [] }: SuiteStep): string {
  return tags.length === 0 ? title : `${title} ${tags.map((tag) => `[${tag}]`).join('')}`
}

/** Whether the finding is an error that was seen in this step, there first or again. */
function isErrorOf({ severity, step, places = [] }: ReportFinding, id: string): boolean {
  return severity === 'error' && (step === id || places.some((place) => place.step === id))
}

function errorText({ requirement, message, expected, actual, hint }: ReportFinding): string {
  return withoutRunnerCommands(plainText(`${requirement}: ${[message, expected, actual, hint].join(' | ')}`))
}

/** The five steps as tests, against the service that the environment and `.env` name, or against the embedded one. */
export async function hostHomologation(): Promise<void> {
  const settings = await loadHostSettings()
  const { baseUrl, profile, credentials, spacingMs } = settings
  hostSuite(homologation, nameOf(settings), async () => {
    const target = baseUrl === null ? await startStepsTarget({ profile }) : liveTarget(baseUrl, credentials)
    return checkAt(target, await commonOf(settings), { ...connectionOf(settings), spacingMs })
  })
}

/**
 * Turns your own suites into vitest tests, one for each step. On the service that the environment and `.env` name, steps that
 * write are skipped. If they name none, all steps run against the embedded service.
 */
export async function hostContract(...userSuites: readonly UserSuite[]): Promise<void> {
  // The settings may be what cannot be read, so the language of their error is looked up before.
  const lang = langs.find((known) => known === process.env.HOMOLOGA_LANG)
  await inSentences(async () => {
    const settings = await loadHostSettings()
    const suites = userSuites.map((suite) => userSuite(suite))
    await hostSuites(settings, suites)
  }, lang)
}

/** Turns suites into tests. The suites must be valid. */
export async function hostSuites(settings: Settings, suites: readonly Suite[]): Promise<void> {
  const { baseUrl, profile, credentials } = settings
  const { knowledge } = profile
  const permissions = { ...(baseUrl === null ? embeddedPermissions : readOnly), knowledge }
  for (const suite of suites) {
    const plan = planContract({ suites: [suite], selected: [], permissions })
    const planned = plan.suites.find(({ id }) => id === suite.id)
    if (!planned) continue
    hostSuite(planned, nameOf(settings), async () => {
      const target =
        baseUrl === null
          ? await startEmbeddedTarget({ profile, seed: 'suites', invalidateAt: 'never' })
          : liveTarget(baseUrl, credentials)
      const exchanges: Exchange[] = []
      const graded = await contractAt(target, await commonOf(settings), {
        ...connectionOf(settings),
        plan,
        permissions,
        ratePerSecond: defaultRate(profile, target.embedded),
        onExchange: (exchange) => exchanges.push(exchange),
      })
      return { ...graded, exchanges: await exchangesNamedBy(graded.report, exchanges) }
    })
  }
}

export function loadHostSettings(): Promise<Settings> {
  return loadSettings({ flags: {}, env: process.env, cwd: process.cwd() })
}

function nameOf({ baseUrl }: Settings): string {
  return baseUrl ?? 'the embedded service'
}

async function commonOf({ profile, toleranceMs, lang }: Settings) {
  const openJournal = journalOpenerFor(inject('homologa'))
  return { profile, toleranceMs, lang, catalogue: await loadCatalogue(lang), openJournal }
}

function connectionOf(settings: Settings) {
  const embedded = settings.baseUrl === null
  // A message that another run uses the account would disturb the output of vitest, so none is printed.
  return connectionOptions({ settings, command: 'vitest', printMessage() {} }, { embedded })
}

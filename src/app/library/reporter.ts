import { readdir, rename, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import picocolors from 'picocolors'
import { homologation } from '../../../suites/homologation.js'
import { suitesKnown } from '../../../suites/index.js'
import { journalOf } from '../../exchange/journal.js'
import { makeFolder } from '../../exchange/make-folder.js'
import { plainText, withoutRunnerCommands } from '../../exchange/plain-text.js'
import { systemClock } from '../../node/clock.js'
import { drawEnding, quietLine } from '../../report/ending.js'
import type { Look } from '../../report/look.js'
import { pointLatestTo } from '../../report/write-reports.js'
import { loadSettings, type Settings } from '../../settings/settings.js'
import { loadCatalogue } from '../../words/catalogue.js'
import { type InvocationOf, withoutTerminal } from '../invocation.js'
import { folderFor, runIdOf } from '../kept-run.js'
import { type ShownRun, withShortPaths } from '../outcome.js'
import { isAmongKeptRuns } from '../publish.js'
import { run as report } from '../report.js'
import { inSentences } from './options.js'
import type { Reporting } from './reporting.js'

/** The parts of vitest that the reporter uses. They are the same in versions 3 to 5; tags were added in 4.1. */
export interface VitestHost {
  readonly projects: readonly VitestProject[]
  readonly logger: { log(text: string): void }
}

export interface VitestProject {
  readonly config: { readonly tags?: { readonly name: string }[] }
  provide(key: 'homologa', value: Reporting): void
}

interface VitestRun {
  readonly settings: Settings
  readonly look: Look
  /** Folder of its reports. With several runs it is that of the first. */
  readonly reportDir: string
  /** Folder in which its workers leave journals. */
  readonly folder: string
}

/** The width that the command line uses if its output is not a terminal. */
const COLUMNS = 80

/**
 * Reporter for vitest: `reporters: ['default', 'homologa/vitest/reporter']`. For the runs of `hostContract` and of the fixture
 * `homologation` it writes the same reports as `homologa contract` and `homologa examine`, and prints the ending of the worst run last. The suites of
 * `hostContract` are parts of one run. Settings come from the environment, `.env` and `homologa.yaml`.
 */
export default class HomologaReporter {
  #vitest: VitestHost | null = null
  #run: VitestRun | null = null

  /** Declares the tags of the tests of `hostContract`, if this version of vitest has tags: resources, risks and topics. */
  onInit(vitest: VitestHost): void {
    this.#vitest = vitest
    for (const { config } of vitest.projects) {
      const declared = config.tags?.map(({ name }) => name)
      const missing = ownTags().filter((name) => !declared?.includes(name))
      config.tags?.push(...missing.map((name) => ({ name })))
    }
  }

  async onTestRunStart(): Promise<void> {
    const settings = await inSentences(() =>
      loadSettings({ flags: {}, env: process.env, cwd: process.cwd() }),
    )
    const { lang } = settings
    const colour = settings.colour && picocolors.isColorSupported
    const look = { catalogue: await loadCatalogue(lang), lang, width: COLUMNS, colour }
    const id = runIdOf('vitest', new Date().toISOString())
    const reportDir = folderFor(settings, id)
    const folder = join(reportDir, 'parts', id)
    this.#run = { settings, look, reportDir, folder }
    for (const project of this.#vitest?.projects ?? []) {
      const tags = (project.config.tags ?? []).map(({ name }) => name)
      project.provide('homologa', { folder, tags })
    }
  }

  async onTestRunEnd(): Promise<void> {
    const vitestRun = this.#run
    if (vitestRun === null) return
    const lines = await inSentences(() => reportAll(vitestRun), vitestRun.settings.lang)
    if (lines.length > 0) this.#vitest?.logger.log(withoutRunnerCommands(lines.join('\n')))
  }
}

function ownTags(): string[] {
  const suites = [homologation, ...suitesKnown('document')]
  const tags = suites.flatMap(({ id, steps }) => [id, ...steps.flatMap((step) => step.tags ?? [])])
  return [...new Set(tags)]
}

/** Reports every run whose journal the workers left. Returns a line for each run, and the whole ending of the worst. */
async function reportAll(vitestRun: VitestRun): Promise<string[]> {
  const { folder, reportDir, look, settings } = vitestRun
  const messages: string[] = []
  const reported: { dir: string; run: ShownRun }[] = []
  for (const parts of await journalFolders(folder)) {
    const number = reported.length + 1
    // The folder of `HOMOLOGA_REPORT_DIR` holds the other runs; without it they lie beside the first.
    const next = settings.reportDir === null ? `${reportDir}-${number}` : join(reportDir, String(number))
    const dir = number === 1 ? reportDir : next
    const run = await reportIn(dir, parts, vitestRun, messages)
    if (run) reported.push({ dir, run })
  }
  const worstFirst = ['fail', 'incomplete', 'pass']
  const [worst, ...others] = reported.sort(
    (a, b) => worstFirst.indexOf(a.run.report.verdict) - worstFirst.indexOf(b.run.report.verdict),
  )
  if (worst === undefined) return []
  if (isAmongKeptRuns(worst.dir, settings)) await pointLatestTo(worst.dir)
  return [
    ...messages,
    ...others.map(({ run }) => quietLine(run, look)),
    ...drawEnding(withShortPaths(worst.run, settings.cwd), look),
  ]
}

/** The folders of the journals, grouped by run. All suites of the contract are parts of one run, which comes first. */
async function journalFolders(folder: string): Promise<string[][]> {
  const partsOf = async (command: string) => {
    const names = await readdir(join(folder, command)).catch(() => [])
    return names.sort().map((name) => join(folder, command, name))
  }
  const [contract = [], ...others] = await Promise.all(['contract', 'check', 'examine'].map(partsOf))
  const alone = others.flat().map((part) => [part])
  return contract.length > 0 ? [contract, ...alone] : alone
}

/** Writes the reports of a run as `homologa report` does. The journal of a run in one part is moved next to them. */
async function reportIn(
  dir: string,
  parts: readonly string[],
  { look: { catalogue, lang }, settings }: VitestRun,
  messages: string[],
): Promise<ShownRun | undefined> {
  const [only = '', ...others] = parts
  if (others.length === 0) {
    makeFolder(dir)
    await rename(journalOf(only), journalOf(dir))
    // The folders above are empty now, unless they hold other runs.
    for (let empty = only; empty !== dirname(dir); empty = dirname(empty)) await rmdir(empty).catch(() => {})
  }
  const invocation: InvocationOf<'report'> = {
    command: 'report',
    args: others.length === 0 ? [dir] : parts,
    options: {},
    settings: { ...settings, reportDir: dir },
    catalogue,
    lang,
    clock: systemClock,
    env: process.env,
    signal: new AbortController().signal,
    ...withoutTerminal((line) => messages.push(plainText(line)), { catalogue, lang }),
  }
  return (await report(invocation)).run
}

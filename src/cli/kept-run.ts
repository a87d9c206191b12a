import { access, constants, mkdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Exchange, Source } from '../exchange/exchange.js'
import { type Journal, openJournal, type RunHeader, type WatchPlan } from '../exchange/journal.js'
import { drawOutcome } from '../report/outcome.js'
import type { Report } from '../report/report.js'
import type { RunVerdict } from '../rules/finding.js'
import { version } from '../version.js'
import { SettingsError } from '../words/errors.js'
import type { ExitStatus, Invocation } from './command.js'

/** The folder of a run and its journal, kept from the first exchange on. */
export interface KeptRun {
  readonly dir: string
  readonly header: RunHeader
  readonly journal: Journal
  /** The clock's value at the run's start. */
  readonly originMs: number
}

export interface RunFacts {
  readonly baseUrl: string
  readonly tokenUrl: string | null
  readonly embedded: boolean
  readonly toleranceMs: number
  readonly seed: string | null
  readonly source: Source
  /** How its traffic is cut into runs, where it is watched. */
  readonly watch?: WatchPlan
}

/** @throws SettingsError where the folder cannot be written to */
export async function beginRun(invocation: Invocation, facts: RunFacts): Promise<KeptRun> {
  const { settings, io, command } = invocation
  const startedAt = io.clock.wall().toISOString()
  const id = `${startedAt.slice(0, 19).replaceAll(':', '-')}-${command}-${process.pid.toString(36)}`
  const dir = settings.reportDir ?? join(settings.cwd, 'reports', id)
  const header = {
    id,
    command,
    startedAt,
    tool: { name: 'homologa', version },
    profile: settings.profile,
    ...facts,
  }
  try {
    await mkdir(dir, { recursive: true })
    await access(dir, constants.W_OK)
    return {
      dir,
      header,
      journal: openJournal(join(dir, 'journal.ndjson'), header),
      originMs: io.clock.now(),
    }
  } catch (error) {
    throw new SettingsError('settings.not-writable', {
      path: dir,
      why: (error as NodeJS.ErrnoException).code ?? '',
    })
  }
}

/** What a report takes from the journal's header. */
export function metaOf(header: RunHeader) {
  const { id, command, startedAt, profile, baseUrl, embedded, seed, tool } = header
  return { id, command, startedAt, profile, baseUrl, embedded, seed, version: tool.version }
}

/** The outcome for people, and report.json for machines where it was asked for. */
export function show(
  { io, settings, catalogue, lang, commandLine }: Invocation,
  report: Report,
  exchanges: readonly Exchange[],
  files: readonly string[],
): void {
  const byId = new Map(exchanges.map((exchange) => [exchange.id, exchange]))
  const look = {
    catalogue,
    lang,
    width: Math.min(io.width, 100),
    colour: settings.colour && (settings.json ? io.errIsTty : io.outIsTty),
  }
  const outcome = {
    report,
    exchange: (id: string) => byId.get(id) ?? null,
    files: files.map((file) => shortPath(file, settings.cwd)),
    repeatCommand: commandLine,
  }
  const text = `${drawOutcome(outcome, look).join('\n')}\n`
  if (settings.json) {
    io.err(text)
    io.out(`${JSON.stringify(report, null, 2)}\n`)
  } else io.out(text)
}

function shortPath(file: string, cwd: string): string {
  const short = relative(cwd, file)
  return short.startsWith('..') ? file : short
}

export function exitStatus(verdict: RunVerdict): ExitStatus {
  return verdict === 'pass' ? 0 : verdict === 'fail' ? 1 : 4
}

/** The page's template lies beside the bundle; without it (before a build) the report has no page. */
export async function pageRenderer() {
  const { renderPage } = await import('../page/data/render-page.js')
  for (const place of ['./page.html', '../page.html', '../../dist/page.html']) {
    const template = await readFile(fileURLToPath(new URL(place, import.meta.url)), 'utf8').catch(() => null)
    if (template !== null)
      return { renderPage: (data: Parameters<typeof renderPage>[1]) => renderPage(template, data) }
  }
  return {}
}

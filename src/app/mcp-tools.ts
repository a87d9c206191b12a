import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { ToolAnnotations } from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import type { Exchange } from '../exchange/exchange.js'
import { journalOf, readJournal } from '../exchange/journal.js'
import type { ReadJournal } from '../exchange/read-journal.js'
import { procedureIn } from '../judging/judged.js'
import { firstDiff } from '../report/first-diff.js'
import type { Report } from '../report/report.js'
import { isRootError } from '../rules/finding.js'
import type { InvalidateAt } from '../service/settings.js'
import { stepNumber } from '../specification/homologation.js'
import { profiles } from '../specification/profile.js'
import type { Catalogue } from '../words/catalogue.js'
import type { Invocation } from './invocation.js'
import { folderOf, readReport } from './kept-runs.js'
import type { Outcome } from './outcome.js'

/** A tool of the MCP server: a use case that an assistant can call. */
export interface Tool<I extends z.ZodRawShape = z.ZodRawShape> {
  readonly name: string
  /** The command that reports name, if it differs from the tool's name. */
  readonly command?: string
  readonly description: string
  readonly input: I
  /** Shape of the result, if it is a run. */
  readonly output?: z.ZodRawShape
  readonly annotations: ToolAnnotations
  call(invocation: Invocation, input: z.infer<z.ZodObject<I>>): Promise<Outcome>
}

/** A tool in the list of all, where the type of its own input is lost. The server checks each input by its shape. */
function tool<const I extends z.ZodRawShape>(definition: Tool<I>): Tool {
  return definition as unknown as Tool
}

const problem = z.object({
  requirement: z.string(),
  route: z.string().nullable(),
  message: z.string(),
  fix: z.string(),
})

/** The result of a run: its verdict and the first cause with its fix. The report has the rest. */
const runResult = {
  verdict: z.enum(['pass', 'fail', 'incomplete']),
  cause: z.string().nullable(),
  requirement: z.string().nullable(),
  route: z.string().nullable(),
  expected: z.string().nullable(),
  actual: z.string().nullable(),
  diff: z.array(z.object({ part: z.string(), sent: z.string().nullable(), correct: z.string().nullable() })),
  fix: z.string().nullable(),
  problems: z.array(problem).describe('Further root errors.'),
  profiles: z.array(z.object({ name: z.string(), verdict: z.string() })),
  files: z.array(z.string()),
  notes: z
    .array(z.string())
    .optional()
    .describe('What kept the run from a verdict, and output of the command.'),
}

/** Shorter than that of the command, because an assistant waits for the call even if no client connects. */
const TIMEOUT_S = 60

/** For a tool that writes nothing. */
const readsOnly: ToolAnnotations = { readOnlyHint: true, openWorldHint: false }
/** For a tool that writes only reports. */
const writesReports: ToolAnnotations = { readOnlyHint: false, destructiveHint: false, openWorldHint: true }

/** All tools. None of them writes to a live account, because a run does not take `--write` and `--allow`. */
export function toolsIn({ ui }: Catalogue): Tool[] {
  const folder = z.string().optional().describe(ui['mcp.folder'])
  const profileNames = Object.keys(profiles).join(', ')
  const profile = z.string().optional().describe(`${ui['mcp.profile']} (${profileNames})`)
  const resources = z.array(z.string()).optional().describe(ui['mcp.resources'])
  return [
    tool({
      name: 'examine',
      description: ui['mcp.examine'],
      input: {
        command: z.array(z.string()).min(1).describe(ui['mcp.command']),
        invalidateAt: z
          .union([z.int().min(1).max(5), z.enum(['each', 'never'])])
          .optional()
          .describe(ui['mcp.invalidate-at']),
        timeoutSeconds: z.number().min(1).max(3_600).default(TIMEOUT_S).describe(ui['mcp.timeout']),
        folder,
        profile,
      },
      output: runResult,
      annotations: writesReports,
      async call(invocation, { command, invalidateAt, timeoutSeconds }) {
        const { run } = await import('./examine.js')
        const options = {
          noPage: true,
          timeout: timeoutSeconds * 1_000,
          ...(invalidateAt !== undefined && { invalidateAt: invalidateAt as InvalidateAt | 'each' }),
        }
        return run({ ...invocation, userCommand: command, options })
      },
    }),
    tool({
      name: 'judge',
      description: ui['mcp.judge'],
      input: { file: z.string().describe(ui['mcp.file']), folder, profile },
      output: runResult,
      annotations: { ...writesReports, openWorldHint: false },
      async call(invocation, { file }) {
        const { run } = await import('./judge.js')
        return run({ ...invocation, args: [file], options: {} })
      },
    }),
    tool({
      name: 'explain',
      description: ui['mcp.explain'],
      input: { requirement: z.string().describe(ui['mcp.requirement']) },
      annotations: readsOnly,
      async call(invocation, { requirement }) {
        const { run } = await import('./explain.js')
        return run({ ...invocation, args: [requirement] })
      },
    }),
    tool({
      name: 'contract_list',
      description: ui['mcp.contract-list'],
      input: { resources, write: z.boolean().optional().describe(ui['mcp.write']), folder, profile },
      annotations: readsOnly,
      call: (invocation, { resources: args = [], write = false }) =>
        contract(invocation, args, { list: true, ...(write && { write, allow: ['*'] }) }),
    }),
    tool({
      name: 'contract_run',
      command: 'contract',
      description: ui['mcp.contract-run'],
      input: { resources, folder, profile },
      output: runResult,
      annotations: writesReports,
      call: (invocation, { resources: args = [] }) => contract(invocation, args, {}),
    }),
    tool({
      name: 'newest_report',
      description: ui['mcp.newest'],
      input: { run: z.string().optional().describe(ui['mcp.run']), folder },
      output: runResult,
      annotations: readsOnly,
      call: (invocation, { run }) => newestRun(invocation, run),
    }),
  ]
}

async function contract(
  invocation: Invocation,
  args: readonly string[],
  options: { readonly list?: true; readonly write?: true; readonly allow?: readonly string[] },
): Promise<Outcome> {
  const { run } = await import('./contract.js')
  return run({ ...invocation, args, options })
}

/** Shows a run as its command did; by default the newest one. */
async function newestRun({ settings }: Invocation, path?: string): Promise<Outcome> {
  const { cwd, reportsDir } = settings
  const dir = await folderOf(path ?? join(reportsDir, 'latest'), cwd)
  const report = await readReport(dir, cwd)
  // A folder that `judge` wrote has no journal.
  const journal = existsSync(journalOf(dir)) ? await readJournal(journalOf(dir)) : null
  const diff = journal ? await diffOf(report, journal) : []
  const files = [join(dir, 'report.html'), join(dir, 'report.json')]
  return { ending: report.verdict, run: { report, exchanges: [], diff, files, repeatCommand: null } }
}

async function diffOf(report: Report, { header, exchanges }: ReadJournal): ReturnType<typeof firstDiff> {
  const cause = report.findings.find(isRootError)
  if (!cause || stepNumber(cause.step) === null) return []
  const all: Exchange[] = []
  for await (const exchange of exchanges) all.push(exchange)
  const session = all.find(({ id }) => id === cause.exchange)?.session
  const ofSession = all.filter((exchange) => exchange.session === session)
  const procedure = procedureIn(ofSession, header)
  return firstDiff(report, { profile: header.profile, procedure, exchanges: all })
}

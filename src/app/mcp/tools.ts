import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { ToolAnnotations } from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import { journalOf, readJournal } from '../../exchange/journal.js'
import { firstDiff } from '../../report/first-diff.js'
import { profiles } from '../../specification/profile.js'
import type { Catalogue } from '../../words/catalogue.js'
import type { Invocation } from '../invocation.js'
import { folderOf, readReport } from '../kept-report.js'
import type { Outcome } from '../outcome.js'
import { runResult } from './result.js'

/** One tool of the server: a use case with fixed and given options. */
export interface Tool {
  readonly name: string
  /** The command that runs are kept as, if its name is another. */
  readonly command?: string
  readonly description: string
  readonly input: z.ZodRawShape
  /** Shape of the structured content. A result without one is data of the use case. */
  readonly output?: z.ZodRawShape
  readonly annotations: ToolAnnotations
  call(invocation: Invocation, given: Given): Promise<Outcome>
}

/** The arguments of all tools. */
export interface Given {
  readonly folder?: string
  readonly profile?: string
  readonly command?: readonly string[]
  readonly invalidateAt?: 1 | 2 | 3 | 4 | 5 | 'each' | 'never'
  readonly timeoutSeconds?: number
  readonly file?: string
  readonly requirement?: string
  readonly resources?: readonly string[]
  readonly write?: boolean
  readonly run?: string
}

/** An assistant waits for its call, so a client that never connects ends it sooner than a person would. */
const TIMEOUT_S = 60

const reads: ToolAnnotations = { readOnlyHint: true, openWorldHint: false }
/** It changes nothing but the folder of reports. */
const reports: ToolAnnotations = { readOnlyHint: false, destructiveHint: false, openWorldHint: true }

/** The tools. None of them writes to a live account: `--write` and `--allow` are not among the arguments of a run. */
export function toolsIn({ ui }: Catalogue): Tool[] {
  const folder = z.string().optional().describe(ui['mcp.folder'])
  const profile = z
    .string()
    .optional()
    .describe(`${ui['mcp.profile']} (${Object.keys(profiles).join(', ')})`)
  const resources = z.array(z.string()).optional().describe(ui['mcp.resources'])
  return [
    {
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
      annotations: reports,
      async call(invocation, { command = [], invalidateAt, timeoutSeconds = TIMEOUT_S }) {
        const { run } = await import('../examine.js')
        const timed = { noPage: true, timeout: timeoutSeconds * 1_000 }
        const options = { ...timed, ...(invalidateAt !== undefined && { invalidateAt }) }
        return run({ ...invocation, spawn: command, options })
      },
    },
    {
      name: 'judge',
      description: ui['mcp.judge'],
      input: { file: z.string().describe(ui['mcp.file']), folder, profile },
      output: runResult,
      annotations: { ...reports, openWorldHint: false },
      async call(invocation, { file = '' }) {
        const { run } = await import('../judge.js')
        return run({ ...invocation, args: [file], options: {} })
      },
    },
    {
      name: 'explain',
      description: ui['mcp.explain'],
      input: { requirement: z.string().describe(ui['mcp.requirement']) },
      annotations: reads,
      async call(invocation, { requirement = '' }) {
        const { run } = await import('../explain.js')
        return run({ ...invocation, args: [requirement] })
      },
    },
    {
      name: 'contract_list',
      description: ui['mcp.contract-list'],
      input: { resources, write: z.boolean().optional().describe(ui['mcp.write']), folder, profile },
      annotations: reads,
      call: (invocation, { resources: args = [], write = false }) =>
        contract(invocation, args, { list: true, ...(write && { write, allow: ['*'] }) }),
    },
    {
      name: 'contract_run',
      command: 'contract',
      description: ui['mcp.contract-run'],
      input: { resources, folder, profile },
      output: runResult,
      annotations: reports,
      call: (invocation, { resources: args = [] }) => contract(invocation, args, {}),
    },
    {
      name: 'newest_report',
      description: ui['mcp.newest'],
      input: { run: z.string().optional().describe(ui['mcp.run']), folder },
      output: runResult,
      annotations: reads,
      call: (invocation, { run }) => newestRun(invocation, run),
    },
  ]
}

async function contract(
  invocation: Invocation,
  args: readonly string[],
  options: { readonly list?: true; readonly write?: true; readonly allow?: readonly string[] },
): Promise<Outcome> {
  const { run } = await import('../contract.js')
  return run({ ...invocation, args, options })
}

/** A kept run as its command showed it; by default the newest one. */
async function newestRun({ settings }: Invocation, path?: string): Promise<Outcome> {
  const { cwd, reportsDir } = settings
  const dir = await folderOf(path ?? join(reportsDir, 'latest'), cwd)
  const report = await readReport(dir, cwd)
  // A folder that `judge` wrote has none.
  const journal = existsSync(journalOf(dir)) ? await readJournal(journalOf(dir)) : null
  const diff = journal ? await firstDiff(report, journal.header.profile, journal.exchanges) : []
  const files = [join(dir, 'report.html'), join(dir, 'report.json')]
  return { ending: report.verdict, run: { report, exchanges: [], diff, files, repeatCommand: null } }
}

import { join, resolve } from 'node:path'
import { Writable } from 'node:stream'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { drawEnding } from '../report/ending.js'
import type { Look } from '../report/look.js'
import { brief } from '../report/safe-text.js'
import { isRootError } from '../rules/finding.js'
import { loadSettings } from '../settings/settings.js'
import { version } from '../settings/version.js'
import { isFixable, SettingsError, say } from '../words/errors.js'
import { type Invocation, withoutTerminal } from './invocation.js'
import { runIdOf } from './kept-run.js'
import { type Tool, toolsIn } from './mcp-tools.js'
import { type Outcome, passed, type ShownRun } from './outcome.js'

/** `mcp`: serves the use cases to an assistant (Model Context Protocol) until standard input ends. */
export async function run(invocation: Invocation): Promise<Outcome> {
  const { catalogue, settings, signal } = invocation
  // With --json, standard output may contain nothing but a report.
  if (settings.json) throw new SettingsError('mcp.json')
  const server = new McpServer({ name: 'homologa', version }, { instructions: catalogue.ui['mcp.tools'] })
  let calls = 0
  for (const tool of toolsIn(catalogue)) {
    const { description, input: inputSchema, output: outputSchema, annotations } = tool
    server.registerTool(
      tool.name,
      { description, inputSchema, ...(outputSchema && { outputSchema }), annotations },
      (input, { signal: cancelled }) =>
        callTool(tool, input, { ...invocation, signal: AbortSignal.any([signal, cancelled]) }, ++calls),
    )
  }
  // The protocol goes through `printResult`, because only `src/cli` may write to standard output.
  const out = new Writable({
    decodeStrings: false,
    write(text: string, _encoding, done) {
      invocation.printResult(text)
      done()
    },
  })
  const { stdin } = process
  const inputEnded = new Promise((end) => {
    stdin.once('close', end).once('end', end)
    signal.addEventListener('abort', end, { once: true })
  })
  await server.connect(new StdioServerTransport(stdin, out))
  await inputEnded
  await server.close()
  return signal.aborted ? { ending: 'interrupted' } : passed
}

/** Runs a tool with the settings of the folder that the call names. `number`: of the call; it keeps the reports of two calls in one second apart. */
async function callTool(
  tool: Tool,
  input: Record<string, unknown>,
  invocation: Invocation,
  number: number,
): Promise<CallToolResult> {
  const { catalogue, lang } = invocation
  const notes: string[] = []
  const note = (line: string) => void notes.push(line.trimEnd())
  try {
    const { folder = '', profile } = input
    const flags = { lang, ...(profile !== undefined && { profile }) }
    const cwd = resolve(invocation.settings.cwd, String(folder))
    // `.env` may have changed since the server started.
    const settings = await loadSettings({ flags, env: invocation.env, cwd })
    // Each call gets a folder of its own, inside that of `report-dir` if there is one.
    const reportsDir = settings.reportDir ?? settings.reportsDir
    const id = `${runIdOf(tool.name, invocation.clock.wall().toISOString())}-${number}`
    const outcome = await tool.call(
      {
        ...invocation,
        command: tool.command ?? tool.name,
        ...withoutTerminal(note, invocation),
        args: [],
        settings: { ...settings, reportsDir, reportDir: join(reportsDir, id) },
      },
      input,
    )
    return resultOf(outcome, notes, { catalogue, lang, width: 100, colour: false })
  } catch (error) {
    if (!isFixable(error)) throw error
    return { isError: true, content: [{ type: 'text', text: say(error, catalogue, lang) }] }
  }
}

const MOST_PROBLEMS = 8
const MOST_NOTES = 20
const MOST_DIFF_LINES = 40

/** An outcome as the text of the terminal and as data. `notes`, the messages of the use case, may explain why a run did not pass. */
function resultOf({ run, data, lines }: Outcome, notes: readonly string[], look: Look): CallToolResult {
  if (!run) {
    const text = (lines?.(look) ?? []).join('\n')
    const structuredContent = data as Record<string, unknown> | undefined
    return { content: [{ type: 'text', text }], ...(structuredContent && { structuredContent }) }
  }
  const shown = run.report.verdict === 'pass' ? [] : notes.slice(-MOST_NOTES).map(brief)
  const ending = [...drawEnding(run, look), ...(shown.length > 0 ? ['', ...shown] : [])]
  return {
    content: [{ type: 'text', text: ending.join('\n').trim() }],
    structuredContent: { ...runDataOf(run), ...(shown.length > 0 && { notes: shown }) },
  }
}

/** The data of a run, as `runResult` (mcp-tools.ts) describes it. @internal */
export function runDataOf({ report, diff, files }: ShownRun) {
  // The first root error may be a known one under `--fail-on new`, and the cause of a missing verdict may be no error.
  const cause = report.findings.find(({ message }) => message === report.cause)
  const others = report.findings.filter((finding) => isRootError(finding) && finding !== cause)
  const changed = diff.filter(({ mark }) => mark !== 'same').slice(0, MOST_DIFF_LINES)
  return {
    verdict: report.verdict,
    cause: report.cause,
    requirement: cause?.requirement ?? null,
    route: cause?.route ?? null,
    expected: cause?.expected ?? null,
    actual: cause ? brief(cause.actual) : null,
    diff: changed.map(({ part, actual, correct }) => ({ part, sent: actual, correct })),
    fix: cause?.hint ?? null,
    problems: others.slice(0, MOST_PROBLEMS).map(({ requirement, route, message, hint }) => ({
      requirement,
      route,
      message: brief(message),
      fix: hint,
    })),
    profiles: (report.profiles ?? []).map(({ name, verdict }) => ({ name, verdict })),
    files,
  }
}

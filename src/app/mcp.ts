import { join, resolve } from 'node:path'
import { Writable } from 'node:stream'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { loadSettings, type Settings } from '../settings/settings.js'
import { version } from '../settings/version.js'
import { isMendable, SettingsError, say } from '../words/errors.js'
import { silentDisplay } from './display.js'
import type { Invocation } from './invocation.js'
import { runIdOf } from './kept-run.js'
import { resultOf } from './mcp/result.js'
import { type Given, type Tool, toolsIn } from './mcp/tools.js'
import { type Outcome, passed } from './outcome.js'

/** Serves the use cases to an assistant (Model Context Protocol) until standard input ends. */
export async function run(invocation: Invocation): Promise<Outcome> {
  const { catalogue, settings, signal } = invocation
  // With --json, standard output carries nothing but a report.
  if (settings.json) throw new SettingsError('mcp.json')
  const server = new McpServer({ name: 'homologa', version }, { instructions: catalogue.ui['mcp.tools'] })
  let calls = 0
  for (const tool of toolsIn(catalogue)) {
    const { description, input: inputSchema, output: outputSchema, annotations } = tool
    server.registerTool(
      tool.name,
      { description, inputSchema, ...(outputSchema && { outputSchema }), annotations },
      (given, { signal: cancelled }) =>
        callTool(tool, given, { ...invocation, signal: AbortSignal.any([signal, cancelled]) }, ++calls),
    )
  }
  const out = new Writable({
    decodeStrings: false,
    write(text: string, _encoding, done) {
      invocation.give(text)
      done()
    },
  })
  const { stdin } = process
  const over = new Promise((resolve) => {
    stdin.once('close', resolve).once('end', resolve)
    signal.addEventListener('abort', resolve, { once: true })
  })
  await server.connect(new StdioServerTransport(stdin, out))
  await over
  await server.close()
  return signal.aborted ? { ending: 'interrupted' } : passed
}

/**
 * Runs a tool with the settings of the folder it is called for. An error that the user can fix is a result as well. The
 * `number` of the call keeps two in one second out of one folder.
 */
export async function callTool(
  tool: Tool,
  given: Given,
  server: Invocation,
  number: number,
): Promise<CallToolResult> {
  const { catalogue, lang } = server
  const notes: string[] = []
  const note = (line: string) => void notes.push(line.trimEnd())
  try {
    const settings = await settingsOf(given, server)
    const reportsDir = settings.reportDir ?? settings.reportsDir
    const id = `${runIdOf(tool.name, server.clock.wall().toISOString())}-${number}`
    const outcome = await tool.call(
      {
        ...server,
        command: tool.command ?? tool.name,
        words: null,
        args: [],
        spawn: [],
        settings: { ...settings, reportsDir, reportDir: join(reportsDir, id) },
        tell: (key, values = {}) => note(say({ key, values }, catalogue, lang)),
        say: note,
        give: note,
        pass: note,
        echo: note,
        display: silentDisplay,
        person: null,
      },
      given,
    )
    return resultOf(outcome, notes, { catalogue, lang, width: 100, colour: false })
  } catch (error) {
    if (!isMendable(error)) throw error
    return { isError: true, content: [{ type: 'text', text: say(error, catalogue, lang) }] }
  }
}

/** Reads the settings anew, because `.env` may have changed since the server started. */
function settingsOf({ folder, profile }: Given, { settings, env }: Invocation): Promise<Settings> {
  const cwd = resolve(settings.cwd, folder ?? '')
  const flags = { lang: settings.lang, ...(profile !== undefined && { profile }) }
  return loadSettings({ flags, env, cwd })
}

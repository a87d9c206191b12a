import { join, resolve } from 'node:path'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { loadSettings, type Settings } from '../../settings/settings.js'
import { isMendable, say } from '../../words/errors.js'
import type { Invocation } from '../invocation.js'
import { runIdOf } from '../kept-run.js'
import { silentStage } from '../stage.js'
import { resultOf } from './result.js'
import type { Given, Tool } from './tools.js'

interface Call {
  /** From 1. Two calls in one second must not share a folder. */
  readonly number: number
  readonly signal: AbortSignal
}

/** Runs a tool with the settings of the folder it is called for. An error that the user can fix is a result as well. */
export async function callTool(
  tool: Tool,
  given: Given,
  server: Invocation,
  { number, signal }: Call,
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
        ...{ ...server, command: tool.command ?? tool.name, signal, words: null, args: [], spawn: [] },
        settings: { ...settings, reportsDir, reportDir: join(reportsDir, id) },
        tell: (key, values = {}) => note(say({ key, values }, catalogue, lang)),
        ...{ say: note, give: note, pass: note, stage: silentStage, desk: null },
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

import { Writable } from 'node:stream'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { version } from '../settings/version.js'
import { SettingsError } from '../words/errors.js'
import type { Invocation } from './invocation.js'
import { callTool } from './mcp/call.js'
import { toolsIn } from './mcp/tools.js'
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
        callTool(tool, given, invocation, { number: ++calls, signal: AbortSignal.any([signal, cancelled]) }),
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

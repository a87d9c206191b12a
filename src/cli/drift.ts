import { compareFiles, failsOn } from '../drift/compare-files.js'
import { renderDriftJson, renderDriftText } from '../drift/render-drift.js'
import type { Severity } from '../rules/finding.js'
import type { ExitStatus, Invocation } from './command.js'
import { readTextFile } from './text-file.js'

/** Compares two baselines or two OpenAPI documents; fails from the severity on that `--fail-on` names. */
export async function run({ args, options, settings, io, catalogue, lang }: Invocation): Promise<ExitStatus> {
  const [before = '', after = ''] = args
  const input = async (file: string) => ({ file, text: await readTextFile(file, settings.cwd) })
  const today = io.clock.wall().toISOString().slice(0, 10)
  const result = await compareFiles(await input(before), await input(after), { today })
  const text = settings.json
    ? renderDriftJson(result, catalogue, lang)
    : renderDriftText(result, catalogue, lang)
  io.out(text.endsWith('\n') ? text : `${text}\n`)
  return failsOn(result, (options.failOn as Severity | undefined) ?? 'error') ? 1 : 0
}

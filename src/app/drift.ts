import { compareFiles, failsOn, renderDriftJson, renderDriftText } from '../drift/compare-files.js'
import { readTextFile } from '../node/text-file.js'
import type { InvocationOf } from './invocation.js'
import type { Outcome } from './outcome.js'

/** `drift`: compares two baselines, the files with the learned shapes of all responses. */
export async function run(invocation: InvocationOf<'drift'>): Promise<Outcome> {
  const { args, options, settings, catalogue, lang } = invocation
  const [before = '', after = ''] = args
  const input = async (file: string) => ({ file, text: await readTextFile(file, settings.cwd) })
  const result = compareFiles(await input(before), await input(after))
  return {
    ending: failsOn(result, options.failOn ?? 'error') ? 'fail' : 'pass',
    // It adds a sentence to each change.
    data: JSON.parse(renderDriftJson(result, catalogue, lang)),
    lines: () => renderDriftText(result, catalogue, lang).trimEnd().split('\n'),
  }
}

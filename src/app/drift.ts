import { compareFiles, failsOn, renderDriftJson, renderDriftText } from '../drift/compare-files.js'
import { readTextFile } from '../node/text-file.js'
import type { Invocation } from './invocation.js'
import type { Options } from './options.js'
import type { Outcome } from './outcome.js'

/** `drift`: compares two baselines, the files with the learned shapes of all responses. */
export async function run(invocation: Invocation<Options<'drift'>>): Promise<Outcome> {
  const { args, options, settings, catalogue, lang } = invocation
  const [before = '', after = ''] = args
  const input = async (file: string) => ({ file, text: await readTextFile(file, settings.cwd) })
  const result = compareFiles(await input(before), await input(after))
  return {
    ending: failsOn(result, options.failOn ?? 'error') ? 'fail' : 'pass',
    result: {
      data: JSON.parse(renderDriftJson(result, catalogue, lang)),
      lines: () => renderDriftText(result, catalogue, lang).trimEnd().split('\n'),
    },
  }
}

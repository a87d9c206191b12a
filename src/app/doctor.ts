import { record } from '../exchange/masking.js'
import type { RawExchange } from '../exchange/raw.js'
import { diagnose } from '../review/doctor.js'
import { version } from '../settings/version.js'
import { fill } from '../words/catalogue.js'
import { createOwnMasker, type Invocation } from './invocation.js'
import type { Outcome } from './outcome.js'

/** Width of the column with the state of each check. */
const COLUMN = 9

/** `doctor`: checks everything that a run needs. It changes nothing, sends no credentials, and fails if there is something to fix. */
export async function run(invocation: Invocation): Promise<Outcome> {
  const { catalogue, clock, env, printResult, lang, settings, signal, display } = invocation
  const { ui } = catalogue
  const masker = createOwnMasker(invocation)
  const log = await display.log(masker)
  const onExchange = (raw: RawExchange) => log.exchange(record(raw, masker))
  printResult(`${fill(ui['doctor.title'], { version }, lang)}\n\n`)
  const lines: object[] = []
  let failures = 0
  const checks = diagnose({ settings, env, clock, signal, onExchange, nodeVersion: process.versions.node })
  for await (const { name, state, key, remedyKey, values } of checks) {
    const sentence = fill(ui[key], values, lang)
    const remedy = remedyKey === null ? null : fill(ui[remedyKey], values, lang)
    lines.push({ name, state, sentence, remedy })
    if (state === 'fail') failures++
    const remedyLine = remedy === null ? '' : `${' '.repeat(COLUMN)}→ ${remedy}\n`
    printResult(`${ui[`doctor.${state}`].padEnd(COLUMN)}${sentence}\n${remedyLine}`)
  }
  const isFine = failures === 0
  const summary = isFine ? ui['doctor.summary.ok'] : ui['doctor.summary.fail']
  printResult(`\n${fill(summary, { count: failures }, lang)}\n`)
  return { ending: isFine ? 'pass' : 'fail', data: { toMend: failures, lines } }
}

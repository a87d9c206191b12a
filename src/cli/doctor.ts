import { type Diagnosis, examineSurroundings } from '../review/doctor.js'
import { version } from '../version.js'
import { fill } from '../words/catalogue.js'
import type { ExitStatus, Invocation } from './command.js'

/** Looks at everything that a run needs. Changes nothing and sends no credential. 0 where nothing is to mend, else 1. */
export async function run(invocation: Invocation): Promise<ExitStatus> {
  const { catalogue, io, lang, settings } = invocation
  const { ui } = catalogue
  const print = settings.json ? io.err : io.out
  print(`${fill(ui['doctor.title'], { version }, lang)}\n\n`)
  const found: (Diagnosis & { readonly sentence: string; readonly remedy: string | null })[] = []
  for await (const diagnosis of examineSurroundings({
    settings,
    env: io.env,
    clock: io.clock,
    signal: io.signal,
    nodeVersion: process.versions.node,
  })) {
    const sentence = fill(ui[diagnosis.key], diagnosis.values, lang)
    const remedy = diagnosis.remedyKey === null ? null : fill(ui[diagnosis.remedyKey], diagnosis.values, lang)
    found.push({ ...diagnosis, sentence, remedy })
    print(
      `${ui[`doctor.${diagnosis.state}`].padEnd(9)}${sentence}\n${remedy === null ? '' : `${' '.repeat(9)}→ ${remedy}\n`}`,
    )
  }
  const count = found.filter(({ state }) => state === 'fail').length
  print(`\n${count === 0 ? ui['doctor.summary.ok'] : fill(ui['doctor.summary.fail'], { count }, lang)}\n`)
  if (settings.json) {
    const lines = found.map(({ name, state, sentence, remedy }) => ({ name, state, sentence, remedy }))
    io.out(`${JSON.stringify({ toMend: count, lines }, null, 2)}\n`)
  }
  return count === 0 ? 0 : 1
}

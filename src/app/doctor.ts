import { record } from '../exchange/masking.js'
import type { RawExchange } from '../exchange/raw.js'
import type { Diagnosis } from '../review/diagnosis.js'
import { examineSurroundings } from '../review/doctor.js'
import { version } from '../settings/version.js'
import { fill } from '../words/catalogue.js'
import { type Invocation, maskerOfOwn } from './invocation.js'
import type { Outcome } from './outcome.js'

interface Told extends Diagnosis {
  readonly sentence: string
  readonly remedy: string | null
}

const COLUMN = 9

/**
 * Checks everything that a run needs. It changes nothing and sends no credentials. Fails if the user has something to
 * fix.
 */
export async function run(invocation: Invocation): Promise<Outcome> {
  const { clock, env, give, lang, settings, signal, display } = invocation
  const { ui } = invocation.catalogue
  const masker = maskerOfOwn(invocation)
  const log = await display.log(masker)
  const onExchange = (raw: RawExchange) => log.exchange(record(raw, masker))
  give(`${fill(ui['doctor.title'], { version }, lang)}\n\n`)
  const found: Told[] = []
  const nodeVersion = process.versions.node
  const surroundings = { settings, env, clock, signal, onExchange, nodeVersion }
  for await (const diagnosis of examineSurroundings(surroundings)) {
    const { key, remedyKey, values } = diagnosis
    const sentence = fill(ui[key], values, lang)
    const remedy = remedyKey === null ? null : fill(ui[remedyKey], values, lang)
    found.push({ ...diagnosis, sentence, remedy })
    const below = remedy === null ? '' : `${' '.repeat(COLUMN)}→ ${remedy}\n`
    give(`${ui[`doctor.${diagnosis.state}`].padEnd(COLUMN)}${sentence}\n${below}`)
  }
  const count = found.filter(({ state }) => state === 'fail').length
  give(`\n${count === 0 ? ui['doctor.summary.ok'] : fill(ui['doctor.summary.fail'], { count }, lang)}\n`)
  const lines = found.map(({ name, state, sentence, remedy }) => ({ name, state, sentence, remedy }))
  return {
    ending: count === 0 ? 'pass' : 'fail',
    response: { data: { toMend: count, lines }, lines: () => [] },
  }
}

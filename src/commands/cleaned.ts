import { leftLine, leftSentence } from '../report/left-records.js'
import type { CleanedRecord } from '../run/contract/cleanup.js'
import { fill } from '../words/catalogue.js'
import type { Invocation } from './invocation.js'

/**
 * Says what became of the records of a run. `nameOf`, how `--forget` names a record that is left, is given where `cleanup` itself asks:
 * then the sentences are its answer.
 */
export function tellCleaned(
  { give, pass, catalogue, lang }: Invocation,
  cleaned: readonly CleanedRecord[],
  mark: string,
  nameOf: ((number: number) => string) | null = null,
): void {
  if (cleaned.length === 0 && nameOf === null) return
  const { ui } = catalogue
  const say = nameOf === null ? pass : give
  const count = (wanted: CleanedRecord['fate']) => cleaned.filter(({ fate }) => fate === wanted).length
  const values = { deleted: count('deleted'), gone: count('gone') + count('never-made'), left: count('left') }
  say(`${fill(ui['cleanup.done'], values, lang)}\n`)
  const neverMade = cleaned.filter(({ fate }) => fate === 'never-made').map(collectionOf)
  if (neverMade.length > 0) {
    const collections = [...new Set(neverMade)].join(', ')
    say(`${fill(ui['cleanup.never-made'], { count: neverMade.length, mark, collections }, lang)}\n`)
  }
  for (const record of cleaned) {
    const { number, reason, fate } = record
    if (fate !== 'left' || reason === null) continue
    const because = leftSentence(record, mark, catalogue, lang)
    say(`${leftLine({ ...record, reason: because }, catalogue, lang)}\n`)
    if (nameOf !== null && number > 0) say(`${fill(ui['cleanup.forget'], { name: nameOf(number) }, lang)}\n`)
  }
}

/** `/contatos` of `DELETE /contatos/{idContato}`. */
function collectionOf({ route }: CleanedRecord): string {
  return route.replace(/^\w+ /, '').replace(/\/\{.*/, '')
}

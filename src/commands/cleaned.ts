import { leftLine, leftSentence } from '../report/left-records.js'
import type { CleanedRecord } from '../run/contract/cleanup.js'
import { fill } from '../words/catalogue.js'
import type { Invocation } from './invocation.js'

/** How a record that is left is named to `--forget`. */
export function recordKey(run: string, number: number): string {
  return `${run}/${number}`
}

/**
 * What became of the records of a run; a part of the answer where that is what was asked for.
 *
 * @param run whose ledger was asked for, so that what is left can be named to `--forget`; null at the end of a run
 */
export function tellCleaned(
  { give, pass, catalogue, lang }: Invocation,
  cleaned: readonly CleanedRecord[],
  mark: string,
  run: string | null = null,
): void {
  if (cleaned.length === 0 && run === null) return
  const { ui } = catalogue
  const say = run === null ? pass : give
  const count = (wanted: CleanedRecord['fate']) => cleaned.filter(({ fate }) => fate === wanted).length
  const values = { deleted: count('deleted'), gone: count('gone'), left: count('left') }
  say(`${fill(ui['cleanup.done'], values, lang)}\n`)
  for (const record of cleaned) {
    const { number, reason, fate } = record
    if (fate !== 'left' || reason === null) continue
    const because = leftSentence(record, mark, catalogue, lang)
    say(`${leftLine({ ...record, reason: because }, catalogue, lang)}\n`)
    if (run !== null && number > 0)
      say(`${fill(ui['cleanup.forget'], { name: recordKey(run, number) }, lang)}\n`)
  }
}

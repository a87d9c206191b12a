import { leftLine, leftSentence } from '../report/left-records.js'
import { ofAccount } from '../report/of-account.js'
import type { CleanedRecord } from '../run/contract/cleanup.js'
import { fill } from '../words/catalogue.js'
import type { Invocation } from './invocation.js'

/** The ledger that was asked for. */
export interface AskedLedger {
  /** Of several accounts: whose it is. */
  readonly account: string | null
  /** How a record that is left is named to `--forget`. */
  readonly nameOf: (number: number) => string
}

/** What became of the records of a run; a part of the answer where that is what was asked for. */
export function tellCleaned(
  { give, pass, catalogue, lang }: Invocation,
  cleaned: readonly CleanedRecord[],
  mark: string,
  asked: AskedLedger | null = null,
): void {
  if (cleaned.length === 0 && asked === null) return
  const { ui } = catalogue
  const say = asked === null ? pass : give
  const count = (wanted: CleanedRecord['fate']) => cleaned.filter(({ fate }) => fate === wanted).length
  const values = { deleted: count('deleted'), gone: count('gone') + count('never-made'), left: count('left') }
  say(`${ofAccount(asked?.account)}${fill(ui['cleanup.done'], values, lang)}\n`)
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
    if (asked !== null && number > 0)
      say(`${fill(ui['cleanup.forget'], { name: asked.nameOf(number) }, lang)}\n`)
  }
}

/** `/contatos` of `DELETE /contatos/{idContato}`. */
function collectionOf({ route }: CleanedRecord): string {
  return route.replace(/^\w+ /, '').replace(/\/\{.*/, '')
}

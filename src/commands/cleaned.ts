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
  const values = { deleted: count('deleted'), gone: count('gone'), left: count('left') }
  say(`${ofAccount(asked?.account)}${fill(ui['cleanup.done'], values, lang)}\n`)
  for (const record of cleaned) {
    const { number, reason, fate } = record
    if (reason === null) continue
    const because = leftSentence(record, mark, catalogue, lang)
    say(`${leftLine({ ...record, reason: because }, catalogue, lang)}\n`)
    if (asked !== null && number > 0 && fate === 'left')
      say(`${fill(ui['cleanup.forget'], { name: asked.nameOf(number) }, lang)}\n`)
  }
}

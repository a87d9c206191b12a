import { requirements } from '../specification/requirements.js'
import { clauseText, loadRequirementTexts } from '../words/catalogue.js'
import type { Invocation } from './invocation.js'
import type { Outcome } from './outcome.js'

/** `homologation` of `homologation/spacing`. */
const groupOf = (id: string) => id.split('/')[0]

/** Width of the longest level in both languages: `obrigatório`. */
const LEVEL_WIDTH = 11

/** `requirements`: lists every requirement with its level, text and clause. */
export async function run({ lang }: Invocation): Promise<Outcome> {
  const texts = await loadRequirementTexts(lang)
  const width = Math.max(...requirements.map(({ id }) => id.length))
  return {
    ending: 'pass',
    data: requirements.map((entry) => ({ ...entry, text: texts[entry.id].text })),
    lines: ({ catalogue: { clauses, ui } }) =>
      requirements.flatMap(({ id, level, clause }, i) => {
        const levelText = ui[`cli.requirement.level.${level}`].padEnd(LEVEL_WIDTH)
        const line = `${id.padEnd(width)}  ${levelText}  ${texts[id].text}  (§ ${clauseText(clause, clauses)})`
        const previous = requirements[i - 1]
        const beginsGroup = previous !== undefined && groupOf(previous.id) !== groupOf(id)
        return beginsGroup ? ['', line] : [line]
      }),
  }
}

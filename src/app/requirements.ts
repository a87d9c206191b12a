import { requirements } from '../specification/requirements.js'
import { clauseText, loadRequirementTexts } from '../words/catalogue.js'
import type { Invocation } from './invocation.js'
import type { Outcome } from './outcome.js'

/** `requirements`: lists every requirement with its level, text and clause. */
export async function run({ lang }: Invocation): Promise<Outcome> {
  const texts = await loadRequirementTexts(lang)
  const width = Math.max(...requirements.map(({ id }) => id.length))
  return {
    ending: 'pass',
    response: {
      data: requirements.map((one) => ({ ...one, text: texts[one.id].text })),
      lines: ({ catalogue: { clauses, ui } }) =>
        requirements.flatMap(({ id, level, clause }, i) => {
          const word = ui[`cli.requirement.level.${level}`].padEnd(11)
          const line = `${id.padEnd(width)}  ${word}  ${texts[id].text}  (§ ${clauseText(clause, clauses)})`
          const before = requirements[i - 1]?.id
          return before !== undefined && groupOf(before) !== groupOf(id) ? ['', line] : [line]
        }),
    },
  }
}

function groupOf(id: string): string {
  return id.split('/')[0] ?? id
}

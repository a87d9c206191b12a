import { requirements } from '../specification/requirements.js'
import { loadRequirementTexts } from '../words/catalogue.js'
import type { ExitStatus, Invocation } from './command.js'

/** Lists every requirement with its level, text and clause. */
export async function run({ settings, io, catalogue, lang }: Invocation): Promise<ExitStatus> {
  const texts = await loadRequirementTexts(lang)
  if (settings.json) {
    const rows = requirements.map((one) => ({ ...one, text: texts[one.id].text }))
    io.out(`${JSON.stringify(rows, null, 2)}\n`)
    return 0
  }
  const width = Math.max(...requirements.map(({ id }) => id.length))
  let group = ''
  for (const { id, level, clause } of requirements) {
    const next = id.split('/')[0] ?? ''
    if (group !== '' && next !== group) io.out('\n')
    group = next
    const word = catalogue.ui[`cli.requirement.level.${level}`].padEnd(11)
    io.out(`${id.padEnd(width)}  ${word}  ${texts[id].text}  (§ ${clause})\n`)
  }
  return 0
}

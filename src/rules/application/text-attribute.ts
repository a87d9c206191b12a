import { sensibleLengths } from '../../spec/registration.js'
import type { TextSuffix } from '../../words/sentences.js'
import type { ApplicationNote } from './application-rule.js'

type TextAttribute = keyof typeof sensibleLengths

/** Words that a form was left with. */
const PLACEHOLDER =
  /^(?:x+|\.+|-+|t\.?b\.?d\.?|todo|a definir|a preencher|nome|name|descri[cç][aã]o|description|teste?s?|test(?:ing)?|exemplo|example|minha? (?:aplica[cç][aã]o|app(?:licativo)?)|my app(?:lication)?)[.!…]*$|lorem ipsum|<[^>]*>|\bTODO\b|\bFIXME\b|asdf/i

/** A text of the registration is there, no placeholder, and of sensible length. */
export function examineText(text: string, attribute: TextAttribute, note: ApplicationNote<TextSuffix>): void {
  note.tested()
  const { min, max } = sensibleLengths[attribute]
  const length = [...text].length
  if (length === 0) note.breach('missing')
  else if (PLACEHOLDER.test(text)) note.breach('placeholder', { values: { text: text.slice(0, 60) } })
  else if (length < min) note.breach('short', { values: { length, min } })
  else if (length > max) note.breach('long', { values: { length, max } })
}

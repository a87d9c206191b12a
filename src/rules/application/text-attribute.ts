import { sensibleLengths } from '../../specification/registration.js'
import type { VariantOf } from '../../words/catalogue.js'
import type { ApplicationNote } from './application-rule.js'

type TextAttribute = keyof typeof sensibleLengths

/** Words that a form was left with. */
const PLACEHOLDER =
  /^(?:x+|\.+|-+|t\.?b\.?d\.?|a definir|a preencher|nome|name|descri[cç][aã]o|description|teste?s?|test(?:ing)?|exemplo|example|(?:meu|minha|my) (?:aplica[cç][aã]o|aplicativo|app|application))[.!…]*$|lorem ipsum|<[^>]*>|asdf/i
/** In capitals alone: "Método" is a word. */
const LEFT_TO_DO = /^(?:TODO|todo)$|\bTODO(?=[\s:.!]|$)|\bFIXME\b/

/** A text of the registration is there and no placeholder; of sensible length it should be, for the lengths are ours. */
export function examineText(
  text: string,
  attribute: TextAttribute,
  note: ApplicationNote<VariantOf<'application/name'>>,
): void {
  note.tested()
  const { min, max } = sensibleLengths[attribute]
  const length = [...text].length
  if (length === 0) note.breach('missing')
  else if (PLACEHOLDER.test(text) || LEFT_TO_DO.test(text))
    note.breach('placeholder', { values: { text: text.slice(0, 60) } })
  else if (length < min) note.breach('short', { values: { length, min }, severity: 'warning' })
  else if (length > max) note.breach('long', { values: { length, max }, severity: 'warning' })
}

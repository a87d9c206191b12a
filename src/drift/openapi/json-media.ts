import { entriesOf, isNode, type Node } from './node.js'

/** What a body or an answer holds where it is JSON; null: it is described as something else, or not at all. */
export function jsonMedia({ content }: Node): Node | null {
  const found = entriesOf(content).find(([type]) => /^(application\/(.*\+)?json|\*\/\*)/i.test(type))
  return found && isNode(found[1]) ? found[1] : null
}

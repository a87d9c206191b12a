import { entriesOf, isNode, type Node } from './node.js'

/** What a body or an answer holds where it is JSON; null: it is described as something else, or not at all. */
export function jsonMedia(described: Node): Node | null {
  return jsonContent(described)?.media ?? null
}

/** The same with its type, as the document writes it. */
export function jsonContent({ content }: Node): { readonly type: string; readonly media: Node } | null {
  const found = entriesOf(content).find(([type]) => /^(application\/(.*\+)?json|\*\/\*)/i.test(type))
  return found && isNode(found[1]) ? { type: found[0], media: found[1] } : null
}

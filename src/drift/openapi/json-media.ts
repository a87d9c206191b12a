import { entriesOf, isNode, type Node } from './node.js'

/** What a body or an answer holds where it is JSON; null: it is described as something else, or not at all. */
export function jsonMedia(described: Node): Node | null {
  const entries = entriesOf(described.content)
  const media = entries.find(([type]) => /^(application\/(.*\+)?json|\*\/\*)/i.test(type))?.[1]
  return isNode(media) ? media : null
}

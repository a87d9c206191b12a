import { entriesOf, isNode, type Node } from './node.js'

/** The schema of a JSON body or response; null if it is described as something else, or not at all. */
export function jsonMedia(described: Node): Node | null {
  const entries = entriesOf(described.content)
  const media = entries.find(([type]) => /^(application\/(.*\+)?json|\*\/\*)/i.test(type))?.[1]
  return isNode(media) ? media : null
}

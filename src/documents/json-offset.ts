/**
 * Where in a text of JSON the value under these keys begins, or the nearest that holds it. Reads the text once and keeps nothing of it:
 * a syntax tree of fifty megabytes is more than any memory.
 */
export function offsetIn(text: string, path: readonly (string | number)[]): number {
  const open: (string | number)[] = []
  let [found, offset, from, isWithin] = [0, valueAt(text, 0), 0, false]
  let to = 0
  const enter = (key: string | number, after: number) => {
    open[open.length - 1] = key
    if (open.length !== found + 1 || found === path.length || String(key) !== String(path[found])) return
    found++
    offset = valueAt(text, after)
  }
  for (const { 0: sign, index } of text.matchAll(/\\.|["{}[\],:]/g)) {
    if (sign === '"') {
      if (isWithin) to = index + 1
      else from = index
      isWithin = !isWithin
    } else if (isWithin) continue
    else if (sign === '{') open.push('')
    else if (sign === '[') {
      open.push('')
      enter(0, index + 1)
    } else if (sign === ':') enter(JSON.parse(text.slice(from, to)), index + 1)
    else {
      // what was found ends with this sign
      if (found > 0 && open.length <= found) return offset
      const key = open.at(-1)
      if (sign !== ',') open.pop()
      else if (typeof key === 'number') enter(key + 1, index + 1)
    }
  }
  return offset
}

function valueAt(text: string, from: number): number {
  let at = from
  while (/\s/.test(text.charAt(at))) at++
  return at
}

/**
 * Calls `visit` for each match of a global expression. `String.matchAll` copies the expression for every text, which costs more
 * than the search in short ones; a visitor may search with the same expression again, and may answer where to go on.
 */
export function eachMatch(
  text: string,
  form: RegExp,
  visit: (match: RegExpExecArray) => number | undefined,
): void {
  let from = 0
  for (;;) {
    form.lastIndex = from
    const match = form.exec(text)
    if (!match) return
    from = match[0] === '' ? match.index + 1 : form.lastIndex
    from = visit(match) ?? from
  }
}

/**
 * Calls `visit` for each match of a global expression. `String.matchAll` copies the expression for every text, which costs more
 * than the search in short ones; a visitor may search with the same expression again.
 */
export function eachMatch(text: string, form: RegExp, visit: (match: RegExpExecArray) => void): void {
  let from = 0
  for (;;) {
    form.lastIndex = from
    const match = form.exec(text)
    if (!match) return
    from = match[0] === '' ? match.index + 1 : form.lastIndex
    visit(match)
  }
}

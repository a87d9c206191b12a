/**
 * A clause as a requirement names it (`Authentication 1, 3`, `Endpoints, Errors`) in the reader's words. A heading that is not known stays
 * as it is.
 */
export function clauseText(clause: string, headings: Readonly<Record<string, string>>): string {
  return clause
    .split(', ')
    .map((part) => {
      const [, heading = part, place = ''] = /^(.*?)( [\d-]+)?$/.exec(part) ?? []
      return `${headings[heading] ?? heading}${place}`
    })
    .join(', ')
}

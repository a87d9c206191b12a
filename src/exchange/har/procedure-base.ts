import { readAddress } from '../address.js'
import { type Chunks, textOfPart } from '../chunks.js'
import { headerValue } from '../exchange.js'
import { piecesOf } from './entries.js'
import { headersOf } from './entry-messages.js'
import { asLoose, number, parse, text } from './loose.js'

const PROCEDURE = /\/homologacao\/produtos(?:\/[^/]+)?(\/situacoes)?\/?$/
const HASH_HEADER = /-homologacao$/i

/**
 * The text before the paths of the procedure if the version prefix is missing; null if nothing shows that the
 * procedure is meant. `homologacao` is also a common name for a test environment, so the path is not enough: the
 * request must have a hash header, the path of step 4, or credentials for which no such path was found.
 */
export async function procedureBase(chunks: Chunks): Promise<string | null> {
  for await (const pieces of piecesOf(chunks)) {
    for (const piece of pieces) {
      if (piece.is !== 'entry') continue
      const written = textOfPart(piece.part)
      const base = written.includes('homologacao') ? baseIn(parse(written)) : null
      if (base !== null) return base
    }
  }
  return null
}

function baseIn(entry: unknown): string | null {
  const { request, response } = asLoose(entry)
  const { url, headers } = asLoose(request)
  const { origin, path } = readAddress(text(url))
  const [, situations] = PROCEDURE.exec(path) ?? []
  if (origin === '' || !PROCEDURE.test(path)) return null
  const sent = headersOf(headers)
  const all = [...sent, ...headersOf(asLoose(response).headers)]
  const isMeant =
    situations !== undefined ||
    all.some(([name]) => HASH_HEADER.test(name)) ||
    (number(asLoose(response).status) === 404 && headerValue(sent, 'authorization') !== null)
  return isMeant ? origin + path.slice(0, path.indexOf('/homologacao/produtos')) : null
}

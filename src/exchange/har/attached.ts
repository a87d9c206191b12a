import type { Chunks } from '../chunks.js'
import { strictTextOf, toBase64 } from '../masking/bytes.js'
import { asLoose, type Loose, type Parts, text } from './loose.js'

/** Bodies that a tool wrote into files next to the HAR (`_file`), as Playwright does with the option to attach them. */
export interface Attached {
  /** How many could not be read; grows while entries are read. */
  missing: number
  readonly fileOf: NonNullable<Chunks['beside']>
}

export function attachedTo({ beside = () => null }: Chunks): Attached {
  return { missing: 0, fileOf: beside }
}

/** Returns the same entry with its bodies read from the files next to the HAR. */
export function withAttached(parts: Parts, attached: Attached): Parts {
  const { request, response } = parts
  const [data, content] = [asLoose(request.postData), asLoose(response.content)]
  const isApart = (body: Loose) => typeof body.text !== 'string' && text(body._file) !== ''
  if (!isApart(data) && !isApart(content)) return parts
  const read = (body: Loose) => (isApart(body) ? whole(body, attached) : body)
  return {
    ...parts,
    request: { ...request, postData: read(data) },
    response: { ...response, content: read(content) },
  }
}

function whole(body: Loose, attached: Attached): Loose {
  const bytes = attached.fileOf(text(body._file))
  if (bytes === null) {
    attached.missing++
    return body
  }
  const plain = strictTextOf(bytes)
  return plain === null ? { ...body, text: toBase64(bytes), encoding: 'base64' } : { ...body, text: plain }
}

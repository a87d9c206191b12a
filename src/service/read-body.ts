import type { IncomingMessage } from 'node:http'
import type { RawBody } from '../exchange/raw.js'

/** Reading ended with the last byte, beyond the limit, or because the client disconnected. */
export type Ending = 'complete' | 'too-large' | 'left'

/**
 * Reads a request's body and keeps its first `keptBytes`. `done` is called once, at the end or after `maxBytes`. The
 * returned function gives the part that has arrived so far.
 */
export function readBody(
  req: IncomingMessage,
  keptBytes: number,
  maxBytes: number,
  done: (body: RawBody, ending: Ending) => void,
): () => RawBody {
  const chunks: Buffer[] = []
  let sizeBytes = 0
  let isDone = false

  const soFar = (isWhole: boolean): RawBody => {
    const all = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)
    const bytes = all.subarray(0, keptBytes)
    return { bytes, sizeBytes, flaw: isWhole && bytes.length === sizeBytes ? null : 'truncated' }
  }

  const finish = (ending: Ending) => {
    if (isDone) return
    isDone = true
    done(soFar(ending === 'complete'), ending)
  }

  req.on('data', (chunk: Buffer) => {
    if (sizeBytes < keptBytes) chunks.push(chunk)
    sizeBytes += chunk.length
    if (sizeBytes > maxBytes) finish('too-large')
  })
  req.on('end', () => finish('complete'))
  req.on('error', () => finish('left'))
  req.on('close', () => finish('left'))
  return () => soFar(false)
}

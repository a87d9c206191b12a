import { brotliCompressSync, gzipSync } from 'node:zlib'
import { type Header, headerValue } from '../exchange/exchange.js'
import type { Answer } from './answer.js'
import { between } from './random.js'

/** Lawful ways to send the same response, because clients must cope with each. */
export interface TransferVariant {
  /** Compress where the client accepts it. */
  readonly compress: 'gzip' | 'br' | null
  /** Send bodies in chunks, without a declared length. */
  readonly chunked: boolean
  /** Delay each answer by up to so many milliseconds. */
  readonly jitterMs: number
}

const encoders = { gzip: gzipSync, br: brotliCompressSync }

/** The same response with another transfer coding. What a fault changed is sent as it is. */
export function varyTransfer(
  answer: Answer,
  accepted: readonly Header[],
  { compress, chunked, jitterMs }: TransferVariant,
  random: () => number,
): Answer {
  if (answer.delivery.kind !== 'whole') return answer
  const delayMs = (answer.delivery.delayMs ?? 0) + random() * jitterMs
  const delayed = { ...answer, delivery: { kind: 'whole', delayMs } as const }
  if (answer.body === null || answer.status === 204) return delayed
  const packed = compress && accepts(accepted, compress) ? pack(delayed, compress) : delayed
  if (!chunked) return packed
  return {
    ...packed,
    delivery: { kind: 'chunked', chunkBytes: between(random, 1, 40), delayMs: delayMs / 10 },
  }
}

function accepts(headers: readonly Header[], coding: string): boolean {
  return (headerValue(headers, 'accept-encoding') ?? '')
    .split(',')
    .some((part) => part.trim().split(';')[0] === coding)
}

function pack<T extends Answer>(answer: T, coding: 'gzip' | 'br'): T {
  if (headerValue(answer.headers, 'content-encoding') !== null) return answer
  const body = encoders[coding](answer.body ?? '')
  return {
    ...answer,
    body,
    headers: [...answer.headers, ['Content-Encoding', coding], ['Vary', 'Accept-Encoding']],
  }
}

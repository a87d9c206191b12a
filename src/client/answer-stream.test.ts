import type { Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { AnswerStream, forbidsBody } from './answer-stream.js'

/** What a reader of the socket gets of these chunks. */
function read(chunks: readonly string[]) {
  const left = chunks.map((chunk) => Buffer.from(chunk, 'latin1'))
  const socket = { read: () => left.shift() ?? null } as unknown as Socket
  const stream = new AnswerStream(socket)
  const got: string[] = []
  while (left.length > 0) {
    const chunk = socket.read() as Buffer | null
    expect(AnswerStream.reading).toBe(chunk === null ? null : stream)
    if (chunk !== null) got.push(chunk.toString('latin1'))
    // who is told that nothing is there waits for more: all that lies there must have been read
    else expect(left).toEqual([])
  }
  expect(socket.read()).toBe(null)
  expect(AnswerStream.reading).toBe(null)
  return { got, socket, left, stream }
}

const head = 'HTTP/1.1 200 OK\r\nA: b\r\n\r\n'
const go = 'HTTP/1.1 100 Continue\r\n\r\n'

describe('an answer of a service', () => {
  it.each<[string, string[], string[]]>([
    ['passes untouched', [head, 'body'], [head, 'body']],
    ['loses what nobody asked for', [go + head, 'body'], [head, 'body']],
    ['loses it as often as it came', [go, go + go, head], [head]],
    ['loses it in pieces', [go.slice(0, 3), go.slice(3, 20), go.slice(20), head], [head]],
    [
      'loses it with headers',
      ['HTTP/1.1 100 Go\r\nA: b\r\n\r\nHTTP/1.1 2', '00 OK\r\n\r\n'],
      ['HTTP/1.1 2', '00 OK\r\n\r\n'],
    ],
    ['keeps what begins like it', ['HTTP/1.1 1', '01 X\r\n\r\n'], ['HTTP/1.1 101 X\r\n\r\n']],
    ['keeps it where it comes later', [head, go], [head, go]],
    [
      'leaves one without an end to the parser',
      [`HTTP/1.1 100 ${'x'.repeat(4_083)}`],
      [`HTTP/1.1 100 ${'x'.repeat(4_083)}`],
    ],
    ['waits for the end of a shorter one', [`HTTP/1.1 100 ${'x'.repeat(4_082)}`], []],
  ])('%s', (_, chunks, got) => {
    expect(read(chunks).got).toEqual(got)
  })

  it('loses it again before the next', () => {
    const { socket, left, stream } = read([`${head}abc`])
    stream.expectAnswer()
    left.push(Buffer.from(go + head))
    expect(String(socket.read())).toBe(head)
  })
})

it('204 and 304 alone forbid a body', () => {
  expect([200, 203, 204, 205, 303, 304].map(forbidsBody)).toEqual([false, false, true, false, false, true])
})

import type { Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { AnswerStream, announcedBytes, forbidsBody } from './answer-stream.js'

/** What a reader of the socket gets of these chunks, and how many bytes came beyond those announced. */
function read(chunks: readonly string[], announced = 0) {
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
  return { got, socket, left, stream, surplus: stream.takeSurplus(announced) }
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

  it.each<[string, string[], number, number]>([
    ['as announced', [`${head}abc`], 3, 0],
    ['more', [`${head}abc`], 1, 2],
    ['less', [`${head}a`], 3, 0],
    ['more in chunks', [head, 'ab', 'cd'], 3, 1],
    ['a head in pieces', [head.slice(0, 10), `${head.slice(10)}ab`], 1, 1],
    ['an end of the head in pieces', [head.slice(0, -2), `${head.slice(-2)}ab`], 1, 1],
    ['no end of the head', ['HTTP/1.1 200 OK\r\n'], 0, 0],
    ...['', 'a', 'ab', 'abc', 'abcd'].map((value): [string, string[], number, number] => [
      `a head that ends with a line of "A: ${value}"`,
      [`HTTP/1.1 200 OK\r\nA: ${value}\r\n\r\nabc`],
      1,
      2,
    ]),
    ...['\n\r\r\n\n', '\r\n\n\n', '\r\n\r\r', '\r\r\r\n', '\n\n\r\n'].map(
      (ends): [string, string[], number, number] => [
        `a head with bare line ends in it: ${JSON.stringify(ends)}`,
        [`HTTP/1.1 200 OK\r\nA: ${ends}B: c\r\n\r\nabc`],
        1,
        2,
      ],
    ),
    ['another head before it', [`HTTP/1.1 103 Early\r\n\r\n${head}abc`], 1, 2],
    ['another head in pieces before it', ['HTTP/1.1 103 Early\r\nA: b', `\r\n\r\n${head}abc`], 1, 2],
    ['another head alone', ['HTTP/1.1 102 Processing\r\n\r\nabc'], 0, 0],
    ['another head of an older version', [`HTTP/1.0 102 P\r\n\r\n${head}abc`], 0, 3],
    ['without end', [`${head}abc`], Number.POSITIVE_INFINITY, 0],
  ])('is counted: %s', (_, chunks, announced, surplus) => {
    expect(read(chunks, announced).surplus).toBe(surplus)
  })

  it('is counted anew after each', () => {
    const { socket, left, stream } = read([`${head}abc`], 0)
    left.push(Buffer.from(`${head}ab`))
    socket.read()
    expect(stream.takeSurplus(1)).toBe(1)
    left.push(Buffer.from(go + head))
    expect(String(socket.read())).toBe(head)
    stream.expectAnswer()
    expect(stream.takeSurplus(0)).toBe(0)
  })
})

it.each<[number, Record<string, string>, number]>([
  [200, {}, Number.POSITIVE_INFINITY],
  [200, { 'content-length': '7' }, 7],
  [200, { 'content-length': 'x' }, 0],
  [200, { 'content-length': '7', 'transfer-encoding': 'chunked' }, Number.POSITIVE_INFINITY],
  [204, {}, 0],
  [304, {}, 0],
  [204, { 'content-length': '7' }, 7],
])('an answer %i with %j announces %d bytes', (status, headers, bytes) => {
  expect(announcedBytes(status, (name) => headers[name] ?? null)).toBe(bytes)
})

it('204 and 304 alone forbid a body', () => {
  expect([200, 203, 204, 205, 303, 304].map(forbidsBody)).toEqual([false, false, true, false, false, true])
})

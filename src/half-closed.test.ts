import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { answerHalfClosed } from './half-closed.js'

const open: (() => void)[] = []
afterEach(() => {
  vi.useRealTimers()
  for (const close of open.splice(0)) close()
})

/** One request whose sender closes its half at once; `answer` is asked when that was heard. */
async function halfClosed(ageMs: number | null, answer: (res: ServerResponse) => void) {
  let waiting: ServerResponse | null = null
  const server = createServer((_req, res) => {
    waiting = res
  })
  answerHalfClosed(server, () => ageMs)
  const ended = new Promise<void>((resolve) => {
    server.on('connection', (socket) => socket.on('end', () => resolve()))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  open.push(() => server.close())
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.setEncoding('utf8')
  let text = ''
  socket.on('data', (part) => {
    text += part
  })
  const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()))
  socket.end('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  await ended
  if (waiting) answer(waiting)
  await closed
  return text
}

describe('a client that closed its half of the connection', () => {
  it.each([0, 200])('%i ms behind its request gets its answer, and the connection ends', async (ageMs) => {
    const text = await halfClosed(ageMs, (res) => setImmediate(() => res.end('here')))
    expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*here$/)
  })

  it('later has left', async () => {
    expect(await halfClosed(201, (res) => setImmediate(() => res.end('here')))).toBe('')
  })

  it('is not waited for without end', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const left = vi.fn()
    const text = halfClosed(0, (res) => {
      res.on('close', left)
      vi.advanceTimersByTime(9_999)
      setImmediate(() => {
        expect(left).not.toHaveBeenCalled()
        vi.advanceTimersByTime(1)
      })
    })
    expect(await text).toBe('')
    await vi.waitFor(() => expect(left).toHaveBeenCalledOnce())
  })

  it('between two requests is closed at once', async () => {
    const server = createServer((_req, res) => void res.end('one'))
    answerHalfClosed(server, () => null)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    open.push(() => server.close())
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()))
    socket.once('data', () => socket.end())
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    await closed
  })
})

import { delivered, withHeader } from './changes.js'
import { faultTable } from './fault.js'

const CHUNKS =
  'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n'

const SHORT = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"data":{"n'

export const transport = faultTable({
  'bad-chunk': {
    breaks: 'service/answers',
    where: 1,
    change: (answer) => delivered(answer, { kind: 'raw', bytes: Buffer.from(CHUNKS) }),
  },
  'cut-head': {
    breaks: 'service/answers',
    where: 3,
    change: (answer) => delivered(answer, { kind: 'raw', bytes: Buffer.from('HTTP/1.1 204 No Con') }),
  },
  'endless-body': {
    breaks: 'service/answers',
    where: 1,
    change: (answer) => delivered(answer, { kind: 'endless', chunk: ' '.repeat(65_536) }),
  },
  hang: { breaks: 'service/answers', where: 2, change: (answer) => delivered(answer, { kind: 'hang' }) },
  'huge-content-length': {
    breaks: 'service/answers',
    where: 1,
    change: (answer) =>
      delivered(answer, { kind: 'endless', chunk: ' '.repeat(65_536), declaredBytes: 2 * 1024 ** 3 }),
  },
  'huge-header': {
    breaks: 'service/answers',
    where: 1,
    change: (answer) => withHeader(answer, ['X-Filler', 'x'.repeat(10_000_000)]),
  },
  late: {
    breaks: 'service/answers',
    where: 4,
    change: (answer) => delivered(answer, { kind: 'whole', delayMs: 60_000, isHeldBack: true }),
  },
  'not-http': {
    breaks: 'service/answers',
    where: 1,
    change: (answer) => delivered(answer, { kind: 'raw', bytes: Buffer.from('SSH-2.0-OpenSSH_9.6\r\n') }),
  },
  'reset-after-post': {
    breaks: 'service/answers',
    where: 2,
    change: (answer) => delivered(answer, { kind: 'reset', afterBytes: 0 }),
  },
  'reset-before-answer': {
    breaks: 'service/answers',
    where: 3,
    change: (answer) => delivered(answer, { kind: 'reset', afterBytes: 0 }),
  },
  'reset-mid-body': {
    breaks: 'service/answers',
    where: 1,
    change: (answer) => delivered(answer, { kind: 'reset', afterBytes: 12 }),
  },
  'short-body': {
    breaks: 'service/answers',
    where: 1,
    change: (answer) => delivered(answer, { kind: 'raw', bytes: Buffer.from(SHORT) }),
  },
  'slow-drip': {
    breaks: 'service/answers',
    where: 1,
    change: (answer) => delivered(answer, { kind: 'drip', bytesPerSecond: 1 }),
  },
  'wrong-gzip': {
    breaks: 'service/answers',
    where: 1,
    change: (answer) => withHeader(answer, ['Content-Encoding', 'gzip']),
  },
})

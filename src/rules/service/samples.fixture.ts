import { page, type Sample } from '../sample.fixture.js'

export const serviceSamples: readonly Sample[] = [
  {
    code: 'service/answers:timeout',
    broken: [{ ask: 'GET /produtos', failure: { kind: 'timeout', message: '10,000 ms' } }],
    harmless: [[{ ask: 'GET /produtos', failure: { kind: 'aborted', message: 'interrupted' } }]],
  },
  {
    code: 'service/answers:unreachable',
    broken: [{ ask: 'GET /produtos', failure: { kind: 'refused', message: 'ECONNREFUSED' } }],
    harmless: [
      [
        {
          ask: 'GET https://outro.invalid/',
          channel: 'elsewhere',
          headers: [],
          failure: { kind: 'refused', message: 'x' },
        },
      ],
    ],
  },
  {
    code: 'service/answers:reset',
    broken: [{ ask: 'GET /produtos', failure: { kind: 'reset', message: 'ECONNRESET' } }],
    harmless: [[{ ask: 'GET /produtos', data: page(1) }]],
  },
  {
    code: 'service/answers:sent-again',
    severity: 'info',
    broken: [{ ask: 'GET /produtos', failure: { kind: 'reset', message: 'ECONNRESET' }, sentAgain: true }],
    harmless: [[{ ask: 'GET /produtos', data: page(1) }]],
  },
  {
    code: 'service/answers:too-large',
    broken: [{ ask: 'GET /produtos', failure: { kind: 'too-large', message: '64 MB' } }],
    harmless: [[{ ask: 'GET /produtos', data: page(1) }]],
  },
  {
    code: 'service/answers:malformed',
    broken: [{ ask: 'GET /produtos', failure: { kind: 'malformed', message: 'not HTTP' } }],
    harmless: [[{ ask: 'GET /produtos', data: page(1) }]],
  },
]

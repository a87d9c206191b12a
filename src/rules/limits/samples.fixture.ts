import type { Passing } from '../passing.fixture.js'
import type { Sample } from '../sample.fixture.js'

/** A read of others at a moment of the traffic. */
export function at(atMs: number): Passing {
  return { ask: 'GET /contatos', data: [], step: null, source: 'proxy', atMs }
}

export const limitsSamples: readonly Sample[] = [
  {
    code: 'limits/rate:second',
    profile: 'threeASecond',
    broken: [at(0), at(10), at(20), at(940)],
    harmless: [
      [at(0), at(10), at(20), at(960)],
      [at(0), at(10), at(20), { ...at(30), session: 'b' }],
      [at(0), at(10), at(20), { ...at(30), headers: [['Authorization', 'Bearer [access_token#2]']] }],
      [at(0), at(10), at(20), { ...at(30), gaps: ['times'] }],
      [at(0), at(10), at(20), { ...at(30), ask: 'GET /homologacao/produtos', data: { nome: 'x' } }],
      [at(0), at(10), at(20), { ...at(30), ask: 'OPTIONS /contatos', status: 204, data: undefined }],
    ],
  },
  {
    code: 'limits/rate:second',
    profile: 'threeASecond',
    broken: [at(0), at(10), at(900), at(300)],
    harmless: [[at(0), at(10), at(1200), at(300)]],
  },
  {
    code: 'limits/rate:second',
    profile: 'threeASecond',
    broken: [at(0), at(10), at(20), at(30)].map(
      (it): Passing => ({ ...it, source: 'run', step: 'contract/x' }),
    ),
    harmless: [],
  },
  {
    code: 'limits/rate:day',
    profile: 'fewADay',
    broken: [at(0), at(1), at(2), at(3)],
    harmless: [[at(0), at(1), at(2), at(86_400_000)]],
  },
]

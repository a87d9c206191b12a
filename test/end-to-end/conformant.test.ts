import { afterAll, describe, expect, it } from 'vitest'
import { type ErpOptions, errorShapes, gapsOf, startErp } from './services/erp.js'
import { errorsOf, filesBelow, RUN_FILES, removeFolders, reportOf, runnerOf } from './tool.js'

afterAll(removeFolders)

const NESTED =
  '{"nome":"Café – São João 漢字 😀 \\u00e9\\n\\"x\\"","preco":32.10,"peso":1e3,"codigo":"COD","estoque":{"minimo":0.0,"locais":[{"id":1}]},"ativo":true,"nulo":null,"grande":12345678901234567890,"descricao":"d"}'

/** Everything that the specification leaves to the service, each with a name. */
const variants: Readonly<Record<string, ErpOptions>> = {
  'the plainest of all': {},
  ...Object.fromEntries(
    ([1, 2, 3, 4, 5] as const).flatMap((deathAt) => [
      [`token dead at ${deathAt}, 401, hash rotating`, { deathAt }],
      [`token dead at ${deathAt}, 400, hash fixed`, { deathAt, deadStatus: 400, hash: 'fixed' }],
    ]),
  ),
  'a refusal with a hash of its own': { deathAt: 3, refusalHash: true },
  'a hash on the first answer alone': { deathAt: 4, hash: 'first-only' },
  gzip: { encoding: 'gzip', deathAt: 2 },
  br: { encoding: 'br', deathAt: 3 },
  deflate: { encoding: 'deflate' },
  'chunks of seven bytes': { chunked: true, deathAt: 5 },
  'chunks of gzip': { chunked: true, encoding: 'gzip' },
  ...Object.fromEntries(
    (Object.keys(errorShapes) as (keyof typeof errorShapes)[]).flatMap((errorShape) => [
      [`errors as ${errorShape}, 401`, { errorShape, deathAt: 2 }],
      [`errors as ${errorShape}, 400`, { errorShape, deathAt: 4, deadStatus: 400 }],
    ]),
  ),
  'jitter of 200 ms': { jitterMs: 200, deathAt: 3 },
  'headers that nobody asked for': {
    headers: {
      'x-request-id': 'a, b;c="d"',
      'set-cookie': ['session=1; Path=/; HttpOnly', 'other=2'],
      link: '<https://elsewhere.example/>; rel="next"',
      'strict-transport-security': 'max-age=1',
      vary: 'accept-encoding',
      'x-empty': '',
    },
  },
  'header names in capitals': { headerCase: 'upper', deathAt: 2 },
  'header names in small letters': { headerCase: 'lower', hashHeader: 'X-Service-Homologacao' },
  'a content type with a charset': { contentType: 'application/json; charset=UTF-8' },
  'the identifier 2147483647': { productId: 2_147_483_647 },
  'the identifier 2147483648': { productId: 2_147_483_648 },
  'an identifier of 11 digits': { productId: 16_504_021_933 },
  'the identifier 1': { productId: 1 },
  'the largest safe identifier': { productId: Number.MAX_SAFE_INTEGER },
  'nested fields, unicode, numbers spelt their own way': { product: NESTED, deathAt: 2 },
  'an identifier in the data of step 1': { product: '{"id":null,"nome":"x","preco":1}' },
  'a new connection for each request': { keepAlive: 'off', deathAt: 3 },
  'connections that idle for 1 s': { keepAlive: 1_000 },
  'a token answer without expiry': { deathAt: 2, expiresIn: null },
  'a slow renewal': { deathAt: 2, renewalDelayMs: 700 },
}

async function check(options: ErpOptions, spacingMs: number, runner: ReturnType<typeof runnerOf>) {
  const erp = await startErp(options)
  try {
    const run = await runner(['check', '--spacing-ms', String(spacingMs)], { env: erp.env })
    return { ...run, erp }
  } finally {
    await erp.close()
  }
}

// first, so that their waits pass beside the others
describe.concurrent('check at the real two seconds', () => {
  const slow: Readonly<Record<string, ErpOptions>> = {
    'with jitter and a dead token': { jitterMs: 200, deathAt: 3 },
    'over connections that the service closes in between': { keepAlive: 1_500, jitterMs: 20 },
    'with a refusal by 400 and the hash of the refusal': { deathAt: 5, deadStatus: 400, refusalHash: true },
  }
  it.for(Object.entries(slow).map(([name, options], i) => [name, options, runnerOf(i)] as const))(
    'leaves 2,000.0 ms everywhere: %s',
    { timeout: 60_000 },
    async ([, options, runner], { expect }) => {
      const { status, dir, erp } = await check(options, 2_000, runner)
      expect({ status, complaints: erp.complaints, errors: errorsOf(reportOf({ dir })) }).toEqual({
        status: 0,
        complaints: [],
        errors: [],
      })
      const { afterResponse, between } = gapsOf(erp.arrivals)
      expect(Math.min(...afterResponse, ...between)).toBeGreaterThanOrEqual(2_000)
    },
  )
})

describe.concurrent('check against a service that keeps the specification', () => {
  const cases = Object.entries(variants).map(([name, options], i) => [name, options, runnerOf(i)] as const)
  it.for(cases)('passes: %s', { timeout: 60_000 }, async ([, options, runner], { expect }) => {
    const { status, err, dir, erp } = await check(options, 40, runner)
    expect({ status, complaints: erp.complaints, err }).toEqual({ status: 0, complaints: [], err })
    const report = reportOf({ dir })
    expect({ verdict: report.verdict, cause: report.cause, errors: errorsOf(report) }).toEqual({
      verdict: 'pass',
      cause: null,
      errors: [],
    })
    expect(report.steps.map(({ verdict }) => verdict)).toEqual(Array(5).fill('pass'))
    const steps = erp.arrivals.filter(({ place }) => place !== 'token')
    expect(steps).toHaveLength(options.deathAt === undefined ? 5 : 6)
    expect(Math.min(...gapsOf(erp.arrivals).afterResponse)).toBeGreaterThanOrEqual(40)
    expect(
      filesBelow(dir)
        .map((file) => file.slice(dir.length + 1))
        .sort(),
    ).toEqual(RUN_FILES)
  })
})

describe('the variants', () => {
  it('name what the specification leaves open', () => {
    expect(Object.keys(variants).length).toBeGreaterThanOrEqual(35)
  })
})

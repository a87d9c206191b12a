import type { Exchange, Header } from '../../src/exchange/exchange.js'
import { procedureIn } from '../../src/judging/judged.js'
import { assumedBy, sayAssumptions } from '../../src/report/assumptions.js'
import { nightsOf } from '../../src/report/nights.js'
import type { LiveSession, PageData } from '../../src/report/page-data.js'
import type { Report, ReportFinding, ReportReading, ReportStep } from '../../src/report/report.js'
import { homologationSteps, routeOf } from '../../src/specification/homologation.js'
import { bling, type Profile, spec } from '../../src/specification/profile.js'
import en from '../../src/words/en.json' with { type: 'json' }

/** Pages to render: whole runs, made of small parts, so that a test states only what it is about. */

const BASE = 'https://api.example.test/Api/v3'
const ID = '16924563081'
const PRODUCT = '{"nome":"Copo térmico 450 ml","preco":32.56,"codigo":"COP-450"}'

export interface Part {
  readonly method?: string
  readonly path?: string
  readonly status?: number | null
  readonly sent?: string | null
  readonly response?: string | null
  readonly headers?: readonly Header[]
  readonly responseHeaders?: readonly Header[]
  readonly atMs?: number
  readonly tookMs?: number
  readonly step?: string | null
  readonly token?: number
  readonly hash?: string | null
  readonly issues?: string | null
  readonly channel?: Exchange['channel']
  readonly failure?: Exchange['failure']
}

/** One exchange of the procedure. `hash`: what it sends; `issues`: what its response brings. */
export function exchange(id: string, part: Part = {}): Exchange {
  const { method = 'GET', path = '/homologacao/produtos', status = 200, atMs = 0, tookMs = 84 } = part
  const hashHeader = spec.hash.header
  return {
    id,
    source: 'examine',
    channel: part.channel ?? 'service',
    session: null,
    step: part.step ?? null,
    request: {
      method,
      url: path.startsWith('http') ? path : BASE + path,
      headers: [
        ['Host', 'api.example.test'],
        ['Authorization', `Bearer [access_token#${part.token ?? 1}]`],
        ['Accept', 'application/json'],
        ['User-Agent', 'loja-integrada/2.4 (+https://example.test)'],
        ...(part.hash ? ([[hashHeader, part.hash]] as Header[]) : []),
        ...(part.sent ? ([['Content-Type', 'application/json']] as Header[]) : []),
        ...(part.headers ?? []),
      ],
      body: bodyOf(part.sent),
    },
    response:
      status === null
        ? null
        : {
            status,
            headers: [
              ['Content-Type', 'application/json'],
              ['Date', 'Tue, 04 Aug 2026 12:00:00 GMT'],
              ...(part.issues ? ([[hashHeader, part.issues]] as Header[]) : []),
              ...(part.responseHeaders ?? []),
            ],
            body: bodyOf(part.response),
          },
    failure: part.failure ?? null,
    startedAt: new Date(Date.UTC(2026, 7, 4, 12) + atMs).toISOString(),
    sentAtMs: atMs,
    respondedAtMs: status === null ? null : atMs + tookMs,
    gaps: [],
  }
}

function bodyOf(text: string | null | undefined): Exchange['request']['body'] {
  return text === null || text === undefined
    ? null
    : { text, sizeBytes: new TextEncoder().encode(text).length, flaw: null }
}

const hashes = [
  '7f3a9c0be41d52e8',
  'c02e77d19ab34f61',
  '19d4be6f8a7c2035',
  'aa51f0c39e7d6b24',
  '5be80d1c47f296a3',
] as const

/** The five steps as a correct client does them; the token dies before step 3. */
export function passingExchanges(): Exchange[] {
  const [a, b, c, d] = hashes
  const item = `/homologacao/produtos/${ID}`
  const changed = PRODUCT.replace('Copo térmico 450 ml', 'Copo')
  return [
    exchange('e1', {
      step: 'homologation/1',
      response: `{"data":${PRODUCT}}`,
      issues: a,
      atMs: 0,
      tookMs: 96,
    }),
    exchange('e2', {
      method: 'POST',
      step: 'homologation/2',
      status: 201,
      sent: PRODUCT,
      hash: a,
      issues: b,
      atMs: 2098.2,
      tookMs: 131,
      response: `{"data":{"id":${ID},"nome":"Copo térmico 450 ml","preco":32.56,"codigo":"COP-450"}}`,
    }),
    exchange('e3', {
      method: 'PUT',
      path: item,
      step: 'homologation/3',
      status: 401,
      sent: changed,
      hash: b,
      issues: c,
      atMs: 4231.9,
      tookMs: 52,
      response: '{"error":{"type":"invalid_token","message":"O token expirou"}}',
    }),
    exchange('e4', {
      method: 'POST',
      path: 'https://api.example.test/oauth/token',
      channel: 'token',
      atMs: 4286,
      tookMs: 143,
      sent: 'grant_type=refresh_token&refresh_token=[refresh_token#1]',
      headers: [],
      response:
        '{"access_token":"[access_token#2]","refresh_token":"[refresh_token#2]","expires_in":21600,"token_type":"bearer"}',
    }),
    exchange('e5', {
      method: 'PUT',
      path: item,
      step: 'homologation/3',
      status: 204,
      sent: changed,
      hash: c,
      issues: d,
      token: 2,
      atMs: 6284.6,
      tookMs: 77,
    }),
    exchange('e6', {
      method: 'PATCH',
      path: `${item}/situacoes`,
      step: 'homologation/4',
      status: 204,
      sent: '{"situacao":"I"}',
      hash: d,
      issues: hashes[4],
      token: 2,
      atMs: 8363.1,
      tookMs: 70,
    }),
    exchange('e7', {
      method: 'DELETE',
      path: item,
      step: 'homologation/5',
      status: 204,
      hash: hashes[4],
      token: 2,
      atMs: 10_434.4,
      tookMs: 64,
    }),
  ]
}

/** A client that wraps the product, hurries, and sends an old hash after the renewal. */
export function failingExchanges(): Exchange[] {
  const [a, b, c, d] = hashes
  const item = `/homologacao/produtos/${ID}`
  const [first, , , renewal] = passingExchanges() as [Exchange, Exchange, Exchange, Exchange]
  return [
    first,
    exchange('e2', {
      method: 'POST',
      status: 201,
      sent: `{"data":${PRODUCT.replace('32.56', '"32,56"')}}`,
      hash: a,
      issues: b,
      atMs: 1640.4,
      tookMs: 120,
      response: `{"data":{"id":${ID}}}`,
    }),
    exchange('e3', {
      method: 'PUT',
      path: item,
      status: 401,
      sent: '{"nome":"Copo"}',
      hash: b,
      issues: c,
      atMs: 3745,
      tookMs: 41,
      response: '{"error":{"type":"invalid_token","message":"O token expirou"}}',
    }),
    { ...renewal, sentAtMs: 3790, respondedAtMs: 3931 },
    exchange('e5', {
      method: 'PUT',
      path: item,
      status: 400,
      sent: '{"nome":"Copo"}',
      hash: a,
      issues: d,
      token: 2,
      atMs: 5790,
      tookMs: 66,
      response:
        '{"error":{"type":"VALIDATION_ERROR","message":"Não foi possível salvar","fields":[{"code":3,"msg":"hash inválido","element":"x-service-homologacao"}]}}',
    }),
    exchange('e6', {
      method: 'PATCH',
      path: item,
      status: null,
      sent: '{"situacao":"I"}',
      token: 2,
      atMs: 7791.5,
      failure: { kind: 'reset', message: 'socket hang up' },
    }),
  ]
}

export function finding(part: Partial<ReportFinding> & Pick<ReportFinding, 'requirement'>): ReportFinding {
  return {
    code: `${part.requirement}:sample`,
    values: {},
    severity: 'error',
    blame: 'application',
    step: null,
    route: null,
    message: 'The body of step 2 is not the `data` of step 1.',
    expected: 'the data, unwrapped and unchanged',
    actual: 'an object with one property, `data`',
    hint: 'Send what stands inside of `data`, not the object around it.',
    clause: 'Homologation procedure 2',
    exchange: null,
    consequenceOf: null,
    fingerprint: part.requirement.replace('/', '-'),
    ...part,
  }
}

/** The steps of the procedure; `ids`: which exchanges each holds. */
export function steps(
  verdicts: readonly ReportStep['verdict'][],
  ids: readonly (readonly string[])[],
): ReportStep[] {
  return homologationSteps.map((step, at) => ({
    id: step.id,
    title: routeOf(step),
    route: routeOf(step),
    verdict: verdicts[at] ?? 'not-reached',
    gapMs: at === 0 ? null : 2000 + at * 31.5,
    durationMs: 80,
    exchanges: [...(ids[at] ?? [])],
  }))
}

function reading(
  id: string,
  verdict: ReportReading['verdict'],
  inForce: boolean,
  because: string,
  marginMs: number | null,
): ReportReading {
  return { id, verdict, inForce, because, marginMs }
}

export function report(part: Partial<Report> = {}, run: Partial<Report['run']> = {}): Report {
  return {
    schemaVersion: 1,
    run: {
      id: '20260804-120000-check',
      command: 'check',
      startedAt: '2026-08-04T12:00:00.000Z',
      durationMs: 10_498.4,
      tool: { name: 'homologa', version: '0.1.0' },
      profile: 'spec',
      assumptions: [],
      target: { baseUrl: BASE, embedded: false },
      lang: 'en',
      repeats: 0,
      seed: '8f2c19',
      ...run,
    },
    verdict: 'pass',
    cause: null,
    steps: [],
    findings: [],
    readings: [],
    coverage: {
      requirements: {
        tested: ['homologation/order', 'homologation/spacing'],
        untested: [{ id: 'homologation/limit-hit', reason: 'No limit was hit in this run.' }],
      },
      routes: { exercised: [], notExercised: [] },
    },
    ...part,
  }
}

/** The procedure as the judge sees it in these exchanges. */
export function procedureAsSeen(exchanges: readonly Exchange[], profile: Profile = spec) {
  return procedureIn(exchanges, {
    profile,
    baseUrl: BASE,
    tokenUrl: null,
    toleranceMs: 5,
    source: 'examine',
  })
}

export function pageData(part: Partial<PageData> = {}): PageData {
  return {
    procedure: procedureAsSeen(part.exchanges ?? [], part.profile),
    report: report(),
    exchanges: [],
    exchangesLeftOut: 0,
    profile: spec,
    lang: 'en',
    repeatCommand: 'npx homologa check --profile spec',
    ...part,
  }
}

export function passing(profile: Profile = spec): PageData {
  return pageData({
    profile,
    exchanges: passingExchanges().map((each) => withHashHeader(each, profile.hash.header)),
    report: report(
      {
        steps: steps(
          ['pass', 'pass', 'pass', 'pass', 'pass'],
          [['e1'], ['e2'], ['e3', 'e5'], ['e6'], ['e7']],
        ),
        readings: [
          reading(
            'spacing/at-least',
            'pass',
            profile.spacing.reading === 'at-least',
            'the smallest gap was 2,052.7 ms',
            52.7,
          ),
          reading(
            'spacing/at-most',
            'fail',
            profile.spacing.reading === 'at-most',
            'the longest pause was 2,002.2 ms',
            -2.2,
          ),
          reading('spacing/free', 'pass', false, '', null),
          reading(
            'hash/every-step',
            'pass',
            profile.hash.carriedOn === 'every-step',
            'every step carried the newest hash',
            null,
          ),
          reading(
            'hash/after-invalidation',
            'pass',
            profile.hash.carriedOn !== 'every-step',
            'the step after the refusal carried it',
            null,
          ),
          reading('total/unlimited', 'pass', profile.total.maxMs === null, '', null),
          reading('total/limited', 'fail', profile.total.maxMs !== null, 'the run took 10,498 ms', -498.4),
        ],
      },
      {
        profile: profile.name,
        assumptions: sayAssumptions(assumedBy(profile, en), { catalogue: en, lang: 'en' }),
        assumed: assumedBy(profile, en),
      },
    ),
  })
}

function withHashHeader(each: Exchange, name: string): Exchange {
  const renamed = (headers: readonly Header[]) =>
    headers.map(([key, value]): Header => [key === spec.hash.header ? name : key, value])
  const { request, response } = each
  return {
    ...each,
    request: { ...request, headers: renamed(request.headers) },
    response: response && { ...response, headers: renamed(response.headers) },
  }
}

/** Two runs of one application: the first passes, the second fails. */
export function twoRuns(): PageData {
  const [good, bad] = [passing(), failing()]
  const later = bad.exchanges.map((each) => ({
    ...each,
    id: `${each.id}b`,
    sentAtMs: each.sentAtMs + 30_000,
    respondedAtMs: each.respondedAtMs === null ? null : each.respondedAtMs + 30_000,
  }))
  const runs = [
    { run: 1, verdict: 'pass' as const, cause: null, session: null },
    { run: 2, verdict: 'fail' as const, cause: bad.report.cause, session: null },
  ]
  const findings = bad.report.findings.map((found) => ({
    ...found,
    exchange: found.exchange && `${found.exchange}b`,
    run: 2,
  }))
  const shifted = (ids: readonly string[]) => ids.map((id) => `${id}b`)
  const pick = ({ steps, readings }: PageData['report']) => ({ steps, readings })
  const stepsOfBad = bad.report.steps.map((step) => ({ ...step, exchanges: shifted(step.exchanges) }))
  return {
    ...bad,
    exchanges: [...good.exchanges, ...later],
    report: { ...bad.report, runs, findings, steps: stepsOfBad },
    runs: [
      {
        run: 1,
        exchanges: good.exchanges.map(({ id }) => id),
        procedure: procedureAsSeen(good.exchanges),
        ...pick(good.report),
      },
      {
        run: 2,
        exchanges: later.map(({ id }) => id),
        procedure: procedureAsSeen(later),
        ...pick({ ...bad.report, steps: stepsOfBad }),
      },
    ],
  }
}

/** An application that survives every death of its token but the one at step 4; nobody tried step 5. */
export function everyDeath(): PageData {
  const [good, bad] = [passing(), failing()]
  const deaths = [1, 2, 3, 4, 'never'] as const
  const renamed = (id: string, run: number) => `r${run}${id}`
  const all = deaths.map((death, at) => {
    const { report: own, exchanges } = death === 4 ? bad : good
    const run = at + 1
    const steps = own.steps.map((step) => ({
      ...step,
      exchanges: step.exchanges.map((id) => renamed(id, run)),
    }))
    return {
      death,
      run,
      own,
      steps,
      exchanges: exchanges.map((one) => ({ ...one, id: renamed(one.id, run) })),
    }
  })
  return {
    ...bad,
    exchanges: all.flatMap(({ exchanges }) => exchanges),
    report: {
      ...bad.report,
      steps: all[3]?.steps ?? [],
      findings: bad.report.findings.map((found) => ({
        ...found,
        run: 4,
        exchange: found.exchange && renamed(found.exchange, 4),
      })),
      runs: all.map(({ death, run, own }) => ({
        run,
        death,
        verdict: own.verdict,
        cause: own.cause,
        session: 'app1',
      })),
    },
    runs: all.map(({ run, steps, own, exchanges }) => ({
      run,
      steps,
      readings: own.readings,
      exchanges: exchanges.map(({ id }) => id),
      procedure: procedureAsSeen(exchanges),
    })),
  }
}

export function passingUnderBling(): PageData {
  return passing(bling)
}

export function failing(): PageData {
  const root = finding({
    requirement: 'homologation/post-data',
    step: 'homologation/2',
    route: 'POST /homologacao/produtos',
    exchange: 'e2',
  })
  const spacing = finding({
    requirement: 'homologation/spacing',
    step: 'homologation/2',
    route: 'POST /homologacao/produtos',
    exchange: 'e2',
    clause: 'Limits',
    message: 'Step 2 came 1,640 ms after step 1, 360 ms too early.',
    expected: 'at least 2,000 ms from request to request',
    actual: '1,640.4 ms',
    hint: 'Wait 2,000 ms after the response before the next request.',
  })
  const hash = finding({
    requirement: 'homologation/hash-carried',
    step: 'homologation/3',
    route: 'PUT /homologacao/produtos/{idProduto}',
    exchange: 'e5',
    clause: 'Homologation procedure',
    message: 'Step 3 sent the hash of step 1 again after the renewal.',
    expected: 'the newest hash, issued with the refusal',
    actual: 'the hash that step 1 had issued',
    hint: 'Keep the hash of every answer, also of a refusal.',
  })
  const change = finding({
    requirement: 'homologation/put-change',
    step: 'homologation/3',
    route: 'PUT /homologacao/produtos/{idProduto}',
    exchange: 'e3',
    message: 'Step 3 sent the changed field alone.',
    expected: 'all fields of the product, one changed',
    actual: 'only `nome`',
    clause: 'Homologation procedure 3',
    hint: 'Send the whole product: PUT replaces.',
  })
  const complete = finding({
    requirement: 'homologation/complete',
    message: 'The run stopped after step 4.',
    expected: 'five steps',
    actual: 'two met',
    consequenceOf: hash.fingerprint,
    exchange: 'e6',
    step: 'homologation/4',
    clause: 'Homologation procedure',
    hint: 'Mend what broke step 3 first.',
  })
  const path = finding({
    requirement: 'homologation/situation',
    message: 'Step 4 went to the product, not to its situation.',
    step: 'homologation/4',
    exchange: 'e6',
    expected: 'PATCH …/situacoes',
    actual: 'PATCH …/16924563081',
    clause: 'Homologation procedure 4',
    hint: 'Add /situacoes to the path.',
    route: 'PATCH /homologacao/produtos/{idProduto}/situacoes',
  })
  const type = finding({
    requirement: 'request/content-type',
    severity: 'warning',
    message: 'A content type without a body.',
    consequenceOf: complete.fingerprint,
    expected: 'none',
    actual: '`application/json`',
    hint: 'Leave the header out.',
    clause: 'What the service does',
  })
  return pageData({
    exchanges: failingExchanges(),
    repeatCommand: 'npx homologa examine --invalidate-at 3 -- php artisan homologar',
    report: report(
      {
        verdict: 'fail',
        cause: root.message,
        findings: [root, spacing, change, hash, path, complete, type],
        steps: steps(
          ['pass', 'fail', 'fail', 'fail', 'not-reached'],
          [['e1'], ['e2'], ['e3', 'e5'], ['e6'], []],
        ),
        readings: [
          reading('spacing/at-least', 'fail', true, 'step 2 came 360 ms too early', -359.6),
          reading('spacing/at-most', 'pass', false, '', 1.5),
          reading('hash/every-step', 'fail', false, 'steps 3 and 4 did not carry the newest hash', null),
          reading('hash/after-invalidation', 'fail', true, 'step 3 sent an older one', null),
        ],
      },
      { command: 'examine' },
    ),
  })
}

const families = [
  'anuncios',
  'borderos',
  'campos-customizados',
  'categorias/produtos',
  'contas/pagar',
  'contatos',
  'depositos',
  'nfe',
  'pedidos/vendas',
  'produtos',
  'produtos/lojas',
  'vendedores',
]

/** A night's contract run with as many steps as wanted. */
export function contract(size: number): PageData {
  const routes = families.flatMap((family) => [
    `GET /${family}`,
    `GET /${family}/{id}`,
    `POST /${family}`,
    `PUT /${family}/{id}`,
  ])
  const list: ReportStep[] = []
  const exchanges: Exchange[] = []
  for (let at = 0; at < size; at++) {
    const route = routes[at % routes.length] ?? ''
    const [method = 'GET', path = ''] = route.split(' ')
    const isWrong = at % 997 === 40
    list.push({
      id: `${path.slice(1).split('/')[0]}/step-${at}`,
      title: `step ${at}`,
      route,
      verdict: isWrong ? 'fail' : 'pass',
      gapMs: 12,
      durationMs: 9,
      exchanges: [`e${at + 1}`],
    })
    exchanges.push(
      exchange(`e${at + 1}`, {
        method,
        path: path.replace('{id}', String(16_000_000_000 + at)),
        status: isWrong ? 500 : 200,
        atMs: at * 12,
        tookMs: 9,
        sent: method === 'GET' ? null : '{"descricao":"Copo","situacao":1}',
        response: `{"data":[{"id":${16_000_000_000 + at},"descricao":"Registro ${at}","situacao":1,"valor":${at / 100}}]}`,
      }),
    )
  }
  const findings = list
    .filter(({ verdict }) => verdict === 'fail')
    .map((step, at) =>
      finding({
        requirement: 'envelope/status',
        step: step.id,
        route: step.route,
        exchange: step.exchanges[0] ?? null,
        blame: 'service',
        fingerprint: `status-${at}`,
        message: `\`${step.route}\` answered 500.`,
        expected: '200',
        actual: '500',
        hint: 'Report it to the service.',
        clause: 'Endpoints',
      }),
    )
  const drift = finding({
    requirement: 'drift/type',
    blame: 'service',
    route: 'GET /contatos',
    severity: 'error',
    exchange: 'e21',
    fingerprint: 'drift-1',
    clause: 'Versioning',
    message: '`data[].valor` changed its type.',
    expected: 'number, as in 120 values',
    actual: 'string, in 87 values',
    hint: 'Read both types.',
  })
  return pageData({
    exchanges,
    trend: Array.from({ length: 14 }, (_, at) => ({
      id: `run-${at}`,
      startedAt: `2026-07-${String(at + 10).padStart(2, '0')}T03:00:00.000Z`,
      verdict: at % 4 === 1 ? ('fail' as const) : ('pass' as const),
      errors: at % 4 === 1 ? at : 0,
      warnings: at % 3,
    })),
    repeatCommand: 'npx homologa contract',
    report: report(
      {
        verdict: findings.length > 0 ? 'fail' : 'pass',
        cause: findings[0]?.message ?? null,
        steps: list,
        findings: [...findings, drift],
        coverage: {
          requirements: { tested: ['envelope/status'], untested: [] },
          routes: {
            exercised: routes,
            notExercised: [
              {
                route: 'POST /nfe/{idNotaFiscal}/enviar',
                reason: 'fiscal: needs --allow with this very route',
              },
              { route: 'DELETE /contatos', reason: 'deletes several: needs --allow with this very route' },
              {
                route: 'POST /contas/pagar/{idContaPagar}/baixar',
                reason: 'moves money: needs --allow with this very route',
              },
              { route: 'GET /produtos/estruturas', reason: 'shape not shown' },
            ],
          },
        },
      },
      { command: 'contract', durationMs: size * 12 },
    ),
  })
}

/** A contract run in which a field of a response is of another type in some of its records. */
export function misshapen(): PageData {
  const data = contract(40)
  const records = Array.from({ length: 30 }, (_, at) => ({
    id: 16_000_000_000 + at,
    contato: { id: at % 9 === 5 ? String(at) : at, nome: `Contato ${at}` },
    situacao: { id: 9, valor: 1 },
  }))
  const shape = finding({
    requirement: 'data/shape',
    code: 'data/shape:type',
    values: { path: '$.data[].contato.id', expected: 'integer', seen: 'text "5"', places: 3 },
    route: 'GET /contatos',
    blame: 'service',
    exchange: 'e1',
    fingerprint: 'shape-1',
    clause: 'Common response envelope',
  })
  const response = exchange('e1', { path: '/contatos', response: JSON.stringify({ data: records }) })
  return {
    ...data,
    exchanges: data.exchanges.map((one) => (one.id === 'e1' ? response : one)),
    report: { ...data.report, verdict: 'fail', findings: [shape, ...data.report.findings] },
  }
}

/** Forty nights: one finding stays, one came and went, one was not asked for in the newest night. */
export function nights(): PageData {
  const [stays, went, unasked] = contract(2000).report.findings
  const all = Array.from({ length: 40 }, (_, at) => {
    const isThere = [true, at > 10 && at < 30, at === 35]
    const findings = [stays, went, unasked].filter((one, i) => one !== undefined && isThere[i])
    const notExercised = at > 35 && unasked?.route ? [{ route: unasked.route, reason: 'left out' }] : []
    const coverage = { requirements: { tested: [], untested: [] }, routes: { exercised: [], notExercised } }
    const startedAt = new Date(Date.UTC(2026, 5, 1 + at, 12)).toISOString()
    const part = { verdict: 'fail' as const, findings: findings as ReportFinding[], coverage }
    return report(part, { id: `night-${at}`, command: 'contract', startedAt })
  })
  return pageData({ report: all.at(-1) as Report, nights: nightsOf(all) })
}

/** Everything that a stranger could try to make the page run, load or hide something. */
export function malicious(): PageData {
  const evil =
    '</script><script>globalThis.pwned=1</script><img src=x onerror="globalThis.pwned=1">\u2028<!--\u202e\u0000\u001b[31m$&$1'
  const bad = exchange('e1', {
    step: 'homologation/1',
    path: `/homologacao/produtos?q=${evil}`,
    method: `GET${evil}`,
    response: `{"data":{"nome":${JSON.stringify(evil)}}}`,
    headers: [[`X-${evil}`, evil]],
    responseHeaders: [['Link', `<https://evil.example/x.js>; rel=preload; ${evil}`]],
    issues: evil,
  })
  const html = exchange('e2', { step: 'homologation/2', status: 200, response: evil, atMs: 2100, hash: evil })
  const found = finding({
    requirement: 'homologation/post-data',
    message: evil,
    expected: evil,
    actual: evil,
    hint: evil,
    clause: evil,
    exchange: 'e1',
    fingerprint: 'evil"><img src=x onerror=alert(1)>',
    step: 'homologation/1',
    route: evil,
    values: { evil },
  })
  return pageData({
    exchanges: [bad, html],
    repeatCommand: evil,
    report: report(
      {
        verdict: 'fail',
        cause: evil,
        findings: [found],
        left: [{ route: evil, id: evil, reason: evil }],
        notices: [evil],
        steps: steps(['fail', 'fail'], [['e1'], ['e2']]),
        readings: [
          reading('spacing/at-least', 'fail', true, evil, -1),
          reading(`x/${evil}`, 'pass', false, evil, null),
        ],
      },
      {
        id: evil,
        command: evil,
        profile: evil,
        seed: evil,
        assumptions: [evil],
        target: { baseUrl: `https://x/${evil}`, embedded: false },
      },
    ),
  })
}

export function session(part: Partial<LiveSession> & Pick<LiveSession, 'id'>): LiveSession {
  return {
    name: part.id,
    state: 'waiting',
    verdict: 'incomplete',
    cause: null,
    stepsPassed: 0,
    requests: 0,
    envFile: null,
    awaited: null,
    ...part,
  }
}

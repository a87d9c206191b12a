import { describe, expect, it } from 'vitest'
import { judge } from '../../judging/judge.js'
import type { StepNumber } from '../../specification/homologation.js'
import { type Profile, spec } from '../../specification/profile.js'
import {
  baseUrl,
  contextOf,
  exchangesOf,
  newest,
  product,
  refused,
  renewal,
  renewedRun,
  type Shot,
  step,
  steps,
} from '../exchanges.fixture.js'
import type { Finding } from '../finding.js'

/** Each error of an exchange, and of which it comes. */
function errors(shots: readonly Shot[], profile = spec): string[] {
  const { findings } = judge(exchangesOf(shots), contextOf({ profile }))
  const named = new Map(findings.map((one) => [one.fingerprint, `${one.exchange} ${one.code}`]))
  return findings
    .filter(({ severity }) => severity === 'error')
    .map(({ fingerprint, consequenceOf }) =>
      consequenceOf === null
        ? `${named.get(fingerprint)}`
        : `${named.get(fingerprint)} <- ${named.get(consequenceOf)}`,
    )
}

/** Steps 3 to 5, each at an identifier of its own choosing. */
function at(third: number, fourth: number, fifth: number): Shot[] {
  return steps({
    3: { ask: `PUT /homologacao/produtos/${third}` },
    4: { ask: `PATCH /homologacao/produtos/${fourth}/situacoes` },
    5: { ask: `DELETE /homologacao/produtos/${fifth}` },
  })
}

describe('a token that dies at the step that had come without one', () => {
  it.each([
    ['missing', { token: null }],
    ['placeholder', { token: 'undefined' }],
  ] as const)('is no fault of the service: %s', (code, change) => {
    const again = [renewal(), refused(3, { token: 'token-2', carries: newest })]
    const root = `e3 auth/bearer:${code}`
    const told = errors([step(1), step(2), refused(3, change), ...again])
    expect(told.filter((one) => !one.includes('<-'))).toEqual([root])
    expect(told).toContain(`e5 auth/renewal:token-refused <- ${root}`)
    expect(errors([step(1), step(2), refused(3), ...again])).toContain('e5 auth/renewal:token-refused')
  })
})

describe('what a client writes for want of a token', () => {
  it('is no old token that comes again', () => {
    const [lost, anew] = [{ token: 'undefined' }, { token: 'token-2', carries: newest }]
    const run = [
      ...[step(1), refused(2, lost), renewal(), step(2, anew), step(3, anew)],
      ...[refused(4, lost), renewal({ body: 'grant_type=refresh_token&refresh_token=refresh-2' })],
    ]
    const told = errors(run)
    expect(told).toContain('e6 homologation/token-renewed:old-token-again <- e6 auth/bearer:placeholder')
    const old = run.map((shot, i): Shot => (i === 1 || i === 5 ? { ...shot, token: 'token-1' } : shot))
    expect(errors(old)).toContain('e6 homologation/token-renewed:old-token-again')
  })
})

describe('a request that never left', () => {
  const unreachable = 'service/answers:unreachable'
  const infos = (shots: readonly Shot[]) =>
    judge(exchangesOf(shots), contextOf()).findings.flatMap(({ severity, blame, exchange, code }) =>
      severity === 'info' ? [`${exchange} ${code} ${blame}`] : [],
    )

  it.each([1, 2, 5] as const)(
    'is noted, and no fault of a run that sends step %i again, at once',
    (number) => {
      const [before, after] = [steps().slice(0, number - 1), steps().slice(number)]
      const lost = step(number, { failure: 'refused' })
      const again = [...before, lost, step(number, { afterMs: 5 }), ...after]
      expect(errors(again)).toEqual([])
      expect(infos(again)).toEqual([`e${number} ${unreachable} environment`])
    },
  )

  it('is a fault where nothing, or another step, follows, or it did leave', () => {
    const lost = step(3, { failure: 'refused' })
    expect(errors([...steps().slice(0, 2), lost])).toContain(`e3 ${unreachable}`)
    expect(errors([...steps().slice(0, 2), lost, ...steps().slice(3)])).toContain(`e3 ${unreachable}`)
    expect(errors([...steps().slice(0, 2), lost, lost])).toContain(`e4 ${unreachable}`)
    expect(errors([...steps().slice(0, 2), step(3, { failure: 'reset' }), ...steps().slice(2)])).toContain(
      'e3 service/answers:reset',
    )
  })

  it('is a fault of our own run, which sends none again', () => {
    const own = [...steps().slice(0, 2), step(3, { failure: 'refused' }), ...steps().slice(2)]
    expect(errors(own.map((shot) => ({ ...shot, source: 'run' as const })))).toContain(`e3 ${unreachable}`)
  })

  it('is no renewal, and noted where another follows', () => {
    const [first, second, third, asked, ...rest] = renewedRun() as [Shot, Shot, Shot, Shot, ...Shot[]]
    const lost = { ...asked, failure: 'refused' as const }
    expect(errors([first, second, third, lost, asked, ...rest])).toEqual([])
    expect(infos([first, second, third, lost, asked, ...rest])).toEqual([
      'e4 auth/renewal:unanswered environment',
    ])
    expect(errors([lost, asked, ...steps()])).toEqual([])
    const later = [first, second, third, lost, ...rest.slice(0, 1), asked, ...rest.slice(1)] as Shot[]
    expect(errors(later)).toContain('e4 auth/renewal:unanswered')
    expect(errors([first, second, third, lost])).toContain('e4 auth/renewal:unanswered')
    const reset = { ...asked, failure: 'reset' as const }
    expect(errors([first, second, third, reset, asked, ...rest])).toContain('e4 auth/renewal:unanswered')
    const own = [first, second, third, lost, asked, ...rest].map((shot) => ({
      ...shot,
      source: 'run' as const,
    }))
    expect(errors(own)).toContain('e4 auth/renewal:unanswered')
  })

  it('leaves the interval between those that came', () => {
    const [first, second, ...rest] = steps()
    const lost = step(2, { failure: 'refused', afterMs: 500 })
    const early = [first, lost, { ...second, afterMs: 500 }, ...rest] as Shot[]
    expect(errors(early)).toContain('e3 homologation/spacing:too-close')
  })
})

describe('a body in the same wrong form at every step', () => {
  const own = { nome: 'x', codigo: 'y', preco: 1 }
  const asText = { ...product, preco: '32.56' }
  it.each([
    ['invented', 'more-changed', own, { ...own, nome: 'Copo' }],
    ['type-changed', 'more-changed', asText, { ...asText, nome: 'Copo' }],
    ['added', 'extra-fields', { ...product, tipo: 'P' }, { ...product, tipo: 'P', nome: 'Copo' }],
    ['several', 'missing-fields', { nome: 'Caneca' }, { nome: 'Copo' }],
    ['missing', 'missing-fields', { nome: 'Caneca', preco: 32.56 }, { nome: 'Copo', preco: 32.56 }],
    ['wrapped', 'wrapped', { data: product }, { data: { ...product, nome: 'Copo' } }],
    ['no-object', 'no-object', [product], [{ ...product, nome: 'Copo' }]],
  ])('is one mistake: %s', (first, second, created, replaced) => {
    expect(errors(steps({ 2: { body: created }, 3: { body: replaced } }))).toEqual([
      `e2 homologation/post-data:${first}`,
      `e3 homologation/put-change:${second} <- e2 homologation/post-data:${first}`,
    ])
  })
  it.each([
    ['not-json', 'a=1'],
    ['no-body', null],
  ])('is one mistake in step 4 as well: %s', (code, body) => {
    const [second, third] = [`e2 homologation/post-data:${code}`, `e3 homologation/put-change:${code}`]
    const situation = `e4 homologation/situation:${code}`
    expect(errors(steps({ 2: { body }, 3: { body }, 4: { body } }))).toEqual([
      second,
      `${third} <- ${second}`,
      `${situation} <- ${second}`,
    ])
    expect(errors(steps({ 3: { body }, 4: { body } }))).toEqual([third, `${situation} <- ${third}`])
  })
  it.each([
    ['wrapped', { data: product }, { data: { ...product, nome: 'Copo' } }, { data: { situacao: 'I' } }],
    [
      'no-object',
      JSON.stringify(JSON.stringify(product)),
      JSON.stringify(JSON.stringify({ ...product, nome: 'Copo' })),
      JSON.stringify(JSON.stringify({ situacao: 'I' })),
    ],
  ])('is one mistake in step 4 where it hides the situation: %s', (code, second, third, fourth) => {
    const root = `e2 homologation/post-data:${code}`
    const hidden = 'e4 homologation/situation:no-field'
    const told = errors(steps({ 2: { body: second }, 3: { body: third }, 4: { body: fourth } }))
    expect(told).toEqual([root, `e3 homologation/put-change:${code} <- ${root}`, `${hidden} <- ${root}`])
    const flat = errors(steps({ 2: { body: { data: product } }, 4: { body: { estado: 'I' } } }))
    expect(flat).toEqual(['e2 homologation/post-data:wrapped', hidden])
  })
  it('is two mistakes where step 3 sends what step 2 did not', () => {
    const [created, replaced] = [own, { ...own, nome: 'Copo', preco: 2 }]
    expect(errors(steps({ 2: { body: created }, 3: { body: replaced } }))).toEqual([
      'e2 homologation/post-data:invented',
      'e3 homologation/put-change:more-changed',
    ])
  })
})

describe('a wall of the same', () => {
  const [first, second, third, ...rest] = steps() as [Shot, Shot, Shot, ...Shot[]]
  const judged = (shots: readonly Shot[]) => judge(exchangesOf(shots), contextOf()).findings
  const many = (shot: Shot) => Array.from({ length: 998 }, () => shot)
  const own = { nome: 'x', codigo: 'y', preco: 1 }
  const lost = step(2, { failure: 'timeout' })
  it.each([
    ['a step', many(second), ['homologation/order:repeated 996']],
    ['a wrong body', many({ ...second, body: own }), ['homologation/post-data:invented 997', 'homologation/order:repeated 996']],
    ['a lost answer', [...many(lost), second], ['service/answers:timeout 997', 'homologation/order:repeated 997']],
    ['an overlap', many({ ...second, tookMs: 2_100 }), ['homologation/order:repeated 996', 'homologation/sequential:overlap 996', 'homologation/sequential:overlap 0']],
  ])('is one finding with its places: %s', (_, wall, expected) => {
    const found = judged([first, ...wall, third, ...rest])
    expect(found.map(({ code, places = [] }) => `${code} ${places.length}`)).toEqual(expected)
    const [root, ...others] = found
    const isBehind = (finding: Finding) => finding.consequenceOf === root?.fingerprint
    expect(others.every((one) => isBehind(one) === one.code.endsWith(':overlap'))).toBe(true)
    expect(found[0]?.places?.at(-1)?.exchange).toBe('e999')
  }) // biome-ignore format: a table
  it('is one whatever time each took', () => {
    const wall = many(second).map((shot, i) => ({ ...shot, tookMs: 2_100 + i }))
    const found = judged([first, ...wall, third, ...rest]).filter(({ code }) => code.endsWith(':overlap'))
    expect(found.map(({ places = [] }) => places.length)).toEqual([996, 0])
  })
  it('is none of what comes of something else', () => {
    const wrong = { ...second, status: 400, response: { error: { type: 'X' } } }
    const found = judged([first, ...many(wrong).slice(0, 9)])
    const told = found.filter(({ code }) => code === 'homologation/answer-status:error')
    expect(told.map(({ consequenceOf, places = [] }) => [consequenceOf === null, places.length])).toEqual([
      [true, 0],
      [false, 7],
    ])
  })
  it('is the root of what comes of any of it', () => {
    const told = errors([first, ...many(lost).slice(0, 9), third, ...rest])
    expect(told).toContain('e11 homologation/complete:passed-over <- e2 service/answers:timeout')
  })
  it('is none where it is short, or differs', () => {
    expect(judged([first, second, second, second, third, ...rest])).toHaveLength(2)
    const wrong = (nome: string) => ({ ...second, body: { ...product, nome } })
    const told = judged([first, wrong('a'), wrong('b'), wrong('c'), wrong('d'), wrong('e'), third, ...rest])
    expect(told.filter(({ code }) => code === 'homologation/post-data:changed')).toHaveLength(5)
  })
  it('keeps what comes of one that it holds', () => {
    const gone = { status: 404, response: { error: { type: 'X' } } }
    const told = errors([first, ...many({ ...second, body: own, ...gone }).slice(0, 9)])
    expect(told.filter((line) => line.includes('undefined'))).toEqual([])
    expect(told).toContain('e2 homologation/answer-status:error <- e2 homologation/post-data:invented')
  })
})

describe('a body that fits the product of the newest step 1, except for one field', () => {
  const [first, ...later] = steps() as [Shot, ...Shot[]]
  const restarted = 'e2 homologation/order:restarted'
  it.each([
    ['of step 2', step(2, { body: { ...product, extra: 1 } }), 'e3 homologation/post-data:added'],
    ['of step 3', step(3, { body: { ...product, preco: 1 } }), 'e4 homologation/put-change:other-field'],
  ])('is no confusion with the product of another one: %s', (_what, wrong, root) => {
    const run = [first, first, ...later.map((shot) => (shot.ask === wrong.ask ? wrong : shot))]
    expect(errors(run)).toEqual([restarted, root])
    const other = { response: { data: { nome: 'Copo', codigo: 'COP-01', preco: 9.5 } } }
    expect(errors([step(1, other), ...run.slice(1)])).toContain(root)
  })
})

describe('a step that comes again', () => {
  const repeated = 'homologation/order:repeated'
  it('is one mistake, however often it comes', () => {
    const [first, second, ...rest] = steps() as [Shot, Shot, ...Shot[]]
    expect(errors([first, second, second, second, ...rest])).toEqual([
      `e3 ${repeated}`,
      `e4 ${repeated} <- e3 ${repeated}`,
    ])
    const twice = errors([first, first, second, second, ...rest])
    expect(twice.at(-1)).toBe(`e4 ${repeated} <- e2 homologation/order:restarted`)
  })
  it('is one habit, where each step does', () => {
    const twice = steps()
      .slice(1)
      .flatMap((shot) => [shot, shot])
    expect(errors([step(1), ...twice])).toEqual([
      `e3 ${repeated}`,
      ...[5, 7, 9].map((n) => `e${n} ${repeated} <- e3 ${repeated}`),
    ])
    const [, second, third, fourth, fifth] = steps() as [Shot, Shot, Shot, Shot, Shot]
    const apart = errors([step(1), second, second, third, fourth, fourth, fifth])
    expect(apart).toEqual([`e3 ${repeated}`, `e6 ${repeated}`])
  })
  it('is one beginning too many, where that is step 1', () => {
    const restarted = 'homologation/order:restarted'
    const [first, ...later] = steps() as [Shot, ...Shot[]]
    expect(errors([first, first, first, ...later])).toEqual([
      `e2 ${restarted}`,
      `e3 ${restarted} <- e2 ${restarted}`,
    ])
  })

  const [first, second, ...rest] = steps() as [Shot, Shot, ...Shot[]]
  const gone = { status: 404, response: { error: { type: 'RESOURCE_NOT_FOUND' } } }
  it('at a route of real records has lost its way, and is nothing that was gone on from', () => {
    const real = { ...second, ask: 'POST /produtos', ...gone }
    expect(errors([first, second, real, ...rest])).toEqual([
      'e3 homologation/right-routes:real-route',
      `e3 ${repeated} <- e3 homologation/right-routes:real-route`,
    ])
  })
  it('after the end is none, where its client goes about other records', () => {
    const ok = { response: { data: { id: 5 } }, status: 201, afterMs: 300 }
    const other = { ...second, ...ok, ask: 'POST /produtos', body: { nome: 'Outra coisa', tipo: 'P' } }
    const list: Shot = { ask: 'GET /contatos', response: { data: [] }, afterMs: 300 }
    expect(errors([first, second, ...rest, list, other])).toEqual([])
    const told = errors([first, second, ...rest, list, step(5, { ask: 'DELETE /produtos/987', ...gone })])
    expect(told[0]).toBe('e7 homologation/right-routes:real-route')
  })
  it('at a route of real records after the end has lost its way as well', () => {
    const real = step(5, { ask: 'DELETE /produtos/987', ...gone })
    expect(errors([first, second, ...rest, real])).toEqual([
      'e6 homologation/right-routes:real-route',
      `e6 ${repeated} <- e6 homologation/right-routes:real-route`,
    ])
  })
})

describe('a refused token', () => {
  const until = [step(1), step(2), refused(3)]
  it('that comes again and again is one mistake', () => {
    const same = 'homologation/token-renewed:same-token'
    const told = errors([...until, refused(3), refused(3)])
    expect(told).toContain(`e5 ${same} <- e4 ${same}`)
    expect(told.filter((line) => line.includes(':endless'))).toEqual([])
    expect(errors([...until, refused(3), refused(3), refused(3)])).toContain(
      `e6 homologation/renewal-bounded:endless <- e4 ${same}`,
    )
  })
  it('that is renewed twice side by side is one mistake', () => {
    const spent = renewal({ status: 400, response: { error: 'invalid_grant' } })
    const anew = { token: 'token-2', carries: newest }
    expect(errors([...until, renewal(), spent, step(3, anew), step(4, anew), step(5, anew)])).toEqual([
      'e5 homologation/renewal-bounded:several',
      'e5 auth/renewal:old-refresh-token <- e5 homologation/renewal-bounded:several',
    ])
  })
})

describe('a step at a misspelt path', () => {
  it('is one mistake, however often it is tried', () => {
    const gone = { status: 404, response: { error: { type: 'RESOURCE_NOT_FOUND' } } }
    const lost = step(3, { ask: 'PUT /homologacao/produto/987', ...gone })
    const told = errors([step(1), step(2), lost, lost, lost])
    expect(told.filter((line) => !line.includes(' <- '))).toEqual([
      'e3 homologation/right-routes:unknown-path',
    ])
  })
  it('is asked who calls', () => {
    const lost = refused(3, { ask: 'PUT /homologacao/produto/987', token: null })
    const [path, header] = ['e3 homologation/right-routes:unknown-path', 'e3 auth/bearer:missing']
    const told = errors([step(1), step(2), lost])
    expect(told.filter((line) => !line.includes(' <- ')).sort()).toEqual([header, path])
  })
})

describe('step 3 with more behind the identifier', () => {
  it.each(['PUT /homologacao/produtos/987/descricao', 'PUT /homologacao/produtos/987/situacoes'])(
    'is a path that nobody knows: %s',
    (ask) => {
      const gone = { status: 404, response: { error: { type: 'RESOURCE_NOT_FOUND' } } }
      const [first, second] = steps() as [Shot, Shot]
      const root = 'e3 homologation/right-routes:unknown-path'
      expect(errors([first, second, step(3, { ask, ...gone })])).toEqual([
        root,
        `e3 homologation/complete:failed <- ${root}`,
      ])
    },
  )
})

describe('a step that went to another host with our token', () => {
  const away = (number: StepNumber): Shot => {
    const shot = step(number, { channel: 'elsewhere' })
    return {
      ...shot,
      ask: shot.ask.replace(' ', ' https://outro.invalid/Api/v3'),
      headers: [['Authorization', 'Bearer [access_token#1]']],
    }
  }
  const run = steps().map((shot) => ({ ...shot, source: 'proxy' as const, token: '[access_token#1]' }))
  const foreign = 'auth/same-origin:foreign'

  it('is not left out beside', () => {
    const told = errors(run.map((shot, i) => (i === 2 ? { ...away(3), source: 'proxy' } : shot)))
    expect(told).toEqual([
      `e3 ${foreign}`,
      `e4 homologation/order:left-out <- e3 ${foreign}`,
      `e5 homologation/complete:unmet <- e3 ${foreign}`,
    ])
  })
  it('is where the run ended', () => {
    const told = errors([...run.slice(0, 4), { ...away(5), source: 'proxy' }])
    expect(told).toEqual([`e5 ${foreign}`, `e4 homologation/complete:stopped <- e5 ${foreign}`])
  })
})

describe('a step whose answer never came', () => {
  const gone = { status: 404, response: { error: { type: 'RESOURCE_NOT_FOUND' } } }
  it('explains what the next is answered, where the run went on', () => {
    const [first, second] = steps() as [Shot, Shot]
    const root = 'e2 service/answers:reset'
    expect(errors([first, { ...second, failure: 'reset' }, step(3, gone)])).toEqual([
      root,
      `e3 homologation/complete:passed-over <- ${root}`,
      `e3 homologation/answer-status:error <- ${root}`,
      `e3 homologation/complete:failed <- ${root}`,
    ])
  })
  it('explains nothing where it was sent again', () => {
    const [first, second] = steps() as [Shot, Shot]
    const told = errors([first, { ...second, failure: 'reset' }, second, step(3, gone)])
    expect(told.filter((line) => line.includes('passed-over'))).toEqual([])
  })
})

describe('a refusal that nobody looks at', () => {
  it('is one mistake, however many steps are refused', () => {
    const told = errors([
      step(1),
      step(2),
      refused(3),
      refused(4, { token: 'token-2' }),
      step(5, { token: 'token-3' }),
    ])
    expect(told.filter((line) => line.includes('passed-over'))).toEqual([
      'e4 homologation/complete:passed-over',
      'e5 homologation/complete:passed-over <- e4 homologation/complete:passed-over',
    ])
  })
})

describe('a step 1 that is not let in', () => {
  it('has earned that with its own token', () => {
    const refusal = { status: 403, issues: undefined, response: { error: { type: 'FORBIDDEN' } } }
    const root = 'e1 auth/bearer:raw'
    expect(errors([step(1, { ...refusal, headers: [['Authorization', 'token-1']] })])).toEqual([
      root,
      `e1 homologation/answer-status:not-admitted <- ${root}`,
      `e1 homologation/complete:failed <- ${root}`,
    ])
  })
})

describe('a body behind a byte order mark', () => {
  const marked = (shot: Shot): Shot => ({ ...shot, body: `\uFEFF${JSON.stringify(shot.body)}` })
  const [first, second, ...rest] = steps() as [Shot, Shot, ...Shot[]]
  it('is none where the service takes it', () => {
    expect(errors([first, marked(second), ...rest])).toEqual([])
  })
  it('has earned its refusal', () => {
    const refusal = { status: 400, response: { error: { type: 'VALIDATION_ERROR' } } }
    const root = 'e2 request/content-type:byte-order-mark'
    expect(errors([first, { ...marked(second), ...refusal }])).toEqual([
      root,
      `e2 homologation/answer-status:error <- ${root}`,
      `e2 homologation/complete:failed <- ${root}`,
    ])
  })
})

describe('a hash', () => {
  const everyStep: Profile = { ...spec, hash: { ...spec.hash, carriedOn: 'every-step' } }
  const carried = (...hashes: readonly (string | undefined)[]) =>
    errors(
      steps().map((shot, i) => ({ ...shot, carries: hashes[i] })),
      everyStep,
    )
  const [missing, unknown] = ['homologation/hash-carried:missing', 'homologation/hash-carried:unknown']
  const hash = newest
  it('that is never sent is one mistake', () => {
    const [root, ...rest] = [`e2 ${missing}`, `e3 ${missing}`, `e4 ${missing}`, `e5 ${missing}`]
    expect(carried()).toEqual([root, ...rest.map((one) => `${one} <- ${root}`)])
  })
  it('that is a constant is one mistake', () => {
    const [root, ...rest] = [`e2 ${unknown}`, `e3 ${unknown}`, `e4 ${unknown}`, `e5 ${unknown}`]
    expect(carried(undefined, 'true', 'true', 'true', 'true')).toEqual([
      root,
      ...rest.map((one) => `${one} <- ${root}`),
    ])
  })
  it('that was sent in between is lost a second time', () => {
    expect(carried(undefined, undefined, hash, undefined, hash)).toEqual([`e2 ${missing}`, `e4 ${missing}`])
  })
  it('that is sent twice each time is one mistake', () => {
    const twice = (shot: Shot): Shot => ({
      ...shot,
      headers: [
        ['Authorization', 'Bearer token-1'],
        [spec.hash.header, hash],
        [spec.hash.header, hash],
      ],
    })
    const [root, ...rest] = errors(steps().map(twice), everyStep)
    const several = 'homologation/hash-carried:several'
    expect([root, ...rest]).toEqual([
      `e2 ${several}`,
      ...[3, 4, 5].map((n) => `e${n} ${several} <- e2 ${several}`),
    ])
  })
  it('that is wrong in another way is another mistake', () => {
    expect(carried(undefined, undefined, 'true', hash, hash)).toEqual([`e2 ${missing}`, `e3 ${unknown}`])
  })
})

describe('an interval', () => {
  const [close, far] = ['homologation/spacing:too-close', 'homologation/spacing:too-far']
  const atMost: Profile = { ...spec, spacing: { ...spec.spacing, reading: 'at-most' } }
  const paced = (...gapsMs: readonly number[]) =>
    steps().map((shot, i) => ({ ...shot, afterMs: gapsMs[i] ?? 2_000 }))

  it('that is never kept is one mistake', () => {
    const rest = ['e3', 'e4', 'e5']
    expect(errors(paced(0, 10, 10, 10, 10))).toEqual([
      `e2 ${close}`,
      ...rest.map((one) => `${one} ${close} <- e2 ${close}`),
    ])
    expect(errors(paced(0, 9_000, 9_000, 9_000, 9_000), atMost)).toEqual([
      `e2 ${far}`,
      ...rest.map((one) => `${one} ${far} <- e2 ${far}`),
    ])
  })
  it('that is never kept hits a limit by that one mistake', () => {
    const limit = { status: 429, response: { error: { type: 'TOO_MANY_REQUESTS' } }, afterMs: 10 }
    expect(errors([step(1), step(2, { afterMs: 10 }), step(3, limit)])).toEqual([
      `e2 ${close}`,
      `e3 ${close} <- e2 ${close}`,
      `e3 homologation/limit-hit:gave-up <- e2 ${close}`,
      `e3 homologation/complete:failed <- e2 ${close}`,
    ])
  })
  it('that was kept in between is broken a second time', () => {
    expect(errors(paced(0, 10, 2_000, 10, 2_000))).toEqual([`e2 ${close}`, `e4 ${close}`])
  })
})

describe('a token that stands in the address', () => {
  const inUrl = (shot: Shot, token = 'token-1') => ({
    ...shot,
    ask: `${shot.ask}?access_token=${token}`,
    token: null,
  })
  const [root, missing] = ['auth/same-origin:in-url', 'auth/bearer:missing']
  it('is one mistake, and not the missing header beside', () => {
    const [first, ...rest] = steps()
    expect(errors([inUrl(first as Shot), ...rest])).toEqual([`e1 ${root}`, `e1 ${missing} <- e1 ${root}`])
  })
  it('is none the more where it was renewed and came so again', () => {
    expect(errors([inUrl(refused(1)), renewal(), inUrl(refused(1), 'token-2')])).toEqual([
      `e1 ${root}`,
      `e1 ${missing} <- e1 ${root}`,
      `e3 homologation/token-renewed:gave-up <- e1 ${root}`,
      `e3 homologation/complete:failed <- e1 ${root}`,
    ])
  })
  it('is another mistake than a header that other steps lack', () => {
    const [first, second, ...rest] = steps({ 2: { token: null } })
    expect(errors([inUrl(first as Shot), second as Shot, ...rest])).toContain(`e2 ${missing}`)
  })
})

describe('what a client does to every request', () => {
  const plain = ` ${baseUrl.replace('https', 'http')}`
  const query = (shot: Shot, text: string) => ({ ...shot, ask: `${shot.ask}?${text}` })
  const habits: [string, string, (shot: Shot) => Shot][] = [
    ['a key of version 2', 'versioning/v2-key:sent', (shot) => query(shot, 'apikey=k-1')],
    [
      'plain http',
      'auth/https:plain',
      (shot) => ({ ...shot, ask: shot.ask.replace(' ', plain), source: 'proxy' }),
    ],
    ['no token', 'auth/bearer:missing', (shot) => ({ ...shot, token: null })],
    ['a token in the address', 'auth/same-origin:in-url', (shot) => query(shot, 'token=x')],
  ]

  it.each(habits)('is one mistake: %s', (_what, code, habit) => {
    const [root, ...rest] = errors(steps().map(habit)).filter((line) => line.includes(` ${code}`))
    expect(root).toBe(`e1 ${code}`)
    expect(rest).toEqual([2, 3, 4, 5].map((n) => `e${n} ${code} <- e1 ${code}`))
  })

  it.each(habits)('is two where a request between is right: %s', (_what, code, habit) => {
    const told = errors(steps().map((shot, i) => (i === 2 ? shot : habit(shot))))
    expect(told.filter((line) => line.endsWith(code) && !line.includes(' <- '))).toHaveLength(2)
  })

  it.each(habits)('is one where the step was refused and came again: %s', (_what, code, habit) => {
    const anew = { token: 'token-2', carries: newest }
    const run = [
      step(1),
      step(2),
      habit(refused(3)),
      renewal(),
      habit(step(3, anew)),
      step(4, anew),
      step(5, anew),
    ]
    const told = errors(run).filter((line) => line.includes(` ${code}`))
    expect(told.filter((line) => !line.includes(' <- '))).toEqual([`e3 ${code}`])
  })
})

describe('a wrong identifier', () => {
  const other = 'homologation/same-product:other'

  it('that stays the same is one mistake', () => {
    expect(errors(at(111, 111, 111))).toEqual([
      `e3 ${other}`,
      `e4 ${other} <- e3 ${other}`,
      `e5 ${other} <- e3 ${other}`,
    ])
  })
  it('is another mistake where it is another one', () => {
    expect(errors(at(111, 222, 987))).toEqual([`e3 ${other}`, `e4 ${other}`])
  })
  it('is another mistake where another product was created', () => {
    const limit = step(4, { status: 429, response: { error: { type: 'TOO_MANY_REQUESTS' } } })
    const [first, second, third] = at(111, 111, 111)
    const again = at(111, 111, 111).map((shot, i) =>
      i === 1 ? { ...shot, response: { data: { id: 988 } } } : shot,
    )
    const told = errors([first, second, third, limit, ...again] as Shot[])
    expect(told.filter((line) => line.endsWith(other) && !line.includes(' <- '))).toHaveLength(2)
  })
})

describe('more than one renewal', () => {
  const until = [step(1), step(2), refused(3)]
  const anew = { token: 'token-2', carries: 'hash-1' }

  it('comes of the first, where that failed', () => {
    const failed = renewal({ status: 503, response: 'x' })
    expect(errors([...until, failed, renewal(), step(3, anew), step(4, anew), step(5, anew)])).toContain(
      'e5 homologation/renewal-bounded:several <- e4 auth/renewal:refused',
    )
  })
  it('comes of nothing, where the first brought a token', () => {
    const second = renewal({ body: 'grant_type=refresh_token&refresh_token=refresh-2' })
    expect(errors([...until, renewal(), second, step(3, anew)])).toContain(
      'e5 homologation/renewal-bounded:several',
    )
  })
})

describe('what is wrong with a refused request', () => {
  const until = (number: StepNumber) => steps().slice(0, number - 1)
  const gaveUp = 'homologation/token-renewed:gave-up'
  const bent = { ask: 'POST /homologacao/produtos/987' }

  it.each([
    [2, { body: { x: 1 } }, 'homologation/post-data:invented'],
    [3, { body: { nome: 'Copo' } }, 'homologation/put-change:missing-fields'],
    [4, { body: {} }, 'homologation/situation:no-field'],
    [5, bent, 'homologation/delete:method'],
  ] as const)('of step %i is told where it is the last', (number, change, code) => {
    const told = errors([...until(number), refused(number, change)])
    expect(told.filter((line) => !line.includes(' <- '))).toEqual([
      `e${number} ${code}`,
      `e${number} ${gaveUp}`,
    ])
  })
  it.each([2, 3, 4, 5] as const)('of step %i is judged where it comes again', (number) => {
    const change = number === 5 ? bent : { body: { x: 1 } }
    const before = [...until(number), refused(number, change), renewal()]
    const anew = steps().map((shot) => ({ ...shot, token: 'token-2', carries: 'hash-1' }))
    expect(errors([...before, ...anew.slice(number - 1)])).toEqual([])
    expect(errors([...before, ...anew])).toEqual([`e${number + 2} homologation/order:restarted`])
  })
  it('may come again, while the run goes on', () => {
    const open = judge(exchangesOf([...until(3), refused(3, { body: {} })]), { ...contextOf(), ended: false })
    expect(open.findings).toEqual([])
  })
})

describe('a bent path', () => {
  const products = '/homologacao/produtos'
  const bent = (number: 4 | 5, ask: string): Shot[] => [
    ...steps().slice(0, number - 1),
    step(number, { ask, status: 404, response: { error: { type: 'RESOURCE_NOT_FOUND' } } }),
  ]

  it('of step 4 that lacks the identifier alone is no path without /situacoes', () => {
    expect(errors(bent(4, `PATCH ${products}/situacoes`))).toEqual([
      'e4 homologation/same-product:none',
      'e4 homologation/complete:failed <- e4 homologation/same-product:none',
    ])
  })
  it('of step 4 with another word for /situacoes is one mistake', () => {
    expect(errors(bent(4, `PATCH ${products}/987/situacao`))).toEqual([
      'e4 homologation/situation:path',
      'e4 homologation/complete:failed <- e4 homologation/situation:path',
    ])
  })
  it('of step 4 with the method of step 5 leaves out no step', () => {
    expect(errors(bent(4, `DELETE ${products}/987/situacoes`))).toEqual([
      'e4 homologation/situation:method',
      'e4 homologation/complete:failed <- e4 homologation/situation:method',
    ])
  })
  it('of step 5, with the method of another and no body, is no such step without one', () => {
    expect(errors(bent(5, `PUT ${products}/987`))).toEqual([
      'e5 homologation/delete:method',
      'e5 homologation/complete:failed <- e5 homologation/delete:method',
    ])
  })
})

describe('a hash of the attempt before', () => {
  const limit = step(3, { status: 429, response: { error: { type: 'TOO_MANY_REQUESTS' } }, issues: 'hash-3' })
  const anew = steps({ 1: { issues: 'hash-4' } }).slice(0, 2)
  const again = (carries: string) => [refused(3), renewal(), step(3, { token: 'token-2', carries })]
  const told = (carries: string) => {
    const rest = [4, 5] as const
    const end = rest.map((number) => step(number, { token: 'token-2' }))
    return errors([...steps().slice(0, 2), limit, ...anew, ...again(carries), ...end])
  }

  it.each(['hash-1', 'hash-3'])('was issued, though no answer of this one brought it: %s', (carries) => {
    expect(told(carries)).toEqual(['e8 homologation/hash-carried:older'])
  })
  it('is none that nobody issued', () => {
    expect(told('hash-9')).toEqual(['e8 homologation/hash-carried:unknown'])
    expect(told('hash-4')).toEqual([])
  })
})

describe('a step at a wrong address, under a maximum interval', () => {
  const atMost: Profile = { ...spec, spacing: { ...spec.spacing, reading: 'at-most', intervalMs: 2_000 } }
  const astray = { ask: 'POST /produtos', status: 201, response: { data: { id: 5 } }, afterMs: 1_500 }
  const late = (afterMs: number) =>
    errors(
      [step(1), astray, step(3, { afterMs }), step(4, { afterMs: 1_500 }), step(5, { afterMs: 1_500 })],
      atMost,
    ).filter((told) => told.includes('too-far'))

  it('is why the next step seems late, if that one kept its interval', () => {
    expect(late(1_500)).toEqual([
      'e3 homologation/spacing:too-far <- e2 homologation/right-routes:real-route',
    ])
  })

  it('excuses no step that came late all the same', () => {
    expect(late(2_500)).toEqual(['e3 homologation/spacing:too-far'])
  })
})

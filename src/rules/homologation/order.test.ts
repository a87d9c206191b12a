import { describe, expect, it } from 'vitest'
import { judge } from '../../judging/judge.js'
import { spec } from '../../specification/profile.js'
import {
  contextOf,
  exchangesOf,
  newest,
  refused,
  renewal,
  type Shot,
  step,
  steps,
} from '../exchanges.fixture.js'

/** Each finding, with the root that it hangs under. */
function tree(shots: readonly Shot[], profile = spec): string[] {
  const { findings } = judge(exchangesOf(shots), contextOf({ profile }))
  const codes = new Map(findings.map(({ fingerprint, code }) => [fingerprint, code]))
  return findings.map(({ code, consequenceOf }) =>
    consequenceOf === null ? code : `${code} <- ${codes.get(consequenceOf)}`,
  )
}

const roots = (shots: readonly Shot[]) => tree(shots).filter((line) => !line.includes(' <- '))

describe('a run that leaps over steps', () => {
  const [out, swapped, unmet] = ['left-out', 'swapped', 'unmet']
    .map((name) => `homologation/${name === 'unmet' ? 'complete' : 'order'}:${name}`)
    .map(String) as [string, string, string]
  it.each([
    ['over two', [step(1), step(4), step(5)], [out, `${out} <- ${out}`, `${unmet} <- ${out}`]],
    ['over three', [step(1), step(5)], [out, `${out} <- ${out}`, `${out} <- ${out}`, `${unmet} <- ${out}`]],
    ['over two that come later', [step(1), step(4), step(2), step(3), step(5)], [swapped, `${swapped} <- ${swapped}`]],
  ])('has made one mistake: %s', (_, shots, told) => expect(tree(shots)).toEqual(told)) // biome-ignore format: a table
  it('has made one mistake where a step that came later had also gone to a wrong address', () => {
    const lost: Shot = { ask: 'POST /homologar/produto', status: 404, response: {} }
    const told = tree([step(1), lost, step(4), step(2), step(3), step(5)])
    expect(told.filter((line) => line.includes(':swapped'))).toEqual([swapped, `${swapped} <- ${swapped}`])
  })
  it('twice has made two', () => {
    expect(roots([step(1), step(3), step(5)])).toEqual([out, out])
  })
})

describe('a run that does not begin at step 1', () => {
  const list = (path: string): Shot => ({ ask: `GET ${path}`, response: { data: [] } })

  it('is named once, and step 1 that comes after is no second beginning', () => {
    expect(tree([step(2), ...steps()])).toEqual(['homologation/order:begun-late'])
  })
  it('and comes to it next, has left out nothing behind it', () => {
    const own = { nome: 'x', codigo: 'y', preco: 1 }
    const late = 'homologation/order:begun-late'
    const changed = { ...own, nome: 'Copo' }
    expect(tree([step(2, { body: own }), step(1), step(3, { body: changed }), step(4), step(5)])).toEqual([
      late,
      `homologation/order:left-out <- ${late}`,
      `homologation/put-change:more-changed <- ${late}`,
      `homologation/complete:unmet <- ${late}`,
    ])
    expect(roots([step(2), step(1), step(4), step(5)])).toEqual([late, 'homologation/order:left-out'])
    expect(roots([...steps(), step(1), step(3), step(4), step(5)])).toContain('homologation/order:left-out')
  })
  it.each([
    ['GET /produtos', 'real-route'],
    ['GET /homologar/produto', 'unknown-path'],
    ['GET /homologacao/produto', 'unknown-path'],
    ['GET /homologar', 'unknown-path'],
  ])('began at another address, where %s came right before', (ask, how) => {
    const root = `homologation/right-routes:${how}`
    expect(tree([{ ask, response: { data: [] } }, ...steps().slice(1)])).toEqual([
      root,
      `homologation/order:begun-late <- ${root}`,
      `homologation/complete:unmet <- ${root}`,
    ])
  })
  it('began at another address with two steps', () => {
    const root = 'homologation/right-routes:unknown-path'
    const two = [{ ask: 'GET /homologar/produto' }, renewal(), { ask: 'POST /homologar/produto' }]
    expect(roots([...two, ...steps().slice(2)])).toEqual([root, root])
  })
  it.each([
    ['other records were read', [list('/contatos')]],
    ['something was sent', [{ ask: 'DELETE /homologacao/produto' }]],
    ['the address lost its way long before', [list('/produtos'), list('/contatos')]],
  ])('began at no other address where %s', (_, before) => {
    expect(tree([...before, ...steps().slice(1)])[0]).toBe('homologation/order:begun-late')
  })
  it('has not met the steps before', () => {
    expect(tree([step(2), step(3), step(4), step(5)])).toEqual([
      'homologation/order:begun-late',
      'homologation/complete:unmet <- homologation/order:begun-late',
    ])
  })
  it('that begins at step 3 lacks two, and has begun late but once', () => {
    const [first, second] = tree([step(3), step(4), step(5)])
    const late = 'homologation/order:begun-late'
    expect([first, second]).toEqual([late, `${late} <- ${late}`])
  })
})

describe('a step that never came', () => {
  const error = { status: 404, response: { error: { type: 'RESOURCE_NOT_FOUND' } } }
  const stray = (ask: string): Shot => ({ ask, ...error })

  it.each([
    ['the request behind it lost its way', [step(5, { ask: 'DELETE /produtos/987', ...error })]],
    ['something else was asked for in between', [stray('GET /contatos'), step(5)]],
  ])('is a mistake of its own, where %s', (_, behind) => {
    const found = roots([step(1), step(2), step(3), ...behind])
    expect(found).toContain('homologation/order:left-out')
    expect(found.filter((code) => code.startsWith('homologation/right-routes'))).toHaveLength(1)
  })
  it('came to an address where nobody could tell, whatever else went there behind it', () => {
    const lost = [stray('PATCH /homologar/produto/987/situacoes'), stray('GET /x')]
    expect(tree([step(1), step(2), step(3), ...lost, step(5)])).toContain(
      'homologation/order:left-out <- homologation/right-routes:unknown-path',
    )
  })
  it('is the end of a run, whatever else succeeded behind it', () => {
    const end = (behind: Shot) => roots([step(1), step(2), step(3), behind])
    expect(end({ ask: 'GET /contatos', response: { data: [] } })).toContain('homologation/complete:stopped')
    expect(end(stray('GET /contatos'))).toEqual(['homologation/right-routes:real-route'])
  })
})

describe('a run at the real catalogue', () => {
  it('is one mistake, of which step 1 is a part', () => {
    const real = steps().map((shot) => ({ ...shot, ask: shot.ask.replace('/homologacao', '') }))
    expect(new Set(roots(real))).toEqual(new Set(['homologation/right-routes:real-route']))
  })
  it('is none where the step alone was spelt otherwise', () => {
    const error = { status: 404, response: { error: { type: 'RESOURCE_NOT_FOUND' } } }
    expect(roots([step(2, { ask: 'POST /homologacao/produtos/', ...error })])).toEqual([
      'homologation/right-routes:closing-slash',
      'homologation/order:begun-late',
    ])
  })
})

describe('a run that stops', () => {
  it.each([
    ['a step was left out', [step(1), step(2), step(4)], 'homologation/order:left-out'],
    ['one came in another form', [step(1), step(2), step(3, { ask: 'PATCH /homologacao/produtos/987' }), step(4)], 'homologation/put-change:method'],
    ['a refused one was passed over', [step(1), step(2), refused(3), renewal(), step(4, { token: 'token-2', carries: newest })], 'homologation/complete:passed-over'],
  ])('has stopped besides, where %s', (_, shots, code) => {
    expect(roots(shots)).toEqual([code, 'homologation/complete:stopped'])
  }) // biome-ignore format: a table
  it('for want of what step 1 gives, is that one mistake', () => {
    expect(roots([step(2)])).toEqual(['homologation/order:begun-late'])
    expect(roots([step(1), step(3)])).toEqual(['homologation/order:left-out'])
  })
  it('at a request that was wrong itself, has not met it', () => {
    const last = step(4, { ask: 'PATCH /homologacao/produtos/987' })
    expect(roots([step(1), step(2), step(3), last])).toEqual(['homologation/situation:path'])
  })
})

describe('a step that is refused', () => {
  const renewed = { token: 'token-2', carries: newest }

  it('stays owed, where the one before it comes again first', () => {
    const again = [step(2, renewed), step(3, renewed), step(4, renewed), step(5, renewed)]
    expect(tree([step(1), step(2), refused(3), renewal(), ...again])).toEqual(['homologation/order:repeated'])
  })
  it('comes out of its turn, where the one behind it came first', () => {
    const turned = [step(3, renewed), step(2, renewed), step(4, renewed), step(5, renewed)]
    expect(tree([step(1), refused(2), renewal(), ...turned])).toContain('homologation/order:repeated')
  })
})

const other = { nome: 'Prato', codigo: 'PRA-02', preco: 7.5 }
const first: Partial<Shot> = { response: { data: other }, issues: 'other-1' }

/** Two runs by turns, whose products differ. `pause`: milliseconds between two requests. */
function mixed(pause: number, more: Partial<Record<number, Partial<Shot>>> = {}): Shot[] {
  const second: Partial<Record<number, Partial<Shot>>> = { 1: first, 2: { body: other }, 3: { body: { ...other, nome: 'Copo' } } }
  return ([1, 2, 3, 4, 5] as const).flatMap((number) => [
    step(number, { afterMs: pause, ...more[number] }),
    step(number, { afterMs: pause, ...second[number] }),
  ])
} // biome-ignore format: a table

describe('two runs side by side with one token', () => {
  it.each([1_000, 2_000])('are one root, %i ms apart', (pause) => {
    expect(roots(mixed(pause))).toEqual(['homologation/order:interleaved'])
  })
  it('have the interval, the body and the repetition hang under it', () => {
    const follows = tree(mixed(1_000)).filter((line) => line.endsWith(' <- homologation/order:interleaved'))
    expect(new Set(follows.map((line) => line.split(' ')[0]))).toEqual(
      new Set([
        'homologation/spacing:too-close',
        'homologation/post-data:invented',
        'homologation/put-change:more-changed',
        'homologation/order:repeated',
      ]),
    )
  })
  it('are refused one after the other, which is no second refusal of one', () => {
    const anew = { token: 'token-2', carries: newest }
    const [one, two, ...rest] = mixed(2_000, { 2: anew, 3: anew, 4: anew, 5: anew })
    const renewed = rest.map((shot) => ({ ...shot, ...anew }))
    const both = [
      one as Shot,
      two as Shot,
      refused(2),
      refused(2, { carries: 'other-1' }),
      renewal(),
      ...renewed,
    ]
    expect(roots(both)).toEqual(['homologation/order:interleaved'])
    expect(tree(both).filter((line) => line.includes(':endless'))).toEqual([])
  })
  it('keep another fault a root of its own', () => {
    expect(roots(mixed(2_000, { 4: { body: { outra: 'I' } } }))).toEqual([
      'homologation/order:interleaved',
      'homologation/situation:no-field',
    ])
  })
  it('are not seen in a run that was begun again, nor where its first steps are sent twice', () => {
    expect(roots([step(1), step(2), ...steps()])).toEqual(['homologation/order:restarted'])
    const twice = [step(1), step(1), step(2), step(2), step(3), step(4), step(5)]
    expect(roots(twice)).toEqual(['homologation/order:restarted'])
  })
  it('are seen where only the last step of one was still owed', () => {
    const late = [step(1), step(2), step(3), step(4), ...steps(), step(5)]
    expect(roots(late)).toContain('homologation/order:interleaved')
  })
  it('are not seen after the limit was hit', () => {
    const limit = step(2, { status: 429, response: { error: { type: 'TOO_MANY_REQUESTS' } } })
    expect(tree([step(1), limit, ...steps()])).not.toContain('homologation/order:interleaved')
  })
})

describe('a read of the product', () => {
  const read = (change: Partial<Shot> = {}): Shot =>
    step(5, { ask: 'GET /homologacao/produtos/987', status: 404, ...change })

  it('in place of DELETE is step 5 gone wrong', () => {
    const shots = [step(1), step(2), step(3), step(4), read()]
    expect(roots(shots)).toEqual(['homologation/delete:method'])
    const { steps: judged } = judge(exchangesOf(shots), contextOf({}))
    expect(judged.map(({ verdict }) => verdict)).toEqual(['pass', 'pass', 'pass', 'pass', 'fail'])
  })
  it('before step 3 is nobody knows what', () => {
    const shots = [step(1), step(2), read(), step(3), step(4), step(5)]
    expect(roots(shots)).toEqual(['homologation/right-routes:unknown-path'])
  })
  it('of its situation is step 4 gone wrong', () => {
    const wrong = step(4, { ask: 'GET /homologacao/produtos/987/situacoes', status: 404, body: null })
    expect(roots([step(1), step(2), step(3), wrong])).toEqual(['homologation/situation:method'])
  })
})

describe('two different hashes on one request', () => {
  const both = { headers: [['Authorization', 'Bearer token-1'], ['Content-Type', 'application/json'], [spec.hash.header, 'hash-1'], [spec.hash.header, 'x']] } as const // biome-ignore format: one line

  it('are a warning where the reading asks for none', () => {
    const { findings, verdict } = judge(exchangesOf(steps({ 2: both })), contextOf({}))
    expect(findings.map(({ code, severity }) => [code, severity])).toEqual([
      ['homologation/hash-carried:several', 'warning'],
    ])
    expect(verdict).toBe('pass')
  })
  it('are an error where it asks for one', () => {
    const profile = { ...spec, hash: { ...spec.hash, carriedOn: 'every-step' as const } }
    const shots = steps({
      2: both,
      3: { carries: 'hash-1' },
      4: { carries: 'hash-1' },
      5: { carries: 'hash-1' },
    })
    const { findings } = judge(exchangesOf(shots), contextOf({ profile })) // biome-ignore format: one line
    expect(findings.map(({ code, severity }) => [code, severity])).toEqual([
      ['homologation/hash-carried:several', 'error'],
    ])
  })
  it('of one value are no two', () => {
    const same = { headers: [...both.headers.slice(0, 3), [spec.hash.header, 'hash-1']] } as Partial<Shot>
    expect(tree(steps({ 2: same }))).toEqual([])
  })
})

describe('a renewal that brought no token', () => {
  const run = (response: unknown) => [step(1), step(2), refused(3), renewal({ response })]
  it.each([
    [{ access_token: 12345 }, 'unusable-token'],
    [{ access_token: 'a', token_type: 'mac' }, 'other-type'],
    ['\uFEFF{"access_token":"a"}', 'byte-order-mark'],
  ])('such as %j renewed nothing', (response, flaw) => {
    expect(tree(run(response))).toEqual([
      `auth/renewal:${flaw}`,
      `homologation/token-renewed:not-renewed <- auth/renewal:${flaw}`,
      `homologation/complete:failed <- auth/renewal:${flaw}`,
    ])
  })
  it('is told from one whose token was never used', () => {
    expect(tree(run({ access_token: 'token-2' }))).toContain('homologation/token-renewed:renewed-unused')
  })
  it('accuses nobody where its response was not recorded', () => {
    const body = { text: null, sizeBytes: 10, flaw: 'not-recorded' } as const
    const shots = [step(1), step(2), refused(3), renewal({ responseBody: body })]
    expect(tree(shots)).toEqual(['homologation/complete:lost'])
  })
})

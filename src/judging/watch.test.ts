import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { growth, LINEAR } from '../../test/growth.js'
import { Memory, RecentMap } from '../rules/memory.js'
import { observers } from '../rules/observers.js'
import { baseUrl, passing } from '../rules/passing.fixture.js'
import { SeenExchange } from '../rules/seen.js'
import { spec } from '../specification/profile.js'
import { Watch } from './watch.js'

const context = { profile: spec, baseUrl, tokenUrl: null }

describe('what a rule sees of an exchange', () => {
  it.each([
    ['GET /borderos/7?x=1', '/borderos/7', 'borderos/read'],
    ['GET /borderos/7/', '/borderos/7', 'borderos/read'],
    ['GET HTTPS://API.exemplo.invalid/Api/v3/borderos/7', '/borderos/7', 'borderos/read'],
    ['GET https://api.exemplo.invalid/borderos/7', '/borderos/7', null],
    ['GET https://api.exemplo.invalid/Api/v33/borderos/7', '/Api/v33/borderos/7', null],
    ['GET https://api.exemplo.invalid', '/', null],
    ['GET /vendedores', '/vendedores', 'vendedores/list'],
    ['PURGE /produtos', '/produtos', null],
  ])('of %s: path %s, route %s', (ask, path, route) => {
    const seen = new SeenExchange(passing({ ask }), context)
    expect(seen.path).toBe(path)
    expect(seen.route?.id ?? null).toBe(route)
  })

  it('knows what our own run meant, and nothing of what others mean', () => {
    expect(new SeenExchange(passing({ ask: 'GET /produtos' }), context).intent).toBe('success')
    expect(new SeenExchange(passing({ ask: 'GET /produtos', intent: 'invalid' }), context).intent).toBe(
      'invalid',
    )
    expect(
      new SeenExchange(passing({ ask: 'GET /produtos', source: 'proxy', step: null }), context).intent,
    ).toBeNull()
  })

  it('has no status where the answer did not arrive whole', () => {
    const failure = { kind: 'reset', message: 'x' } as const
    expect(new SeenExchange(passing({ ask: 'GET /produtos', failure }), context).status).toBeNull()
  })
})

/** Node hides its collector unless it is asked for, and what waits to be collected is not held. */
const collect: () => void = (() => {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc')
})()

describe('a watch', () => {
  it('remembers a bounded past, however long it lasts', () => {
    const watch = new Watch(observers, context)
    const pass = (from: number, to: number) => {
      for (let i = from; i < to; i++) {
        watch.see(passing({ ask: `GET /contatos?pagina=${i}&limite=5&x=${i}`, data: [{ id: i + 1 }] }, i))
        watch.see(
          passing({ ask: 'POST /contatos', body: { nome: 'x' }, status: 201, data: { id: i + 1 } }, i),
        )
        watch.see(passing({ ask: `PUT /contatos/${i}`, body: { nome: `x${i}` }, status: 204 }, i))
      }
    }
    const heldAfter = (from: number) => {
      pass(from, from + 6000)
      collect()
      return process.memoryUsage().heapUsed
    }
    const before = heldAfter(0)
    // what is forgotten is forgotten in one go, so that one look may come just before it
    const later = Math.min(heldAfter(6000), heldAfter(12_000))
    expect(later - before).toBeLessThan(1_000_000)
  })

  it('counts what lists hold, and no other answer that holds one', () => {
    const watch = new Watch(observers, context)
    watch.see(passing({ ask: 'GET /contatos', status: 404, data: [] }, 1))
    watch.see(passing({ ask: 'DELETE /contatos?idsContatos[]=7', data: [] }, 2))
    expect([...watch.hasRecordsByList]).toEqual([])
    watch.see(passing({ ask: 'GET /contatos', data: [] }, 3))
    watch.see(passing({ ask: 'GET /produtos', data: [{ id: 7 }] }, 4))
    watch.see(passing({ ask: 'GET /produtos?pagina=2', data: [] }, 5))
    expect([...watch.hasRecordsByList]).toEqual([
      ['contatos/list', false],
      ['produtos/list', true],
    ])
  })

  it('tells two sessions apart', () => {
    const watch = new Watch(observers, context)
    watch.see(passing({ ask: 'DELETE /borderos/7', status: 204, session: 'a' }, 1))
    expect(watch.see(passing({ ask: 'GET /borderos/7', data: { id: 7 }, session: 'b' }, 2))).toEqual([])
    expect(watch.see(passing({ ask: 'GET /borderos/7', data: { id: 7 }, session: 'a' }, 3))).toHaveLength(1)
  })

  it('knows which routes were answered', () => {
    const watch = new Watch(observers, context)
    watch.see(passing({ ask: 'GET /borderos/7', data: { id: 7 } }))
    watch.see(passing({ ask: 'GET /contatos', failure: { kind: 'reset', message: 'x' } }))
    expect([...watch.exercised]).toEqual(['borderos/read'])
  })
})

describe('a memory', () => {
  it('holds a record created until it is deleted, and the newest ones', () => {
    const memory = new Memory(2)
    const learn = (ask: string, status: number, id?: number) =>
      memory.learn(
        new SeenExchange(passing({ ask, status, ...(id === undefined ? {} : { data: { id } }) }), context),
      )
    learn('POST /contatos', 201, 1)
    expect(memory.wasCreated('/contatos/1')).toBe(true)
    learn('DELETE /contatos/1', 204)
    expect([memory.wasCreated('/contatos/1'), memory.wasDeleted('/contatos/1')]).toEqual([false, true])
    for (const id of [2, 3, 4]) learn('POST /contatos', 201, id)
    expect([1, 2, 3, 4].map((id) => memory.wasCreated(`/contatos/${id}`))).toEqual([false, true, true, true])
    for (const id of [5, 6]) learn('POST /contatos', 201, id)
    expect([2, 3, 5, 6].map((id) => memory.wasCreated(`/contatos/${id}`))).toEqual([false, false, true, true])
  })
})

describe('Recent', () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g']

  function keeping(limit: number) {
    const recent = new RecentMap<number>(limit)
    const set = (keys: string) => {
      for (const [i, key] of [...keys].entries()) recent.set(key, i)
    }
    const keys = () => names.filter((key) => recent.has(key)).join('')
    return { recent, set, keys }
  }

  it.each(['abcdefg', 'abacadefg', 'aabbccddeeffgg', 'gfedcba'])(
    'keeps the newest three of %s, and at most six in all',
    (order) => {
      const { set, keys } = keeping(3)
      for (const [i, key] of [...order].entries()) {
        set(key)
        const newest = [...new Set([...order.slice(0, i + 1)].reverse())].slice(0, 3)
        expect(keys().length).toBeLessThanOrEqual(6)
        for (const one of newest) expect(keys()).toContain(one)
      }
      expect(keys().length).toBeLessThan(7)
    },
  )

  it('forgets what was set longest ago', () => {
    const { set, keys } = keeping(2)
    set('ab')
    set('a')
    set('cd')
    expect(keys()).toBe('acd')
  })

  it('holds the newest value, and nothing of what is deleted', () => {
    const { recent, set, keys } = keeping(2)
    set('ab')
    recent.set('a', 7)
    expect([recent.get('a'), recent.get('b'), recent.get('c'), recent.isEmpty]).toEqual([
      7,
      1,
      undefined,
      false,
    ])
    recent.delete('a')
    recent.delete('b')
    expect([keys(), recent.get('a'), recent.isEmpty]).toEqual(['', undefined, true])
  })

  it('costs the same for each entry, however many were forgotten', async () => {
    const fill = (entries: number) => {
      const recent = new RecentMap<number>(20_000)
      for (let i = 0; i < entries; i++) recent.set(String(i), i)
    }
    expect(await growth(fill, 50_000)).toBeLessThan(LINEAR)
  })
})

it('tells of an answer that is asked for again that it was, and judges nothing of it', () => {
  const watch = new Watch(observers, context)
  const told = (change: object) =>
    watch.see(passing({ ask: 'GET /produtos', sentAgain: true, ...change })).map(({ code }) => code)
  expect(told({ status: 503, response: 'x', responseType: 'text/html' })).toEqual([
    'service/answers:sent-again',
  ])
})

it('takes no route for exercised whose answer was asked for again', () => {
  const watch = new Watch(observers, context)
  watch.see(passing({ ask: 'GET /produtos', status: 401, sentAgain: true }))
  expect([...watch.exercised]).toEqual([])
  watch.see(passing({ ask: 'GET /produtos' }))
  expect([...watch.exercised]).toEqual(['produtos/list'])
})

import { describe, expect, it } from 'vitest'
import { growth, LINEAR } from '../../test/growth.js'
import { createMemory } from '../rules/memory.js'
import { observers } from '../rules/observers.js'
import { baseUrl, passing } from '../rules/passing.fixture.js'
import { createRecent } from '../rules/recent.js'
import { see } from '../rules/seen.js'
import { spec } from '../specification/profile.js'
import { createWatch } from './watch.js'

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
    const seen = see(passing({ ask }), context)
    expect(seen.path).toBe(path)
    expect(seen.route?.id ?? null).toBe(route)
  })

  it('knows what our own run meant, and nothing of what others mean', () => {
    expect(see(passing({ ask: 'GET /produtos' }), context).meant).toBe('success')
    expect(see(passing({ ask: 'GET /produtos', intent: 'invalid' }), context).meant).toBe('invalid')
    expect(see(passing({ ask: 'GET /produtos', source: 'proxy', step: null }), context).meant).toBeNull()
  })

  it('has no status where the answer did not arrive whole', () => {
    const failure = { kind: 'reset', message: 'x' } as const
    expect(see(passing({ ask: 'GET /produtos', failure }), context).status).toBeNull()
  })
})

describe('a watch', () => {
  it('remembers a bounded past, however long it lasts', () => {
    const watch = createWatch(observers, context)
    const pass = (from: number, to: number) => {
      for (let i = from; i < to; i++) {
        watch.see(passing({ ask: `GET /contatos?pagina=${i}&limite=5&x=${i}`, data: [{ id: i + 1 }] }, i))
        watch.see(
          passing({ ask: 'POST /contatos', body: { nome: 'x' }, status: 201, data: { id: i + 1 } }, i),
        )
        watch.see(passing({ ask: `PUT /contatos/${i}`, body: { nome: `x${i}` }, status: 204 }, i))
      }
    }
    pass(0, 6000)
    globalThis.gc?.()
    const before = process.memoryUsage().heapUsed
    pass(6000, 20_000)
    globalThis.gc?.()
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(40_000_000)
  })

  it('tells two sessions apart', () => {
    const watch = createWatch(observers, context)
    watch.see(passing({ ask: 'DELETE /borderos/7', status: 204, session: 'a' }, 1))
    expect(watch.see(passing({ ask: 'GET /borderos/7', data: { id: 7 }, session: 'b' }, 2))).toEqual([])
    expect(watch.see(passing({ ask: 'GET /borderos/7', data: { id: 7 }, session: 'a' }, 3))).toHaveLength(1)
  })

  it('knows which routes were answered', () => {
    const watch = createWatch(observers, context)
    watch.see(passing({ ask: 'GET /borderos/7', data: { id: 7 } }))
    watch.see(passing({ ask: 'GET /contatos', failure: { kind: 'reset', message: 'x' } }))
    expect([...watch.exercised]).toEqual(['borderos/read'])
  })
})

describe('a memory', () => {
  it('holds a record created until it is deleted, and the newest ones', () => {
    const memory = createMemory(2)
    const learn = (ask: string, status: number, id?: number) =>
      memory.learn(see(passing({ ask, status, ...(id === undefined ? {} : { data: { id } }) }), context))
    learn('POST /contatos', 201, 1)
    expect(memory.wasCreated(' /contatos/1')).toBe(true)
    learn('DELETE /contatos/1', 204)
    expect([memory.wasCreated(' /contatos/1'), memory.wasDeleted(' /contatos/1')]).toEqual([false, true])
    for (const id of [2, 3, 4]) learn('POST /contatos', 201, id)
    expect([2, 3, 4].map((id) => memory.wasCreated(` /contatos/${id}`))).toEqual([false, true, true])
  })
})

describe('createRecent', () => {
  it('forgets what was set longest ago', () => {
    const recent = createRecent<number>(2)
    recent.set('a', 1)
    recent.set('b', 2)
    recent.set('a', 3)
    recent.set('c', 4)
    expect([recent.get('a'), recent.get('b'), recent.get('c'), recent.size]).toEqual([3, undefined, 4, 2])
  })

  it('keeps its order over what is deleted and what is cleared', () => {
    const recent = createRecent<number>(3)
    const keys = () => ['a', 'b', 'c', 'd', 'e'].filter((key) => recent.has(key)).join('')
    for (const key of ['a', 'b', 'c']) recent.set(key, 1)
    recent.delete('b')
    recent.delete('b')
    recent.set('d', 1)
    recent.set('e', 1)
    expect([keys(), recent.size]).toEqual(['cde', 3])
    recent.delete('c')
    recent.delete('e')
    recent.set('a', 1)
    recent.set('b', 1)
    recent.set('c', 1)
    expect(keys()).toBe('abc')
    recent.clear()
    expect([keys(), recent.size]).toEqual(['', 0])
    recent.set('d', 1)
    recent.set('e', 1)
    recent.set('a', 1)
    recent.set('b', 1)
    expect(keys()).toBe('abe')
  })

  it('costs the same for each entry, however many were forgotten', async () => {
    const fill = (entries: number) => {
      const recent = createRecent<number>(20_000)
      for (let i = 0; i < entries; i++) recent.set(String(i), i)
    }
    expect(await growth(fill, 50_000, { runs: 3 })).toBeLessThan(LINEAR)
  })
})

import { expect, it } from 'vitest'
import { Watch } from '../../judging/watch.js'
import { allRoutes } from '../../specification/find-route.js'
import { bling } from '../../specification/profile.js'
import { loadShapes } from '../../specification/shapes.js'
import { observers } from '../observers.js'
import { baseUrl, passing } from '../passing.fixture.js'
import { mayList } from '../seen.js'

const shapes = await loadShapes()

it('asks every list for its limit', () => {
  const lists = allRoutes('document').filter((route) => mayList({ route, isSuccess: true }))
  expect(lists.length).toBeGreaterThan(30)
  const longer = (path: string, limite: string, count: number) => {
    const data = Array.from({ length: count }, (_, i) => ({ id: i + 1 }))
    const watch = new Watch(observers, { profile: bling, baseUrl, tokenUrl: null, shapes })
    return watch
      .see(passing({ ask: `GET ${path.replaceAll(/\{\w+\}/g, '7')}?limite=${limite}`, data }))
      .some(({ code }) => code === 'lists/limit:longer')
  }
  for (const { path } of lists) {
    expect([path, longer(path, '2', 2), longer(path, '2', 3)]).toEqual([path, false, true])
    expect([path, longer(path, '10', 10), longer(path, '10', 11)]).toEqual([path, false, true])
  }
  // what is no number is `request/query`'s
  for (const limite of ['0', '2x', 'x2', '', '2.5']) expect(longer('/contatos', limite, 30)).toBe(false)
})

import { expect, it } from 'vitest'
import type { HttpResponse } from '../response.js'
import { changeJson, cutBody } from './changes.js'
import { applyFaults, type FaultContext, faultOf } from './fault.js'
import { faults } from './index.js'

const sound: HttpResponse = {
  status: 200,
  headers: [['Content-Type', 'application/json']],
  body: JSON.stringify({ data: [{ id: 1, descricao: 'Um' }] }),
  delivery: { kind: 'whole' },
}

function moment(place: string): FaultContext {
  const [method = '', path = ''] = place.split(' ')
  const other = () => ({ ...sound, status: 401 })
  return {
    request: { method, path: `/Api/v3${path}`, headers: [], body: null },
    channel: 'service',
    session: null,
    step: null,
    path,
    seed: 's',
    hashHeader: 'x-service-homologacao',
    refuseToken: other,
    hitLimit: other,
    previousToken: () => 'former',
    revokeTokens: () => undefined,
  }
}

const all = Object.values(faults).filter(({ blocker }) => blocker === undefined)

it.each(['GET /categorias/produtos', 'GET /produtos', 'POST /contatos', 'GET /contatos/1'])(
  'any two faults together answer %s, whatever the first has left for the second',
  (place) => {
    const ended = all.flatMap((first) =>
      all.map((second) => applyFaults([first, second], sound, moment(place), {}).status > 0),
    )
    expect(ended).toHaveLength(all.length ** 2)
    expect(ended).not.toContain(false)
  },
)

it('what the first fault did stays, where the second finds nothing to spoil', () => {
  const at = moment('GET /categorias/produtos')
  const broken = applyFaults([faults['list-broken-json']], sound, at, {})
  expect(applyFaults([faults['list-broken-json'], faults['list-of-numbers']], sound, at, {})).toEqual(broken)
  expect(broken).not.toEqual(sound)
})

it('a change that could not be made is not counted', () => {
  const shared = { breaks: 'envelope/json', where: 'resource', times: 1 } as const
  const cut = faultOf('cut', { ...shared, change: cutBody(1) })
  const marked = faultOf('marked', { ...shared, change: changeJson((value) => ({ ...value, marked: true })) })
  const counts = {}
  const bodies = [1, 2, 3].map(
    () => applyFaults([cut, marked], sound, moment('GET /categorias/produtos'), counts).body,
  )
  const sent = String(sound.body)
  expect(bodies).toEqual([sent.slice(0, -1), `${sent.slice(0, -1)},"marked":true}`, sent])
})

it('a fault that cannot spoil what no other has touched is one of ours, and no silence', () => {
  const noJson = { ...sound, body: 'no JSON' }
  expect(() =>
    applyFaults([faults['list-of-numbers']], noJson, moment('GET /categorias/produtos'), {}),
  ).toThrow(SyntaxError)
})

import { expect, it } from 'vitest'
import { Watch } from '../../judging/watch.js'
import { bling, spec } from '../../specification/profile.js'
import en from '../../words/en.json' with { type: 'json' }
import { namesIn } from '../../words/fill.js'
import ptBR from '../../words/pt-BR.json' with { type: 'json' }
import { baseUrl, type Passing, passing } from '../passing.fixture.js'
import { ownRecords } from './own-records.js'

const mark = '[homologa r1]'

function judge(passings: readonly Passing[], { marked = mark as string | null, profile = spec } = {}) {
  const watch = new Watch([ownRecords], { profile, baseUrl, tokenUrl: null, mark: marked })
  const breaches = passings.flatMap((it, i) => watch.see(passing(it, i + 1)))
  return { breaches, isTested: watch.tested.has('harness/own-records') }
}

const create: Passing = { ask: 'POST /contatos', body: { nome: mark }, status: 201, data: { id: 7 } }
const read = (data: unknown, more: Partial<Passing> = {}): Passing => ({
  ask: 'GET /contatos/7',
  data,
  ...more,
})
const own = read({ id: 7, nome: `Copo ${mark}` })
const remove: Passing = { ask: 'DELETE /contatos/7', status: 204 }
const payment: Passing = { ask: 'POST /contas/receber/5/baixar', body: { historico: mark }, status: 201 }
const account = { id: 5, historico: mark }

it.each<[string, readonly Passing[]]>([
  ['after no read at all', [create, remove]],
  ['after a read of another record', [create, { ...own, ask: 'GET /contatos/8' }, remove]],
  ['after a read that responded with another record', [create, read({ id: 8, nome: mark }), remove]],
  ['after a read that shows the mark elsewhere', [create, read({ id: 7, nome: 'x', eco: mark }), remove]],
  ['after a read below it', [create, { ...own, ask: 'GET /contatos/7/tipos' }, remove]],
  ['after a read that failed', [create, read({ id: 7, nome: mark }, { status: 500 }), remove]],
  ['after a read of which the last shows another', [create, own, read({ id: 7, nome: 'x' }), remove]],
  [
    'in place of the proven one',
    [create, own, { ask: 'PUT /contatos/8', body: { nome: mark }, status: 204 }],
  ],
  [
    'beside the proven one',
    [create, own, { ask: 'POST /contatos/situacoes', body: { idsContatos: [7, 8] } }],
  ],
  [
    'by a query that names another',
    [create, own, { ask: 'DELETE /contatos?idsContatos[]=7,8', status: 204 }],
  ],
  ['in clean-up', [create, { ...remove, step: 'cleanup/contatos-remove' }]],
  ['whatever the service answers', [create, { ...remove, status: 404 }]],
  ['by an action', [{ ask: 'POST /nfe/7/enviar', status: 200 }]],
  ['of the whole account', [{ ask: 'PUT /nfse/configuracoes', body: {}, status: 204 }]],
  [
    'that is the borderô of another payment',
    [
      { ask: 'GET /borderos/9', data: { id: 9, historico: 'x' } },
      { ask: 'DELETE /borderos/9', status: 204 },
    ],
  ],
])('the harness is accused of changing a record %s', (_what, passings) => {
  const { breaches, isTested } = judge(passings)
  expect(breaches).toMatchObject([
    { code: 'harness/own-records:unproven', blame: 'harness', exchange: `e${passings.length}` },
  ])
  expect(isTested).toBe(true)
})

it.each<[string, readonly Passing[]]>([
  [
    'a read has proven it',
    [create, own, { ask: 'PUT /contatos/7', body: { nome: mark }, status: 204 }, remove],
  ],
  ['it is tried again on what is gone', [create, own, remove, read(undefined, { status: 404 }), remove]],
  [
    'its identifier is spoilt on purpose',
    [create, own, { ...remove, ask: 'DELETE /contatos/7-x', intent: 'invalid' }],
  ],
  [
    'several are named, and all proven',
    [create, own, { ask: 'POST /contatos/situacoes', body: { idsContatos: [7] } }],
  ],
  ['nobody saw what its read showed', [create, read({ id: 7 }, { flaw: 'truncated' }), remove]],
  ['records are created alone', [create, { ...create, intent: 'invalid', body: {} }]],
  [
    'it is the borderô of a payment',
    [
      { ask: 'POST /contas/receber', body: { historico: mark }, status: 201, data: { id: 5 } },
      { ask: 'GET /contas/receber/5', data: account },
      payment,
      { ask: 'GET /borderos/9', data: { id: 9, historico: mark } },
      { ask: 'DELETE /borderos/9', status: 204 },
    ],
  ],
  ['it is no request of ours', [{ ...remove, source: 'proxy', step: null }]],
  ['it is no resource', [{ ask: 'DELETE /nada/7', status: 404 }]],
])('nobody is accused where %s', (_what, passings) => {
  expect(judge(passings).breaches).toEqual([])
})

it('a run that has no account of somebody’s to write to is not tested', () => {
  expect(judge([create, remove], { marked: null })).toEqual({ breaches: [], isTested: false })
  expect(judge([{ ask: 'GET /contatos' }])).toEqual({ breaches: [], isTested: false })
})

it('routes of the document are held to it where the profile knows them', () => {
  const patch: Passing = { ask: 'PATCH /formas-pagamentos/7/padrao', body: {}, status: 204 }
  expect(judge([patch], { profile: bling }).breaches).toHaveLength(1)
})

it('both languages say which record it was', () => {
  const [breach] = judge([create, remove]).breaches
  expect(breach?.values).toEqual({ record: '/contatos/7', method: 'DELETE', mark })
  for (const words of [en, ptBR]) {
    const names = Object.values(words.findings['harness/own-records:unproven']).flatMap(namesIn)
    expect(names.filter((name) => !Object.hasOwn(breach?.values ?? {}, name))).toEqual([])
  }
})

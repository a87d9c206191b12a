import { describe, expect, it } from 'vitest'
import { bling } from '../../specification/profile.js'
import { loadShapes } from '../../specification/shapes.js'
import { toldBy } from '../told.fixture.js'
import { identifier } from './records.js'

describe('the identifier of a listed record', () => {
  it.each<[string, unknown[], string[]]>([
    ['is a number', [{ id: 7 }], []],
    ['is text', [{ id: 'a' }], []],
    ['has the name of its kind', [{ idContato: 7 }], []],
    ['is 0', [{ id: 7 }, { id: 0 }], ['e1 missing']],
    ['is rounded', [{ id: 7 }, { id: 2 ** 53 }], ['e1 rounded']],
    ['is as large as it can be unrounded', [{ id: 2 ** 53 - 1 }], []],
    ['is rounded, and another missing', [{ id: 2 ** 60 }, { nome: 'a' }], ['e1 rounded', 'e1 missing']],
    ['is no whole number', [{ id: 7.5 }], ['e1 missing']],
    ['is far below 0', [{ id: -(2 ** 60) }], ['e1 missing']],
    ['is missing', [{ nome: 'a' }], ['e1 missing']],
    ['is a part of a word', [{ idade: 7 }], ['e1 missing']],
    ['is the end of a word', [{ paidAt: 7 }], ['e1 missing']],
  ])('%s', (_what, data, expected) => {
    expect(toldBy(identifier, [{ ask: 'GET /contatos', data }])).toEqual(expected)
  })

  it.each<[string, string, unknown, string[]]>([
    ['a balance shows none', 'GET /estoques/saldos', { saldoFisicoTotal: 1 }, []],
    ['a balance may leave out its lot', 'GET /produtos/7/lotes/depositos/8/saldo', { saldoAtual: 1 }, []],
    ['a lot may not', 'GET /produtos/lotes', { codigoLote: 'a' }, ['e1 missing']],
    ['a record may not, whether its id is required or not', 'GET /contatos', { nome: 'a' }, ['e1 missing']],
  ])('is asked for by what the document shows: %s', async (_what, ask, record, expected) => {
    const shapes = await loadShapes()
    expect(toldBy(identifier, [{ ask, data: [record] }], { profile: bling, shapes })).toEqual(expected)
  })
})

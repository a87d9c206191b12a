import { describe, expect, it } from 'vitest'
import type { Json } from '../../exchange/json.js'
import { isOfAnother, type Likeness, likenessOfRead, likenessOfSummary, markedFields } from './own-records.js'

const mark = '[homologa k3f9x2]'

describe('the fields of a body that carry the mark', () => {
  it.each<[Json | undefined, string[]]>([
    [{ nome: `Copo ${mark}`, tipo: 'J' }, ['nome']],
    [{ nome: mark, descricao: mark }, ['nome', 'descricao']],
    [{ itens: [{ descricao: 'x' }, { descricao: mark }, { descricao: mark }] }, ['itens.descricao']],
    [{ aliases: [mark] }, ['aliases']],
    [{ nome: '[homologa k3f9x3]' }, []],
    [{ [mark]: 'nome' }, []],
    [mark, []],
    [[mark], []],
    [undefined, []],
    [null, []],
  ])('of %j: %j', (body, fields) => {
    expect(markedFields(body, mark)).toEqual(fields)
  })
})

describe('what a read shows of the mark', () => {
  const nome = ['nome']
  const item = ['itens.descricao']
  it.each<[Json | undefined, readonly string[], Likeness, Likeness]>([
    [{ id: 7, nome: `Copo ${mark}` }, nome, 'own', 'own'],
    [{ id: '7', nome: `Copo ${mark}` }, nome, 'own', 'own'],
    [{ id: 8, nome: `Copo ${mark}` }, nome, 'other', 'own'],
    [{ id: '07', nome: mark }, nome, 'other', 'own'],
    [{ nome: mark }, nome, 'unclear', 'own'],
    [{ id: null, nome: mark }, nome, 'unclear', 'own'],
    [{ id: 7, nome: 'Copo' }, nome, 'other', 'other'],
    [{ id: 7, nome: '' }, nome, 'other', 'other'],
    [{ id: 7, nome: null }, nome, 'other', 'unclear'],
    [{ id: 7, nome: 3 }, nome, 'other', 'unclear'],
    [{ id: 7, nome: { nome: mark } }, nome, 'other', 'unclear'],
    [{ id: 7, fantasia: mark }, nome, 'unclear', 'unclear'],
    [{ id: 7, nome: mark }, [], 'unclear', 'unclear'],
    [{ id: 7, nome: 'Copo', descricao: mark }, ['nome', 'descricao'], 'own', 'own'],
    [{ id: 7, descricao: 'Copo' }, ['nome', 'descricao'], 'other', 'other'],
    [{ id: 7, itens: [{ descricao: 'x' }, { descricao: mark }] }, item, 'own', 'own'],
    [{ id: 7, itens: [{ descricao: 'x' }, { id: 1 }] }, item, 'unclear', 'unclear'],
    [{ id: 7, itens: [] }, item, 'other', 'unclear'],
    [{ id: 7, itens: [{ nome: mark }] }, item, 'unclear', 'unclear'],
    [{ id: 7, aliases: ['x', mark] }, ['aliases'], 'own', 'own'],
    [[{ id: 7, nome: mark }], nome, 'unclear', 'own'],
    [mark, nome, 'unclear', 'unclear'],
    [null, nome, 'unclear', 'unclear'],
    [undefined, nome, 'unclear', 'unclear'],
  ])('of %j, sent in %j: alone %s, in a list %s', (record, fields, alone, listed) => {
    expect(likenessOfRead(record, '7', { mark, fields })).toBe(alone)
    expect(likenessOfSummary(record ?? null, { mark, fields })).toBe(listed)
  })

  it.each<[Json | undefined, boolean]>([
    [{ id: 8 }, true],
    [{ id: '8' }, true],
    [{ id: 7 }, false],
    [{ id: '7' }, false],
    [{ id: null }, false],
    [{}, false],
    [undefined, false],
  ])('is another record’s where it names another identifier: %j', (data, isAnother) => {
    expect(isOfAnother(data, '7')).toBe(isAnother)
  })
})

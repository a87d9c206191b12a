import { describe, expect, it } from 'vitest'
import { canBeMarked, markOf, withMark } from './mark.js'

const mark = '[homologa k3f9x2]'

it('names a run by the last ten of its letters and digits', () => {
  expect(markOf('2026-05-04T10-00-00-k3f9x2')).toBe('[homologa 0000k3f9x2]')
  expect(markOf('k3_f9.x2')).toBe('[homologa k3f9x2]')
})

describe('a record', () => {
  it.each<[string, Parameters<typeof withMark>[0], Parameters<typeof withMark>[0]]>([
    ['by its name', { nome: 'Caneca', codigo: 'C' }, { nome: `Caneca ${mark}`, codigo: 'C' }],
    ['by its code where it has no more', { codigo: 'C' }, { codigo: `C ${mark}` }],
    ['by a text that was empty', { nome: '' }, { nome: mark }],
    ['once', { nome: `Caneca ${mark}` }, { nome: `Caneca ${mark}` }],
    [
      'by the first text that it has',
      { historico: 'h', descricao: 'd' },
      { historico: 'h', descricao: `d ${mark}` },
    ],
    ['by no number', { nome: 7, descricao: 'd' }, { nome: 7, descricao: `d ${mark}` }],
    [
      'by the first of its items',
      { itens: [{ descricao: 'a' }, { descricao: 'b' }] },
      { itens: [{ descricao: `a ${mark}` }, { descricao: 'b' }] },
    ],
    [
      'by the items that can',
      { ids: [1], itens: [{ descricao: 'a' }] },
      { ids: [1], itens: [{ descricao: `a ${mark}` }] },
    ],
    ['by none of its parts', { loja: { nome: 'a' }, itens: [] }, { loja: { nome: 'a' }, itens: [] }],
    [
      'by no items without texts',
      { itens: [{ id: 1 }], listas: [['a']] },
      { itens: [{ id: 1 }], listas: [['a']] },
    ],
  ])('is marked %s', (_what, body, marked) => {
    expect(withMark(body, mark)).toEqual(marked)
  })

  it('can be marked where a text is there for it', () => {
    expect(canBeMarked({ nome: 'a' })).toBe(true)
    expect(canBeMarked({ itens: [{ descricao: 'a' }] })).toBe(true)
    expect(canBeMarked({ valor: 1, loja: { nome: 'a' }, itens: [null] })).toBe(false)
  })
})

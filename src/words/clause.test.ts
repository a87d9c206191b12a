import { describe, expect, it } from 'vitest'
import { requirements } from '../specification/requirements.js'
import { clauseText } from './catalogue.js'
import en from './en.json' with { type: 'json' }
import ptBR from './pt-BR.json' with { type: 'json' }

const { clauses } = en

describe('a clause', () => {
  it('is shown in the words of the reader, with its number', () => {
    expect(clauseText('Authentication 1, 3', ptBR.clauses)).toBe('Autenticação 1, 3')
    expect(clauseText('Homologation procedure 3-5', ptBR.clauses)).toBe('Procedimento de homologação 3-5')
    expect(clauseText('Endpoints, Errors', ptBR.clauses)).toBe('Rotas, Erros')
    expect(clauseText('Authentication 4', clauses)).toBe('Authentication 4')
  })

  it('is known, whichever requirement names it', () => {
    const headings = requirements.flatMap(({ clause }) => clause.split(', '))
    const unknown = headings
      .map((part) => part.replace(/ [\d-]+$/, ''))
      .filter((name) => !/^\d+$/.test(name) && !(name in clauses))
    expect(unknown).toEqual([])
    expect(Object.keys(clauses).filter((name) => !headings.some((one) => one.startsWith(name)))).toEqual([])
  })
})

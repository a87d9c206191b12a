import { describe, expect, it } from 'vitest'
import { requirements } from '../specification/requirements.js'
import { clauseText } from './clause.js'
import { clauses } from './en/clauses.js'
import { clauses as clausulas } from './pt-BR/clauses.js'

describe('a clause', () => {
  it('is shown in the words of the reader, with its number', () => {
    expect(clauseText('Authentication 1, 3', clausulas)).toBe('Autenticação 1, 3')
    expect(clauseText('Homologation procedure 3-5', clausulas)).toBe('Procedimento de homologação 3-5')
    expect(clauseText('Endpoints, Errors', clausulas)).toBe('Rotas, Erros')
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

import { describe, expect, it } from 'vitest'
import { bareIn, bareInText } from './bare.js'
import type { Match } from './match.js'

const CPF = '52998224725'
const digitsAs = (write: (digit: string) => string) => [...CPF].map(write).join('')
const escaped = digitsAs((digit) => `\\u003${digit}`)

describe('a bare document is found in digits that are written', () => {
  it.each([
    ['plainly', CPF],
    ['in percent', digitsAs((digit) => `%3${digit}`)],
    ['in percent twice', digitsAs((digit) => `%253${digit}`)],
    ['as percent twice over', encodeURIComponent(digitsAs((digit) => `%3${digit}`))],
    ['in percent longer than needed', digitsAs((digit) => `%C0%B${digit}`)],
    ['in escapes of JSON', escaped],
    ['in escapes of JSON, escaped', JSON.stringify(escaped).slice(1, -1)],
    ['in short escapes', digitsAs((digit) => `\\x3${digit}`)],
    ['in entities', digitsAs((digit) => `&#x3${digit};`)],
    ['in entities of capitals', digitsAs((digit) => `&#X3${digit};`)],
    ['in entities, escaped', digitsAs((digit) => `&amp;#${digit.charCodeAt(0)};`)],
    ['by turns', digitsAs((digit) => (Number(digit) % 2 === 0 ? digit : `%3${digit}`))],
  ])('%s', (_how, written) => {
    const matches: Match[] = []
    bareIn(`obs ${written}.`, 100, matches)
    expect(matches).toEqual([
      { start: 104, end: 104 + written.length, kind: 'cpf', value: CPF, reason: 'form' },
    ])
  })

  it.each(['5299822472', '529982 24725', '5299822472z5', '52998224720'])('but not in %s', (written) => {
    const matches: Match[] = []
    bareIn(written, 0, matches)
    expect(matches).toEqual([])
  })
})

/** What of a text is taken for a person's number. */
function persons(text: string, find: (text: string, matches: Match[]) => void) {
  const matches: Match[] = []
  find(text, matches)
  return matches.map(({ start, end, kind }) => `${kind} ${text.slice(start, end)}`)
}

describe('behind a name in a value,', () => {
  it.each(['id=', 'codigo: ', "'chave':'", '"pedido" : "', 'pedido\t=\t', 'nosso-numero='])(
    '%s, it is an identifier',
    (before) => {
      expect(persons(`${before}${CPF}`, (text, matches) => bareIn(text, 0, matches))).toEqual([])
    },
  )

  it.each(['de=', 'cliente: "', 'id ', 'id=x ', 'i=', '=', `id${' '.repeat(48)}=`])(
    '%s, it is a person',
    (before) => {
      expect(persons(`${before}${CPF}`, (text, matches) => bareIn(text, 0, matches))).toEqual([`cpf ${CPF}`])
    },
  )
})

describe('in running text', () => {
  it.each([
    ...['id ', 'Id: ', 'nº ', 'no. ', 'n° ', 'no ', 'numero ', 'Número: ', 'código ', 'codigo ', 'pedido '],
    ...['produto "', 'nota (', 'chave ', 'record ', 'product ', 'order #', 'codigo: ', 'pedidoId = '],
  ])('a number behind %j is an identifier', (before) => {
    expect(persons(`o ${before}${CPF}`, bareInText)).toEqual([])
  })

  it.each([
    'cliente ',
    'void ',
    'paid ',
    'noite ',
    'pedido de ',
    'pedido -- # ',
    'cliente: ',
    'nome = ',
    'um x ',
  ])('a number behind %j is a person', (before) => {
    expect(persons(`o ${before}${CPF}`, bareInText)).toEqual([`cpf ${CPF}`])
  })

  it('each is told by the words before it', () => {
    expect(persons(`pedido ${CPF}, cliente ${CPF}; CNPJ 11222333000181`, bareInText)).toEqual([
      `cpf ${CPF}`,
      'cnpj 11222333000181',
    ])
  })
})

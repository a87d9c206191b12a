import { describe, expect, it } from 'vitest'
import { bareIn } from './bare.js'
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

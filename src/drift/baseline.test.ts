import { describe, expect, it } from 'vitest'
import type { Json } from '../exchange/json.js'
import { compareText, sortValues, toBaseline } from './baseline.js'
import { learnResponse, type Shapes } from './shapes.js'

function valuesOf(situacoes: readonly Json[]): readonly (string | number)[] | null | undefined {
  const shapes: Shapes = new Map()
  for (const situacao of situacoes) learnResponse(shapes, 'GET /a', 200, JSON.stringify({ situacao }))
  return toBaseline(shapes).routes.get('GET /a')?.bodies.get(200)?.get('$.situacao')?.values
}

const often = (...values: Json[]) => Array.from({ length: 9 }, () => values).flat()

describe('the values that a code was seen with', () => {
  it('stand in the order of numbers, or of texts', () => {
    expect(valuesOf(often(10, 9, 2, 100))).toEqual([2, 9, 10, 100])
    expect(valuesOf(often('b', 'A', 'a', '10', '9'))).toEqual(['10', '9', 'A', 'a', 'b'])
  })

  it('are told up to ten, where each came again and again, and all are of one type', () => {
    const letters = [...'ABCDEFGHIJK']
    expect(valuesOf(often(...letters.slice(0, 10)))).toEqual(letters.slice(0, 10))
    expect(valuesOf(often(...letters))).toBe(null)
    expect(valuesOf([...often('A'), 'B'])).toBe(null)
    expect(valuesOf(often('A', 1))).toBe(null)
  })
})

it('orders values alike on every machine', () => {
  expect(sortValues([3, 20, 1])).toEqual([1, 3, 20])
  expect(sortValues(['b', 'B', 'ä', 'a'])).toEqual(['B', 'a', 'b', 'ä'])
  expect(sortValues([2, '10', 1])).toEqual([1, '10', 2])
  expect([compareText('a', 'a'), compareText('a', 'b'), compareText('b', 'a')]).toEqual([0, -1, 1])
})

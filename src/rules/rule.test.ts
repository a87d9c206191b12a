import { expect, it } from 'vitest'
import { LongNumber } from '../exchange/json.js'
import { ms, show } from './rule.js'

it('shows a value as JSON, cut to a line', () => {
  expect([
    show(undefined),
    show('a'),
    show({ a: [1] }),
    show(new LongNumber('12345678901234567890')),
  ]).toEqual([...['—', '"a"', '{"a":[1]}', '12345678901234567890']])
  expect(show('abc', 5)).toBe('"abc"')
  expect(show('abcd', 5)).toBe('"abc…')
  expect(show('x'.repeat(500))).toHaveLength(120)
})

it('shows milliseconds to the microsecond', () => {
  expect([ms(1999.99949), ms(1999.9996), ms(2000)]).toEqual([1999.999, 2000, 2000])
})

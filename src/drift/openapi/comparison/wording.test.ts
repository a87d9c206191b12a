import { expect, it } from 'vitest'
import { isWording, textPair } from './wording.js'

it('shows of a long text its beginning', () => {
  const [most, longer] = ['x'.repeat(120), 'x'.repeat(121)]
  expect(textPair(most, longer)).toEqual({ before: most, after: `${'x'.repeat(119)}…` })
  expect(textPair(undefined, { b: [1], a: null })).toEqual({ before: null, after: '{"a":null,"b":[1]}' })
})

it('takes for words what changes nothing for a client', () => {
  expect(['description', 'x-nota', 'type', 'descriptions', 'ax-'].map(isWording)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
})

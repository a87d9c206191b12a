import { expect, it } from 'vitest'
import type { Invocation } from './invocation.js'
import { repeatLine } from './publish.js'

const line = (
  words: readonly string[] | null,
  userCommand: readonly string[] = [],
  given: [string, object][] = [],
) =>
  repeatLine(
    { typedWords: words, userCommand, settings: { given: new Map(given) } } as unknown as Invocation,
    'a1',
  )

it.each([
  [['check'], 'npx homologa check --seed a1'],
  [['check', '--seed', 'b2'], 'npx homologa check --seed b2'],
  [['check', '--seed=b2'], 'npx homologa check --seed=b2'],
])('repeats %j with what was drawn by chance, where that was not named', (words, said) => {
  expect(line(words)).toBe(said)
})

it('quotes what a shell would read', () => {
  expect(line(['examine'], ['node', '-e', "log('it')", '$HOME'])).toBe(
    String.raw`npx homologa examine --seed a1 -- node -e 'log('\''it'\'')' '$HOME'`,
  )
})

it('adds what the environment decided, and not where reports go', () => {
  const by = 'environment'
  const given: [string, object][] = [
    ['baseUrl', { by, text: 'https://erp.example/Api/v3' }],
    ['reportDir', { by, text: 'out' }],
    ['profile', { by: 'flag', text: 'bling' }],
    ['strictShapes', { by, text: '0' }],
  ]
  expect(line(['check'], [], given)).toBe(
    'npx homologa check --base-url https://erp.example/Api/v3 --seed a1',
  )
})

it('is nothing where nothing was typed', () => {
  expect(line(null)).toBe(null)
})

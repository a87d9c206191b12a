import { expect, it } from 'vitest'
import { documents } from './documents.js'

it('README and documentation hold at most 30,000 words in both languages', () => {
  const read = documents.filter(({ path }) => /^(README\.|docs\/)/.test(path))
  const words = read.map(({ text }) => text.split(/\s+/).filter((word) => word !== '').length)
  expect(read.length).toBeGreaterThan(40)
  expect(words.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(30_000)
})

import { describe, expect, it } from 'vitest'
import { makeVisible } from './make-visible.js'

describe('makeVisible', () => {
  it('leaves ordinary text, line breaks and tabs alone', () => {
    expect(makeVisible('São Paulo\n\t{"a": 1} → ✓')).toBe('São Paulo\n\t{"a": 1} → ✓')
  })

  it('shows control characters as their pictures', () => {
    expect(makeVisible('a\0b\x1b[31m\x7f')).toBe('a␀b␛[31m␡')
  })

  it('names the marks that would turn the reading direction or take no room', () => {
    expect(makeVisible('user\u202egpj.exe\u200b')).toBe('user⟨U+202E⟩gpj.exe⟨U+200B⟩')
  })

  it('cuts what is endless and says how much is left out', () => {
    expect(makeVisible('a'.repeat(10_000))).toMatch(/^a{4000}… \(\+6000\)$/)
  })
})

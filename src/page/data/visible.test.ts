import { describe, expect, it } from 'vitest'
import { visible } from './visible.js'

describe('visible', () => {
  it('leaves ordinary text, line breaks and tabs alone', () => {
    expect(visible('São Paulo\n\t{"a": 1} → ✓')).toBe('São Paulo\n\t{"a": 1} → ✓')
  })

  it('shows control characters as their pictures', () => {
    expect(visible('a\0b\x1b[31m\x7f')).toBe('a␀b␛[31m␡')
  })

  it('names the marks that would turn the reading direction or take no room', () => {
    expect(visible('user\u202egpj.exe\u200b')).toBe('user⟨U+202E⟩gpj.exe⟨U+200B⟩')
  })

  it('cuts what is endless and says how much is left out', () => {
    expect(visible('a'.repeat(10_000))).toMatch(/^a{4000}… \(\+6000\)$/)
  })
})

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { referencePages } from '../../scripts/reference.js'

const folder = join(import.meta.dirname, '../../docs/reference')

describe('docs/reference', () => {
  it.each(Object.entries(referencePages))(
    '%s says what the code says (else: npm run reference)',
    (name, text) => {
      expect(readFileSync(join(folder, name), 'utf8')).toBe(text)
    },
  )

  it('holds no page that nothing generates', () => {
    expect(readdirSync(folder).sort()).toEqual(Object.keys(referencePages).sort())
  })
})

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isRequirementId } from '../specification/requirements.js'
import en from './en.json' with { type: 'json' }

const src = join(import.meta.dirname, '..')

/** All code but the words themselves and the tests. */
const code = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !/\.(test|fixture)\.tsx?$/.test(path))
  .map((path) => readFileSync(join(src, path), 'utf8'))
  .join('\n')

const literals = new Set(
  [...code.matchAll(/'([^'\n]*)'|"([^"\n]*)"|\bhelp\.(\w+)/g)].map(
    ([, single, double, property]) => single ?? double ?? property ?? '',
  ),
)

/** Keys that are put together: `ui[`report.verdict.${verdict}`]`. Something of them must be said outright. */
const patterns = [...code.matchAll(/`([\w./:-]*(?:\$\{[^{}`]*\}[\w./:-]*)+)`/g)]
  .map(([, template = '']) => template.split(/\$\{[^}]*\}/))
  .filter((parts) => parts.join('').length >= 4)
  .map(
    (parts) => new RegExp(`^${parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.+')}$`),
  )

/** A finding's code is its requirement and what its rule says happened. */
const isSaid = (key: string) => {
  const [id = '', variant = ''] = key.split(':')
  return isRequirementId(id) && (literals.has(variant) || patterns.some((pattern) => pattern.test(variant)))
}

const isNamed = (key: string) =>
  isSaid(key) || literals.has(key) || patterns.some((pattern) => pattern.test(key))

describe('the keys of the catalogue', () => {
  // Faults and clauses are parts of tables: `faults.test.ts` and `clause.test.ts` compare them.
  const sections = (Object.keys(en) as (keyof typeof en)[]).filter(
    (section) => section !== 'faults' && section !== 'clauses',
  )
  it.each(sections)('are named by the code: %s', (section) => {
    expect(Object.keys(en[section]).filter((key) => !isNamed(key))).toEqual([])
  })

  it('are looked at: one that nothing names is found', () => {
    expect(['report.severity.error', 'cli.no-such-key', 'auth/bearer:no-such-variant'].map(isNamed)).toEqual([
      true,
      false,
      false,
    ])
  })
})

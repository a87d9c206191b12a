import { expect, it } from 'vitest'
import { requirementNamed } from './explain.js'

it.each([
  ['envelope/created', 'envelope/created'],
  ['created', 'envelope/created'],
  ['Created/', 'envelope/created'],
  ['created-read', 'records/created-readable'],
])('%s names %s', (name, id) => {
  expect(requirementNamed(name)).toBe(id)
})

it.each([
  ['creat', 'settings.requirement.several'],
  ['', 'settings.requirement.unknown'],
  ['nope', 'settings.requirement.unknown'],
  ['envelope/createt', 'settings.requirement.unknown-near'],
])('%j names none: %s', (name, key) => {
  expect(() => requirementNamed(name)).toThrow(expect.objectContaining({ key }))
})

import { expect, it } from 'vitest'
import { codeOf, messageOf, whyOf } from './thrown.js'

it.each([
  [Object.assign(new Error('no such file'), { code: 'ENOENT' }), 'ENOENT', 'no such file'],
  [new Error('other'), '', 'other'],
  [Object.assign(new Error('numbered'), { code: 5 }), '', 'numbered'],
  ['a text', '', 'a text'],
  [undefined, '', 'undefined'],
  [null, '', 'null'],
])('reads %o', (thrown, code, message) => {
  expect([codeOf(thrown), messageOf(thrown), whyOf(thrown)]).toEqual([code, message, code || message])
})

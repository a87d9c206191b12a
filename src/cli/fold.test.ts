import { expect, it } from 'vitest'
import { fold } from './screen.js'

it.each([
  ['what fits', 'one two\n', 20, 'one two\n'],
  ['to the last column', '12345 7890\nnext', 10, '12345 7890\nnext'],
  ['one character more', '12345 78901', 10, '12345\n  78901'],
  [
    'each line by itself',
    'aaaa bbbb cccc\n\ndddd eeee ffff\n',
    9,
    'aaaa bbbb\n  cccc\n\ndddd eeee\n  ffff\n',
  ],
  ['what is set in', '  aaaa bbbb cccc', 12, '  aaaa bbbb\n    cccc'],
  ['beneath the second column', 'ok    aaaa bbbb cccc', 18, 'ok    aaaa bbbb\n      cccc'],
  ['not beneath a wide one', 'wide-name  aaaa bbbb', 18, 'wide-name  aaaa\n  bbbb'],
  [
    'an address whole',
    'at http://127.0.0.1:8080/a/long/path now',
    20,
    'at\n  http://127.0.0.1:8080/a/long/path\n  now',
  ],
  ['characters, not bytes', 'ação 👍👍 fim', 11, 'ação 👍👍 fim'],
])('folds a text at blanks: %s', (_what, text, width, folded) => {
  expect(fold(text, width)).toBe(folded)
})

import { expect, it } from 'vitest'
import { createMasker } from '../masking.js'
import { joinedIn } from './joined.js'
import { innermost, viewsOf } from './views.js'

const base64 = (text: string) => Buffer.from(text).toString('base64url')

it.each([
  ...[
    'cliente 52998224725 paga',
    'de 529 982 247 25 para',
    'de 529+982+247+25 para',
    'cpf 529.982.247-25 ok',
  ],
  ...[
    'de 12.ABC.345/01DE-35 para',
    'fone (11) 3456 7890 ok',
    'fone (11) 91234-5678 ok',
    'de maria@exemplo.com',
  ],
  ...['a senha=abcdefgh x', 'a senha: "abcdefgh"', '<senha>abcdefgh</senha>', 'senha%3Dabcdefgh x'],
  ...['BEARER Zx81kQ0pLm22vT', 'um Basic+Zx81kQ0pLm22vT', 'um eyJhbGciOiJI.eyJzdWIi.c2lnbm'],
  ...['senha&equals;abcdefgh', 'senha\\u003dabcdefgh'],
])('what is no secret to a reader is none in Base64: %s', (text) => {
  const plain = createMasker().maskText(text)
  expect(plain).not.toBe(text)
  const masked =
    createMasker()
      .maskText(`x ${base64(text)} y`)
      .split(' ')[1] ?? ''
  expect(Buffer.from(masked, 'base64url').toString()).toBe(plain)
})

it('reads what is JSON apart from what is not, each piece at its place', () => {
  const pieces = ['nome: maria', '{"a":"b@c"}', 'sem nada que conte', 'fim: joana'].map(base64)
  const text = pieces.join(' . ')
  const found = joinedIn(innermost(viewsOf(text))).map(({ form, text: all, pieces: those }) => ({
    form,
    read: those.map(({ from, to }) => all.slice(from, to)),
    written: those.map(({ start, end }) => text.slice(start, end)),
  }))
  expect(found).toEqual([
    { form: 'json', read: ['{"a":"b@c"}'], written: [pieces[1]] },
    { form: 'text', read: ['nome: maria', 'fim: joana'], written: [pieces[0], pieces[3]] },
  ])
})

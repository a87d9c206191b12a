import { expect, it } from 'vitest'
import type { Match } from './match.js'
import { namedValues } from './named-values.js'

const S = 'Zx81kQ0pLm22vT'

function found(text: string) {
  const matches: Match[] = []
  namedValues(text, {}, matches)
  return matches.map(({ start, end, kind }) => `${kind} ${text.slice(start, end)}`)
}

it.each<[string, string[]]>([
  [`senha${' '.repeat(16)}=${S}`, [`secret ${S}`]],
  [`senha${' '.repeat(17)}=${S}`, []],
  [`senha\t=\t${S}`, [`secret ${S}`]],
  [`senha\u00a0=${S}`, [`secret ${S}`]],
  [`senha)=${S}`, []],
  [`x=1 senha=${S}`, [`secret ${S}`]],
  [`x:senha=${S}`, [`secret ${S}`]],
  [`=senha=${S}`, [`secret ${S}`]],
  [`9senha=${S}`, [`secret ${S}`]],
  [`senha9=${S}`, [`secret ${S}`]],
  [`s=${S}`, []],
  [`token[12]=${S}`, [`access_token ${S}`]],
  [`token[]=${S}`, [`access_token ${S}`]],
  [`[senha]=${S}`, [`secret ${S}`]],
  [`]=${S}`, []],
  [`[]=${S}`, []],
  [`senha]]=${S}`, [`secret ${S}`]],
  [`"senha" : ${S}`, [`secret ${S}`]],
  ['senha: abcdefgh', []],
  ['senha: uma frase', []],
  ['senha: "abcdefgh"', ['secret abcdefgh']],
  ['senha := abcdefgh', ['secret abcdefgh']],
  ['senha=abcdefgh', ['secret abcdefgh']],
  ['cpf: 52998224725', ['cpf 52998224725']],
  [`Authorization: Token ${S}`, [`secret ${S}`]],
  [`Authorization: Bearer "${S}"`, []],
  [`Authorization: "Bearer ${S}"`, [`access_token ${S}`]],
  [`Authorization: ${S}`, [`access_token ${S}`]],
  [`Authorization: Token   ${S} x`, [`secret ${S}`]],
  [`Authorization: Token\t\u00a0${S},x`, [`secret ${S}`]],
  [`client_secret=${S}`, [`client_secret ${S}`]],
  [`x client-secret.client_secret1=${S}`, [`client_secret ${S}`]],
  [`${'x'.repeat(38)}.senha=${S}`, [`secret ${S}`]],
  [`"senha"senha=${S}`, [`secret ${S}`]],
  ['Authorization: abcdefgh', []],
  ['Authorization: Digest username', []],
  [`Cookie: a=b; c=${S}`, [`secret a=b; c=${S}`]],
  [`Set-Cookie: a=${S}; Path=/\nx`, [`secret a=${S}; Path=/`]],
  ['Cookie: a=b', []],
  [`Cookie: "a=${S}" b`, [`secret a=${S}`]],
  [`senha="it's" token=${S}`, ["secret it's", `access_token ${S}`]],
  [`senha="x token='${S}'" y`, [`secret x token='${S}'`]],
  [`senha='x" token='${S}'`, ['secret x" token=', `access_token ${S}`]],
  [`senha='x token=${S}' pwd=${S}`, [`secret x token=${S}`, `secret ${S}`]],
  [`code=${S}&token=${S}`, [`access_token ${S}`]],
  [`code=a:token=${S}`, [`access_token ${S}`]],
  [`/?code=${S}&state=1`, [`code ${S}`]],
  [`/&code=${S}&x=1?state=1`, [`code ${S}`]],
  [`/ code=${S}&state=1`, []],
])('in %j stand %j', (text, expected) => {
  expect(found(text)).toEqual(expected)
})

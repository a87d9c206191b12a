import { describe, expect, it } from 'vitest'
import { createMasker } from '../masking.js'

const SECRET = 'Zx81kQ0pLm22vT'
const masked = (text: string) => createMasker().maskText(text)

describe('a secret behind its name in running text', () => {
  it.each([
    [`token=${SECRET}`, 'token=[access_token#1]'],
    [`token: ${SECRET}`, 'token: [access_token#1]'],
    [`token : "${SECRET}"`, 'token : "[access_token#1]"'],
    [`token  =  '${SECRET}'`, "token  =  '[access_token#1]'"],
    [`x "token"="${SECRET}"`, 'x "token"="[access_token#1]"'],
    [`'token': '${SECRET}'`, "'token': '[access_token#1]'"],
    [`x "token" : ${SECRET}`, 'x "token" : [access_token#1]'],
    [`my access_token=${SECRET}`, 'my access_token=[access_token#1]'],
    [`oauth.access_token=${SECRET}`, 'oauth.access_token=[access_token#1]'],
    [`a.b.senha: "abcdefgh"`, 'a.b.senha: "[secret#1]"'],
    [`1access-token=${SECRET}`, '1access-token=[access_token#1]'],
    [`token=${SECRET};senha=${SECRET}9`, 'token=[access_token#1];senha=[secret#1]'],
    [`zz=1 token=${SECRET}`, 'zz=1 token=[access_token#1]'],
    [`senha=abcdefgh`, 'senha=[secret#1]'],
    ['<soapenv:senha>abcdefgh</soapenv:senha>', '<soapenv:senha>[secret#1]</soapenv:senha>'],
    [`senha: "abcdefgh"`, 'senha: "[secret#1]"'],
    [`Authorization: Bearer ${SECRET}`, 'Authorization: Bearer [access_token#1]'],
    [`got Bearer \t ${SECRET} back`, 'got Bearer \t [access_token#1] back'],
    [`got BASIC+%20+${SECRET}= back`, 'got BASIC+%20+[basic#1] back'],
    [`"bearer '${SECRET}'"`, `"bearer '[access_token#1]'"`],
    [`postgres://maria:${SECRET}@host/db`, 'postgres://maria:[secret#1]@host/db'],
    [`redis://:a:b@host, x`, 'redis://:[secret#1]@host, x'],
    [`x://${'u'.repeat(256)}:p-1@h`, `x://${'u'.repeat(256)}:[secret#1]@h`],
    [`eyJhbGciOiJI.eyJzdWIi.c2lnbm a.b.c`, '[access_token#1] a.b.c'],
    [`x eyJhbGciOiJI.eyJzdWIi.a-_b.c-_d.e y`, 'x [access_token#1] y'],
    ['<senha tipo="abc" x>abcdefgh</senha>', '<senha tipo="abc" x>[secret#1]</senha>'],
    ['<a1:senha-x.senha>abcdefgh</a1:senha-x.senha>', '<a1:senha-x.senha>[secret#1]</a1:senha-x.senha>'],
    ['<input id="senha" content = \'abcdefgh\'>', '<input id="senha" content = \'[secret#1]\'>'],
    [`celular: 11 91234-5678`, 'celular: [phone#1]'],
    [`cpf=52998224725`, 'cpf=[cpf#1]'],
    [`https://app.exemplo.com/x?code=${SECRET}&state=a`, 'https://app.exemplo.com/x?code=[code#1]&state=a'],
  ])('%s becomes %s', (text, expected) => {
    expect(masked(text)).toBe(expected)
  })

  it.each([
    'token',
    'token=',
    'token: ',
    'token: expired',
    'senha: inválida',
    'Authorization: required',
    't=Zx81kQ0pLm22vT',
    'token.nome=Zx81kQ0pLm22vT',
    'produto.codigo=Zx81kQ0pLm22vT',
    'codigo=Zx81kQ0pLm22vT',
    'idToken2x=Zx81kQ0pLm22vT',
    'code=Zx81kQ0pLm22vT',
    'https://app.exemplo.com/x?code=Zx81kQ0pLm22vT',
    'https://app.exemplo.com/x?code=sucesso&state=a',
    'token=[access_token#4]',
    `x-eyJhbGciOiJI.eyJzdWIi.c2ln`,
    `eyJhbGciOiJI.eyJzdWIi c2ln`,
    'eyJh.eyJzdWIi.c2ln',
    `xbearer ${SECRET}`,
    `bearer    ${SECRET}`,
    'bearer Zx81kQ0',
    'https://maria@exemplo/x:y',
    'https://host:8080/x',
    'postgres://maria:{{senha}}@host/db',
    '<input named="senha" value="abcdefgh">',
    '<input xname="senha" value="abcdefgh">',
    '<input name="senha" values="abcdefgh">',
    '<input name="senha" xvalue="abcdefgh">',
    '<senha tipo="abc"/>abcdefgh1 uma frase',
  ])('is none in %s', (text) => {
    expect(masked(text)).toBe(text)
  })
})

describe('a credential', () => {
  it.each([
    ['Bearer Zx81kQ0pLm22vT', 'Bearer [access_token#1]'],
    ['Bearer abc', 'Bearer [access_token#1]'],
    ['Basic Zm9vOmJhcg==', 'Basic [basic#1]'],
    ['Token Zx81kQ0pLm22vT', 'Token [secret#1]'],
    ['Zx81kQ0pLm22vT', '[access_token#1]'],
    ['bearerish', '[access_token#1]'],
    ['xbasic', '[access_token#1]'],
    ['Bearer', 'Bearer'],
    ['Token bearer', 'Token [secret#1]'],
    ['basic', 'basic'],
    ['Bearer {{token}}', 'Bearer {{token}}'],
    ['Bearer [access_token#7]', 'Bearer [access_token#7]'],
  ])('%s becomes %s', (value, expected) => {
    expect(createMasker().maskHeaders([['Authorization', value]])[0]?.[1]).toBe(expected)
  })
})

describe('a part of a form', () => {
  const part = (name: string, value: string, more = '') =>
    `--x\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n--x--`

  it.each([
    [part('client_secret', SECRET), part('client_secret', '[client_secret#1]')],
    [part('senha', 'abc'), part('senha', '[secret#1]')],
    [
      part('token', SECRET, '\r\nContent-Type: text/plain'),
      part('token', '[access_token#1]', '\r\nContent-Type: text/plain'),
    ],
    [
      part('token', `${SECRET}\nfim`, '; x=1\nX-A: 1\nX-B: 2').replaceAll('\r', ''),
      part('token', '[unusable_token#1]', '; x=1\nX-A: 1\nX-B: 2').replaceAll('\r', ''),
    ],
    [part('token', SECRET, '\r\nA: 1'.repeat(6)), part('token', SECRET, '\r\nA: 1'.repeat(6))],
    [part('token', SECRET).replaceAll('\r', ''), part('token', '[access_token#1]').replaceAll('\r', '')],
    [part('nome', SECRET), part('nome', SECRET)],
    [part('token', '[access_token#4]'), part('token', '[access_token#4]')],
    [part('token', '{{token}}'), part('token', '{{token}}')],
  ])('is masked by its name: %j', (text, expected) => {
    expect(masked(text)).toBe(expected)
  })
})

const headers = (name: string, value: string) => createMasker().maskHeaders([[name, value]])[0]?.[1]

describe('bare digits of a person in a header', () => {
  it.each([
    ['X-Cliente', '52998224725', '[cpf#1]'],
    ['X-Empresa', 'a 11222333000181', 'a [cnpj#1]'],
    ['X-Cliente', '52998224720', '52998224720'],
    ['X-Pedido', '52998224725', '52998224725'],
    ['X-Request-Id', '52998224725', '52998224725'],
    ['x-service-homologacao', '52998224725', '52998224725'],
    ['If-None-Match', '"52998224725"', '"52998224725"'],
  ])('%s: %s becomes %s', (name, value, expected) => {
    expect(headers(name, value)).toBe(expected)
  })
})

describe('a cookie', () => {
  it.each([
    ['Cookie', `a=${SECRET}; b=${SECRET}9`, 'a=[secret#1]; b=[secret#2]'],
    ['Cookie', 'lang=pt', 'lang=[secret#1]'],
    ['Cookie', 'a=; b', 'a=; [secret#1]'],
    ['Cookie', `a=[secret#7]`, 'a=[secret#7]'],
    [
      'Set-Cookie',
      `a=${SECRET}; Path=/; HttpOnly; Domain=exemplo.com`,
      'a=[secret#1]; Path=/; HttpOnly; Domain=exemplo.com',
    ],
    ['Set-Cookie', 'a=; Path=/', 'a=; Path=/'],
  ])('%s: %s becomes %s', (name, value, expected) => {
    expect(headers(name, value)).toBe(expected)
  })

  it.each([
    [`${SECRET}x9`, true],
    ['Zx81kQ0pLm22vT', false],
    ['abcdefghijklmnop', false],
    ['Zx81kQ0p/Lm22vT9x', false],
    ['Zx81kQ0p:Lm22vT9x', false],
    ['Zx81kQ0p%2FLm22vT9x', false],
  ])('%s is hunted everywhere from then on: %s', (value, expected) => {
    const masker = createMasker()
    masker.maskHeaders([['Cookie', `sid=${value}`]])
    expect(masker.maskText(`x ${value} y`)).toBe(expected ? 'x [secret#1] y' : `x ${value} y`)
  })
})

describe('a cookie that holds the hash', () => {
  const hash: [string, string] = ['X-Service-Homologacao', SECRET.padEnd(32, 'q7')]

  it.each([
    ['before', ['Cookie', `h=${hash[1]}`], hash],
    ['behind', hash, ['Set-Cookie', `h=${hash[1]}; Path=/`]],
  ] as [string, [string, string], [string, string]][])(
    '%s it is masked, and the hash is not',
    (_, ...both) => {
      const masker = createMasker()
      for (let turn = 0; turn < 2; turn++) {
        const safe = masker.maskHeaders(both)
        expect(safe.find(([name]) => name === hash[0])).toEqual(hash)
        expect(safe.find(([name]) => name !== hash[0])?.[1]).toContain('h=[secret#1]')
      }
    },
  )
})

describe('a text within a text', () => {
  const person = 'Maria <maria@exemplo.com>'
  const base64 = (text: string) => Buffer.from(text).toString('base64')

  it.each<[string, string]>([
    ['that begins with a letter', person],
    ['that begins with a blank', ` ${person}`],
    ['that begins with a tab', `\t${person}`],
    ['that begins with a line end', `\n${person}`],
    ['that begins with a return', `\r${person}`],
    ['that begins with another letter', `Ávila ${person}`],
    ['that begins with a sign', `~ ${person}`],
  ])('in Base64 and digits %s is read', (_what, text) => {
    for (const encoded of [base64(text), Buffer.from(text).toString('hex')])
      expect(masked(`x ${encoded} y`)).not.toContain(encoded)
  })

  it.each<[string, string]>([
    ['that begins with a control', `\u0001${person}`],
    ['that begins with DEL', `\u007f${person}`],
    ['that holds a control', `${person}\u0002`],
    ['that holds a control of the second kind', `${person}\u0085`],
  ])('in Base64 %s is none', (_what, text) => {
    expect(masked(`x ${base64(text)} y`)).toBe(`x ${base64(text)} y`)
  })

  it('that is bytes is none', () => {
    const bytes = Buffer.concat([Buffer.from(person), Buffer.from([0xc3, 0x28, 0x28])])
    for (const encoding of ['base64', 'hex'] as const)
      expect(masked(`x ${bytes.toString(encoding)} y`)).toBe(`x ${bytes.toString(encoding)} y`)
  })

  it('between the slashes of a path is read', () => {
    const piece = Buffer.from(person).toString('base64url')
    expect(masked(`a/${piece}/b`)).toBe(`a/${Buffer.from('Maria <[email#1]>').toString('base64url')}/b`)
  })
})

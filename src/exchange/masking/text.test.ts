import { describe, expect, it } from 'vitest'
import { createMasker } from '../masking.js'
import type { MaskingContext } from './masker.js'

const SECRET = 'Zx81kQ0pLm22vT'
const json = JSON.stringify
const masked = (text: string, context: MaskingContext = {}) => createMasker().maskText(text, context)

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
    [`1access-token=${SECRET}`, '1access-token=[secret#1]'],
    ['eyJhbGciOiJI.eyJzdWIi c2ln', '[access_token#1] c2ln'],
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
    'token=[access_token#4]',
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
    ['Cookie', `a=${SECRET}, b=${SECRET}9`, 'a=[secret#1], b=[secret#2]'],
    [
      'Set-Cookie',
      `a=${SECRET}; Expires=Wed, 09 Jun 2027 10:18:14 GMT, b=${SECRET}9; Path=/,c=xyz`,
      'a=[secret#1]; Expires=Wed, 09 Jun 2027 10:18:14 GMT, b=[secret#2]; Path=/,c=[secret#3]',
    ],
    ['Set-Cookie', `a=1; token=${SECRET}`, 'a=[secret#1]; token=[secret#2]'],
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

it('a long line of cookies in a text is masked to its end', () => {
  const cookies = Array.from({ length: 900 }, (_, i) => `c${i}=Ab${i}cdEf`).join('; ')
  expect(createMasker().maskText(`cookie: ${cookies}\nx`)).toBe('cookie: [secret#1]\nx')
  expect(createMasker().maskText(`cookie: a"${cookies}\nx`)).toBe('cookie: [secret#1]\nx')
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

/** What a text says of a secret whose quotes, brackets or names are not as they should be, and what is left of it. */
const broken: Record<string, readonly (readonly [text: string, expected: string])[]> = {
  'quotes that are never closed': [
    [`senha="${SECRET}`, 'senha="[secret#1]'],
    [`access_token='${SECRET}`, "access_token='[access_token#1]"],
    [`token: "${SECRET}`, 'token: "[access_token#1]'],
    ['senha="uma frase longa', 'senha="[secret#1]'],
    [`senha="${SECRET}\r\nnome=João`, 'senha="[secret#1]\r\nnome=João'],
    [`senha="${SECRET}, pedido=4711`, 'senha="[secret#1]'],
    [`senha='${SECRET}; "nome": "João"\nnome=João`, "senha='[secret#1]\nnome=João"],
    [`senha=" ${SECRET} `, 'senha=" [secret#1] '],
    ["senha='", "senha='"],
    ['senha="\nnome=João', 'senha="\nnome=João'],
    [`{'token': '${SECRET}`, "{'token': '[access_token#1]"],
    [`access_token=\`${SECRET}`, 'access_token=`[access_token#1]'],
  ],
  'quotes that another kind closes': [
    [`senha="${SECRET}'`, `senha="[secret#1]`],
    [`senha='abc" token='${SECRET}'`, "senha='[secret#1]'[access_token#1]'"],
    [`senha="abc\ntoken="${SECRET}"\nnome="João"`, 'senha="[secret#1]"[access_token#1]"\nnome="João"'],
    [`senha="it's ${SECRET}" nome="d'água"`, `senha="[secret#1]" nome="d'água"`],
  ],
  'quotes within quotes': [
    [`senha="Ab\\"${SECRET}" x`, 'senha="[secret#1]" x'],
    [`senha='Ab\\'${SECRET}' x`, "senha='[secret#1]' x"],
    [`senha='Ab''${SECRET}' x`, "senha='[secret#1]' x"],
    [`senha="""${SECRET}""" x`, 'senha="""[secret#1]""" x'],
    [`senha="C:\\d${SECRET}" x`, 'senha="[secret#1]" x'],
    [`senha="" nome="João"`, 'senha="" nome="João"'],
    [`senha='' nome='João'`, "senha='' nome='João'"],
    [`token: \`${SECRET}\` x`, 'token: `[access_token#1]` x'],
    [`senha: “uma frase ${SECRET}” x`, 'senha: “[secret#1]” x'],
    [`senha=«abcdefgh» x`, 'senha=«[secret#1]» x'],
    [`{'senha': u'${SECRET}'}`, "{'senha': u'[secret#1]'}"],
    [`senha="Abc\n${SECRET}\nfim" x`, 'senha="[secret#1]" x'],
  ],
  'signs within a word': [
    [`senha=Abc9\\d${SECRET} x`, 'senha=[secret#1] x'],
    [`senha=Ab9(${SECRET} x`, 'senha=[secret#1] x'],
    [`senha=Ab9[${SECRET}]x`, 'senha=[secret#1]'],
    [`senha=Ab9"${SECRET} x`, 'senha=[secret#1] x'],
    [`(senha=${SECRET})`, '(senha=[secret#1])'],
    [`{senha=${SECRET}}`, '{senha=[secret#1]}'],
    [`senha=Ab9[cpf#1]`, 'senha=[secret#1][cpf#1]'],
    [`senha==${SECRET}`, 'senha==[secret#1]'],
    [`'token' => '${SECRET}'`, "'token' => '[access_token#1]'"],
    [`senha := ${SECRET}`, 'senha := [secret#1]'],
    [`senha :=abcdefgh`, 'senha :=[secret#1]'],
    [`token: [${SECRET}]`, 'token: [[access_token#1]]'],
    ['token=[object Object]', 'token=[object Object]'],
  ],
  'line ends and lines': [
    ['SENHA=\nNOME=Joao', 'SENHA=\nNOME=Joao'],
    ['senha=\r\nnome=Joao', 'senha=\r\nnome=Joao'],
    [`senha:\n    ${SECRET}\n`, 'senha:\n    [secret#1]\n'],
    [`senha: |\n  ${SECRET}\n`, 'senha: |\n  [secret#1]\n'],
    [`senha: >-\r\n  ${SECRET}\r\n`, 'senha: >-\r\n  [secret#1]\r\n'],
    [`token:\n  - ${SECRET}\n`, 'token:\n  - [access_token#1]\n'],
    [`senha: !!str ${SECRET}\n`, 'senha: !!str [secret#1]\n'],
    ['token:\nnome: Joao Silva', 'token:\nnome: Joao Silva'],
    [`senha \t   \t=\t \t ${SECRET}`, 'senha \t   \t=\t \t [secret#1]'],
  ],
  'lines of headers': [
    [`> Authorization: ApiKey ${SECRET}\r\n`, '> Authorization: ApiKey [secret#1]\r\n'],
    [`> X-Api-Key: ${SECRET}\r\n`, '> X-Api-Key: [api_key#1]\r\n'],
    [`Authorization: Token token="${SECRET}"`, 'Authorization: Token token="[access_token#1]"'],
    [`> Cookie: a=b; sid=${SECRET}\r\n>`, '> Cookie: [secret#1]\r\n>'],
    [`Set-Cookie: sid=${SECRET}; Path=/\n`, 'Set-Cookie: [secret#1]\n'],
    ['Cookie: we use cookies here', 'Cookie: we use cookies here'],
    ['Authorization: required for this route', 'Authorization: required for this route'],
    [`Bearer "${SECRET}`, 'Bearer "[access_token#1]'],
    [`auth=Bearer+${SECRET}`, 'auth=Bearer+[access_token#1]'],
    [`auth=Bearer%20${SECRET}`, 'auth=Bearer%20[access_token#1]'],
  ],
  'names in brackets, paths and stars': [
    [`user[senha]=${SECRET} x`, 'user[senha]=[secret#1] x'],
    [`token[]=${SECRET} x`, 'token[]=[access_token#1] x'],
    [`token[0]=${SECRET} x`, 'token[0]=[access_token#1] x'],
    [`**senha**: ${SECRET}`, '**senha**: [secret#1]'],
    [`\`senha\`: \`${SECRET}\``, '`senha`: `[secret#1]`'],
    [json({ 'user.senha': SECRET }), '{"user.senha":"[secret#1]"}'],
    [json({ 'user[senha]': SECRET }), '{"user[senha]":"[secret#1]"}'],
    [`<ns:senha>${SECRET}</ns:senha>`, '<ns:senha>[secret#1]</ns:senha>'],
    [`x=1][=${SECRET}`, `x=1][=${SECRET}`],
  ],
  'elements and attributes': [
    [`<senha>${SECRET}`, '<senha>[secret#1]'],
    [`<senha>${SECRET}<nome>João</nome>`, '<senha>[secret#1]<nome>João</nome>'],
    [`<senha>\n  ${SECRET}\n</senha>`, '<senha>\n  [secret#1]\n</senha>'],
    [`<senha><![CDATA[${SECRET}]]></senha>`, '<senha><![CDATA[[secret#1]]]></senha>'],
    ['<senha>uma frase</senha>', '<senha>[secret#1]</senha>'],
    ['use <token> aqui ou <senha> ali', 'use <token> aqui ou <senha> ali'],
    ['Authorization: Bearer <token>.', 'Authorization: Bearer <token>.'],
    [`<input type="password" value="${SECRET}">`, '<input type="password" value="[secret#1]">'],
    ['<input name=senha value=abcdefgh>', '<input name=senha value=[secret#1]>'],
    [`<input value='${SECRET}' name='senha'/>`, "<input value='[secret#1]' name='senha'/>"],
    [`<meta name="csrf-token" content="${SECRET}">`, '<meta name="csrf-token" content="[secret#1]">'],
    [`<add key="ApiKey" value="${SECRET}"/>`, '<add key="ApiKey" value="[api_key#1]"/>'],
    [`<string name="api_key">${SECRET}</string>`, '<string name="api_key">[api_key#1]</string>'],
    ['<label name="senha">Sua senha</label>', '<label name="senha">Sua senha</label>'],
    ['<input name="nome" value="João">', '<input name="nome" value="João">'],
    ['<input name="senha" value="">', '<input name="senha" value="">'],
  ],
  'parts of a form': [
    [
      `--b\r\nContent-Disposition: form-data; name='senha'\r\n\r\n${SECRET}\r\n--b--`,
      "--b\r\nContent-Disposition: form-data; name='senha'\r\n\r\n[secret#1]\r\n--b--",
    ],
    [
      `--b\nContent-Disposition: form-data; name=senha\n\nabc\n${SECRET}\n--b--`,
      '--b\nContent-Disposition: form-data; name=senha\n\n[secret#1]\n--b--',
    ],
  ],
  'private keys': [
    [
      `chave:\n-----BEGIN RSA PRIVATE KEY-----\nMIIEvQ\n${SECRET}\n-----END RSA PRIVATE KEY-----\nfim`,
      'chave:\n-----BEGIN RSA PRIVATE KEY-----[secret#1]-----END RSA PRIVATE KEY-----\nfim',
    ],
    [`-----BEGIN PRIVATE KEY-----\nMIIEvQ\n${SECRET}`, '-----BEGIN PRIVATE KEY-----[secret#1]'],
    [
      json({ m: `-----BEGIN PRIVATE KEY-----\n${SECRET}\n-----END PRIVATE KEY-----`, nome: 'João' }),
      '{"m":"-----BEGIN PRIVATE KEY-----[secret#1]-----END PRIVATE KEY-----","nome":"João"}',
    ],
    [
      '-----BEGIN CERTIFICATE-----\nMIIEvQ\n-----END CERTIFICATE-----',
      '-----BEGIN CERTIFICATE-----\nMIIEvQ\n-----END CERTIFICATE-----',
    ],
  ],
  'JSON that is none': [
    [`{"nome":"Jo"ao","token":"${SECRET}"}`, '{"nome":"Jo"ao","token":"[access_token#1]"}'],
    [`{"nome":"Jo"} token="${SECRET}`, '{"nome":"Jo"} token="[access_token#1]'],
    [`{"a":1, token: "${SECRET}"}`, '{"a":1, token: "[access_token#1]"}'],
    [`{"a":true, 'token': '${SECRET}'}`, "{\"a\":true, 'token': '[access_token#1]'}"],
    [`{"a":null} // token=${SECRET}`, '{"a":null} // token=[access_token#1]'],
  ],
  'strings of JSON': [
    [json({ m: `senha="${SECRET}`, nome: 'João' }), '{"m":"senha=\\"[secret#1]","nome":"João"}'],
    [
      json({ m: `access_token='${SECRET}`, nome: 'João' }),
      `{"m":"access_token='[access_token#1]","nome":"João"}`,
    ],
    ['{"m":"senha=","nome":"João\\n"}', '{"m":"senha=","nome":"João\\n"}'],
    ['{"m":"token:","n":[12],"nome":"João\\n"}', '{"m":"token:","n":[12],"nome":"João\\n"}'],
    [`{"m":"senha='","nome":"João \\n d'água"}`, `{"m":"senha='","nome":"João \\n d'água"}`],
    [`{"m":"senha=\\"ab","nome":"João"}`, '{"m":"senha=\\"[secret#1]","nome":"João"}'],
    ['{"a":"<token>","b":"\\n x</p>"}', '{"a":"<token>","b":"\\n x</p>"}'],
    ['{"n":[1],"m":"\\u0073enha=abcdefgh","nome":"João"}', '{"n":[1],"m":"senha=[secret#1]","nome":"João"}'],
  ],
  'names beside their values': [
    [json([{ name: 'senha', value: SECRET }]), '[{"name":"senha","value":"[secret#1]"}]'],
    [
      json([{ value: SECRET, key: 'client_secret' }]),
      '[{"value":"[client_secret#1]","key":"client_secret"}]',
    ],
    [json({ senha: { valor: 'abcdefgh' } }), '{"senha":{"valor":"[secret#1]"}}'],
    [json([{ nome: 'senha' }, { valor: 'Caneca' }]), '[{"nome":"senha"},{"valor":"Caneca"}]'],
    [json({ nome: 'Token', valor: 12.5 }), '{"nome":"Token","valor":12.5}'],
    [json({ nome: 'Caneca', valor: 'ABC-123' }), '{"nome":"Caneca","valor":"ABC-123"}'],
    [json({ data: { value: 'ABC-123' } }), '{"data":{"value":"ABC-123"}}'],
    [json({ nome: 'cpf', valor: '52998224725' }), '{"nome":"cpf","valor":"[cpf#1]"}'],
    [
      json({ name: 'senha', observacoes: 'x'.repeat(200), value: 'abc' }),
      json({ name: 'senha', observacoes: 'x'.repeat(200), value: '[secret#1]' }),
    ],
  ],
}

for (const [what, table] of Object.entries(broken)) {
  it.each(table)(`${what}: %j becomes %j`, (text, expected) => {
    expect(masked(text)).toBe(expected)
    expect(masked(expected)).toBe(expected)
  })
}

it.each([
  [`user[senha]=${SECRET}&a=1`, 'user[senha]=[secret#1]&a=1'],
  [`user%5Bsenha%5D=${SECRET}&a=1`, 'user%5Bsenha%5D=[secret#1]&a=1'],
  [`user.senha="${SECRET}&a=1`, 'user.senha=[secret#1]&a=1'],
])('in a form, %s', (text, expected) => {
  expect(masked(text, { isForm: true })).toBe(expected)
})

it('only the value is hunted, not what stands around it', () => {
  const masker = createMasker()
  masker.maskText(`senha=" Ab\\"${SECRET} `)
  masker.maskText(`<senha>\n  ${SECRET}9\n</senha>`)
  expect(masker.maskText(`x Ab"${SECRET} y ${SECRET}9`)).toBe('x [secret#1] y [secret#2]')
})

describe('harmless text that names secrets', () => {
  it.each([
    'nome="João',
    "produto='Caneca 350 ml",
    'codigo="ABC-123',
    'pedido: "4711',
    'id="52998224725',
    'secretaria="Maria',
    'tokenizer="abc9Xyz12',
    'code="ABC123DEF456',
    'link "https://x.exemplo/?codigo=ABC9',
    "it's a token: don't",
    "o cliente disse 'senha' ontem, pedido 4711",
    'senha "esquecida" pelo cliente João',
    'token="" codigo="ABC-123"',
    'token: , codigo: ABC-123',
    '<label for="senha">Senha:</label><b>João da Silva</b>',
    '<td>Token:</td><td>João</td>',
    'Senha:</label><input id="x" value="Caneca 350">',
    '{"tokens":12,"max_tokens":100,"token_type":"Bearer","nextPageToken":"abc9Xyz12"}',
    '{"field":"senha","message":"muito curta"}',
    '{"name":"senha","message":"obrigatória"}',
    '{"Informe a sua senha":"texto de ajuda","/usuarios/recuperar-senha":"POST"}',
  ])('stays untouched: %s', (text) => {
    expect(masked(text)).toBe(text)
  })
})

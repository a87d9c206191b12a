import { describe, expect, it } from 'vitest'
import { createMasker } from '../masking.js'
import type { MaskingContext } from './context.js'

const S = 'Zx81kQ0pLm22vT'
const json = JSON.stringify
const masked = (text: string, context: MaskingContext = {}) => createMasker().maskText(text, context)

/** What a text says of a secret whose quotes, brackets or names are not as they should be, and what is left of it. */
const broken: Record<string, readonly (readonly [text: string, expected: string])[]> = {
  'quotes that are never closed': [
    [`senha="${S}`, 'senha="[secret#1]'],
    [`access_token='${S}`, "access_token='[access_token#1]"],
    [`token: "${S}`, 'token: "[access_token#1]'],
    ['senha="uma frase longa', 'senha="[secret#1]'],
    [`senha="${S}\r\nnome=João`, 'senha="[secret#1]\r\nnome=João'],
    [`senha="${S}, pedido=4711`, 'senha="[secret#1], pedido=4711'],
    [`senha="${S}&pedido=4711`, 'senha="[secret#1]&pedido=4711'],
    [`senha='${S} nome="João"`, `senha='[secret#1] nome="João"`],
    [`senha='${S}; "nome": "João"`, `senha='[secret#1]; "nome": "João"`],
    [`senha=" ${S} `, 'senha=" [secret#1] '],
    ["senha='", "senha='"],
    ['senha="\nnome=João', 'senha="\nnome=João'],
    [`{'token': '${S}`, "{'token': '[access_token#1]"],
    [`access_token=\`${S}`, 'access_token=`[access_token#1]'],
  ],
  'quotes that another kind closes': [
    [`senha="${S}'`, `senha="[secret#1]'`],
    [`<a senha='${S}" nome="João">`, `<a senha='[secret#1]" nome="João">`],
    [`senha="${S}', pedido 4711`, `senha="[secret#1]', pedido 4711`],
    [`senha='abc" token='${S}'`, "senha='[secret#1]'[access_token#1]'"],
    [`senha="abc\ntoken="${S}"\nnome="João"`, 'senha="[secret#1]\ntoken="[access_token#1]"\nnome="João"'],
    [`senha="it's ${S}" nome="d'água"`, `senha="[secret#1]" nome="d'água"`],
  ],
  'quotes within quotes': [
    [`senha="Ab\\"${S}" x`, 'senha="[secret#1]" x'],
    [`senha='Ab\\'${S}' x`, "senha='[secret#1]' x"],
    [`senha='Ab''${S}' x`, "senha='[secret#1]' x"],
    [`senha="""${S}""" x`, 'senha="[secret#1]" x'],
    [`senha="C:\\d${S}" x`, 'senha="[secret#1]" x'],
    [`senha="" nome="João"`, 'senha="" nome="João"'],
    [`senha='' nome='João'`, "senha='' nome='João'"],
    [`token: \`${S}\` x`, 'token: `[access_token#1]` x'],
    [`senha: “uma frase ${S}” x`, 'senha: “[secret#1]” x'],
    [`senha=«abcdefgh» x`, 'senha=«[secret#1]» x'],
    [`{'senha': u'${S}'}`, "{'senha': u'[secret#1]'}"],
    [`senha="Abc\n${S}\nfim" x`, 'senha="[secret#1]" x'],
  ],
  'signs within a word': [
    [`senha=Abc9\\d${S} x`, 'senha=[secret#1] x'],
    [`senha=Ab9(${S} x`, 'senha=[secret#1] x'],
    [`senha=Ab9[${S}]x`, 'senha=[secret#1]'],
    [`senha=Ab9"${S} x`, 'senha=[secret#1] x'],
    [`(senha=${S})`, '(senha=[secret#1])'],
    [`{senha=${S}}`, '{senha=[secret#1]}'],
    [`senha=Ab9[cpf#1]`, 'senha=[secret#1][cpf#1]'],
    [`senha==${S}`, 'senha==[secret#1]'],
    [`'token' => '${S}'`, "'token' => '[access_token#1]'"],
    [`senha := ${S}`, 'senha := [secret#1]'],
    [`senha :=abcdefgh`, 'senha :=[secret#1]'],
    [`token: [${S}]`, 'token: [[access_token#1]]'],
    ['token=[object Object]', 'token=[object Object]'],
  ],
  'line ends and lines': [
    ['SENHA=\nNOME=Joao', 'SENHA=\nNOME=Joao'],
    ['senha=\r\nnome=Joao', 'senha=\r\nnome=Joao'],
    [`senha:\n    ${S}\n`, 'senha:\n    [secret#1]\n'],
    [`senha: |\n  ${S}\n`, 'senha: |\n  [secret#1]\n'],
    [`senha: >-\r\n  ${S}\r\n`, 'senha: >-\r\n  [secret#1]\r\n'],
    [`token:\n  - ${S}\n`, 'token:\n  - [access_token#1]\n'],
    [`senha: !!str ${S}\n`, 'senha: !!str [secret#1]\n'],
    ['token:\nnome: Joao Silva', 'token:\nnome: Joao Silva'],
    [`senha \t   \t=\t \t ${S}`, 'senha \t   \t=\t \t [secret#1]'],
  ],
  'lines of headers': [
    [`> Authorization: ApiKey ${S}\r\n`, '> Authorization: ApiKey [secret#1]\r\n'],
    [`> X-Api-Key: ${S}\r\n`, '> X-Api-Key: [api_key#1]\r\n'],
    [`Authorization: Token token="${S}"`, 'Authorization: Token token="[access_token#1]"'],
    [`> Cookie: a=b; sid=${S}\r\n>`, '> Cookie: [secret#1]\r\n>'],
    [`Set-Cookie: sid=${S}; Path=/\n`, 'Set-Cookie: [secret#1]\n'],
    ['Cookie: we use cookies here', 'Cookie: we use cookies here'],
    ['Authorization: required for this route', 'Authorization: required for this route'],
    [`Bearer "${S}`, 'Bearer "[access_token#1]'],
    [`auth=Bearer+${S}`, 'auth=Bearer+[access_token#1]'],
    [`auth=Bearer%20${S}`, 'auth=Bearer%20[access_token#1]'],
  ],
  'names in brackets, paths and stars': [
    [`user[senha]=${S} x`, 'user[senha]=[secret#1] x'],
    [`token[]=${S} x`, 'token[]=[access_token#1] x'],
    [`token[0]=${S} x`, 'token[0]=[access_token#1] x'],
    [`**senha**: ${S}`, '**senha**: [secret#1]'],
    [`\`senha\`: \`${S}\``, '`senha`: `[secret#1]`'],
    [json({ 'user.senha': S }), '{"user.senha":"[secret#1]"}'],
    [json({ 'user[senha]': S }), '{"user[senha]":"[secret#1]"}'],
    [`<ns:senha>${S}</ns:senha>`, '<ns:senha>[secret#1]</ns:senha>'],
    [`x=1][=${S}`, `x=1][=${S}`],
  ],
  'elements and attributes': [
    [`<senha>${S}`, '<senha>[secret#1]'],
    [`<senha>${S}<nome>João</nome>`, '<senha>[secret#1]<nome>João</nome>'],
    [`<senha>\n  ${S}\n</senha>`, '<senha>\n  [secret#1]\n</senha>'],
    [`<senha><![CDATA[${S}]]></senha>`, '<senha><![CDATA[[secret#1]]]></senha>'],
    ['<senha>uma frase</senha>', '<senha>[secret#1]</senha>'],
    ['use <token> aqui ou <senha> ali', 'use <token> aqui ou <senha> ali'],
    ['Authorization: Bearer <token>.', 'Authorization: Bearer <token>.'],
    [`<input type="password" value="${S}">`, '<input type="password" value="[secret#1]">'],
    ['<input name=senha value=abcdefgh>', '<input name=senha value=[secret#1]>'],
    [`<input value='${S}' name='senha'/>`, "<input value='[secret#1]' name='senha'/>"],
    [`<meta name="csrf-token" content="${S}">`, '<meta name="csrf-token" content="[secret#1]">'],
    [`<add key="ApiKey" value="${S}"/>`, '<add key="ApiKey" value="[api_key#1]"/>'],
    [`<string name="api_key">${S}</string>`, '<string name="api_key">[api_key#1]</string>'],
    ['<label name="senha">Sua senha</label>', '<label name="senha">Sua senha</label>'],
    ['<input name="nome" value="João">', '<input name="nome" value="João">'],
    ['<input name="senha" value="">', '<input name="senha" value="">'],
  ],
  'parts of a form': [
    [
      `--b\r\nContent-Disposition: form-data; name='senha'\r\n\r\n${S}\r\n--b--`,
      "--b\r\nContent-Disposition: form-data; name='senha'\r\n\r\n[secret#1]\r\n--b--",
    ],
    [
      `--b\nContent-Disposition: form-data; name=senha\n\nabc\n${S}\n--b--`,
      '--b\nContent-Disposition: form-data; name=senha\n\n[secret#1]\n--b--',
    ],
  ],
  'private keys': [
    [
      `chave:\n-----BEGIN RSA PRIVATE KEY-----\nMIIEvQ\n${S}\n-----END RSA PRIVATE KEY-----\nfim`,
      'chave:\n-----BEGIN RSA PRIVATE KEY-----[secret#1]-----END RSA PRIVATE KEY-----\nfim',
    ],
    [`-----BEGIN PRIVATE KEY-----\nMIIEvQ\n${S}`, '-----BEGIN PRIVATE KEY-----[secret#1]'],
    [
      json({ m: `-----BEGIN PRIVATE KEY-----\n${S}\n-----END PRIVATE KEY-----`, nome: 'João' }),
      '{"m":"-----BEGIN PRIVATE KEY-----[secret#1]-----END PRIVATE KEY-----","nome":"João"}',
    ],
    [
      '-----BEGIN CERTIFICATE-----\nMIIEvQ\n-----END CERTIFICATE-----',
      '-----BEGIN CERTIFICATE-----\nMIIEvQ\n-----END CERTIFICATE-----',
    ],
  ],
  'JSON that is none': [
    [`{"nome":"Jo"ao","token":"${S}"}`, '{"nome":"Jo"ao","token":"[access_token#1]"}'],
    [`{"nome":"Jo"} token="${S}`, '{"nome":"Jo"} token="[access_token#1]'],
    [`{"a":1, token: "${S}"}`, '{"a":1, token: "[access_token#1]"}'],
    [`{"a":true, 'token': '${S}'}`, "{\"a\":true, 'token': '[access_token#1]'}"],
    [`{"a":null} // token=${S}`, '{"a":null} // token=[access_token#1]'],
  ],
  'strings of JSON': [
    [json({ m: `senha="${S}`, nome: 'João' }), '{"m":"senha=\\"[secret#1]","nome":"João"}'],
    [json({ m: `access_token='${S}`, nome: 'João' }), `{"m":"access_token='[access_token#1]","nome":"João"}`],
    ['{"m":"senha=","nome":"João\\n"}', '{"m":"senha=","nome":"João\\n"}'],
    ['{"m":"token:","n":[12],"nome":"João\\n"}', '{"m":"token:","n":[12],"nome":"João\\n"}'],
    [`{"m":"senha='","nome":"João \\n d'água"}`, `{"m":"senha='","nome":"João \\n d'água"}`],
    [`{"m":"senha=\\"ab","nome":"João"}`, '{"m":"senha=\\"[secret#1]","nome":"João"}'],
    ['{"a":"<token>","b":"\\n x</p>"}', '{"a":"<token>","b":"\\n x</p>"}'],
    [
      '{"n":[1],"m":"\\u0073enha=abcdefgh","nome":"João"}',
      '{"n":[1],"m":"\\u0073enha=[secret#1]","nome":"João"}',
    ],
  ],
  'names beside their values': [
    [json([{ name: 'senha', value: S }]), '[{"name":"senha","value":"[secret#1]"}]'],
    [json([{ value: S, key: 'client_secret' }]), '[{"value":"[client_secret#1]","key":"client_secret"}]'],
    [json({ senha: { valor: 'abcdefgh' } }), '{"senha":{"valor":"[secret#1]"}}'],
    [json([{ nome: 'senha' }, { valor: 'Caneca' }]), '[{"nome":"senha"},{"valor":"Caneca"}]'],
    [json({ nome: 'Token', valor: 12.5 }), '{"nome":"Token","valor":12.5}'],
    [json({ nome: 'Caneca', valor: 'ABC-123' }), '{"nome":"Caneca","valor":"ABC-123"}'],
    [json({ data: { value: 'ABC-123' } }), '{"data":{"value":"ABC-123"}}'],
    [json({ nome: 'cpf', valor: '52998224725' }), '{"nome":"cpf","valor":"[cpf#1]"}'],
    [
      json({ name: 'senha', observacoes: 'x'.repeat(200), value: 'Caneca' }),
      json({ name: 'senha', observacoes: 'x'.repeat(200), value: 'Caneca' }),
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
  ['senha="abc', 'x senha="[secret#1]'],
  ["access_token='Zx81k", "x access_token='[access_token#1]"],
  ['<senha>abc', 'x <senha>[secret#1]'],
])('of a cut text the beginning is enough: %s', (text, expected) => {
  expect(masked(`x ${text}`, { cut: true })).toBe(expected)
})

it.each([
  [`user[senha]=${S}&a=1`, 'user[senha]=[secret#1]&a=1'],
  [`user%5Bsenha%5D=${S}&a=1`, 'user%5Bsenha%5D=[secret#1]&a=1'],
  [`user.senha="${S}&a=1`, 'user.senha=[secret#1]&a=1'],
])('in a form, %s', (text, expected) => {
  expect(masked(text, { form: 'form' })).toBe(expected)
})

it.each(['base64', 'base64url', 'hex'] as const)('in %s an open quote hides nothing', (as) => {
  const written = masked(`x ${Buffer.from(`senha="${S}`).toString(as)} y`).split(' ')[1] ?? ''
  expect(Buffer.from(written, as).toString()).toBe('senha="[secret#1]')
})

it('only the value is hunted, not what stands around it', () => {
  const masker = createMasker()
  masker.maskText(`senha=" Ab\\"${S} `)
  masker.maskText(`<senha>\n  ${S}9\n</senha>`)
  expect(masker.maskText(`x Ab"${S} y ${S}9`)).toBe('x [secret#1] y [secret#2]')
})

describe('harmless text', () => {
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

import { Buffer } from 'node:buffer'
import { describe, expect, it } from 'vitest'
import type { Exchange, HttpRequest } from './exchange.js'
import { body, encodings, holds, places, raw, responding } from './masking/canaries.fixture.js'
import { createMasker, type Masker, record } from './masking.js'
import type { RawBody, RawExchange } from './raw.js'

const SECRET = 'S3cr&t "tok/en"+\\9é=Zq'

describe('a registered secret', () => {
  const cases = Object.entries(places).flatMap(([place, at]) =>
    Object.entries(encodings).map(([encoding, encode]) => ({ place, at, encoding, encode })),
  )

  it.each(cases)('is masked in the $place, written as $encoding', ({ at, encode }) => {
    const masker = createMasker()
    masker.register('access_token', SECRET)
    const written = encode(SECRET)
    expect(holds(record(at(written), masker), written)).toBe(false)
  })

  it.each([
    'raw',
    'percent, upper case',
    'percent, lower case',
    'json',
    'hex',
    'hex in capitals',
    'base64',
    'base64url',
    'base64, one byte before',
  ])('gets the same label as it is and encoded: %s', (name) => {
    const masker = createMasker()
    masker.register('access_token', SECRET)
    expect(masker.maskText(`<${encodings[name]?.(SECRET)}>`)).toBe('<[unusable_token#1]>')
  })

  it.each<[string, RawExchange]>([
    ['JSON', responding(JSON.stringify({ x: SECRET }))],
    ['JSON, every sign escaped', responding(`{"x":"${encodings['json, unicode']?.(SECRET)}"}`)],
    ['JSON in JSON', responding(JSON.stringify({ y: JSON.stringify({ x: SECRET }) }))],
    ['a form', raw({ request: { ...raw().request, body: body(`x=${encodings.form?.(SECRET)}&y=1`) } })],
    ['a query', raw({ request: { ...raw().request, url: `/p?x=${encodings.form?.(SECRET)}&y=1` } })],
  ])('gets the same label in every structure: %s', (_name, exchange) => {
    const masker = createMasker()
    masker.register('access_token', SECRET)
    expect(JSON.stringify(record(exchange, masker))).toMatch(/\[unusable_token(?:#|%23)1\]/)
  })

  it.each([
    ['Bearer Bearer zz99yy88xx77', 'Bearer Bearer [access_token#1]'],
    ['Bearer "zz99yy88xx77"', 'Bearer "[access_token#1]"'],
    ['Bearer undefined', 'Bearer undefined'],
    ['zz99yy88xx77', '[access_token#1]'],
  ])('leaves to see how a credential was bent: %s', (sent, kept) => {
    expect(createMasker().maskHeaders([['Authorization', sent]])).toEqual([['Authorization', kept]])
  })

  it('of an authorization within JSON keeps the scheme, however the rest is written', () => {
    const text = '{"authorization":"Bearer \\u007az99yy88xx77"}'
    expect(createMasker().maskText(text)).toBe('{"authorization":"Bearer [access_token#1]"}')
  })

  it('shorter than six characters leaves ordinary text whole and is masked at its places', () => {
    const masker = createMasker()
    masker.register('client_secret', 'abc')
    expect(masker.maskText('abcdef abc {"abc":1}')).toBe('abcdef abc {"abc":1}')
    expect(masker.maskText('{"client_secret":"abc"}')).toBe('{"client_secret":"[client_secret#1]"}')
    expect(masker.maskHeaders([['Authorization', 'Bearer abc']])).toEqual([
      ['Authorization', 'Bearer [client_secret#1]'],
    ])
  })

  it('that is an ordinary word is masked as a word and not within others', () => {
    const masker = createMasker()
    masker.register('client_secret', 'segredo')
    expect(masker.maskText('o segredo, segredos')).toBe('o [client_secret#1], segredos')
  })

  it('of digits alone leaves longer numbers whole, also prices', () => {
    const masker = createMasker()
    masker.register('secret', '12345678')
    const text = '{"id":912345678901,"preco":12345678.5,"pin":12345678,"s":"12345678 and 012345678"}'
    expect(masker.maskText(text)).toBe(
      '{"id":912345678901,"preco":12345678.5,"pin":"[secret#1]","s":"[secret#1] and 012345678"}',
    )
  })
})

describe('an unregistered secret', () => {
  const at: Record<string, [RawExchange, string]> = {
    bearer: [
      raw({ request: { ...raw().request, headers: [['authorization', 'Bearer zz99yy88xx77']] } }),
      'zz99yy88xx77',
    ],
    'bearer in lower case': [
      raw({ request: { ...raw().request, headers: [['authorization', 'bearer  zz99yy88xx77']] } }),
      'zz99yy88xx77',
    ],
    'no scheme': [
      raw({ request: { ...raw().request, headers: [['authorization', 'zz99yy88xx77']] } }),
      'zz99yy88xx77',
    ],
    'another scheme': [
      raw({ request: { ...raw().request, headers: [['Authorization', 'Digest u="zz99yy88xx77"']] } }),
      'zz99yy88xx77',
    ],
    cookie: [
      raw({ request: { ...raw().request, headers: [['Cookie', 'a=zz99yy88xx77; b=c']] } }),
      'zz99yy88xx77',
    ],
    'set-cookie': [responding('', [['set-cookie', 'a=zz99yy88xx77; Path=/; HttpOnly']]), 'zz99yy88xx77'],
    'key header': [
      raw({ request: { ...raw().request, headers: [['X-API-Key', 'zz99yy88xx77']] } }),
      'zz99yy88xx77',
    ],
    'key in the query': [
      raw({ request: { ...raw().request, url: 'https://x.example/a?apikey=zz99yy88xx77&b=1' } }),
      'zz99yy88xx77',
    ],
    'password in the URL': [
      raw({ request: { ...raw().request, url: 'https://me:zz99yy88xx77@x.example/a' } }),
      'zz99yy88xx77',
    ],
    'token answer': [responding('{"access_token":"zz99yy88xx77","expires_in":21600}'), 'zz99yy88xx77'],
    'camel case': [responding('{"refreshToken" : "zz99yy88xx77"}'), 'zz99yy88xx77'],
    'escaped key': [responding('{"access\\u005ftoken":"zz99yy88xx77"}'), 'zz99yy88xx77'],
    'number at its place': [responding('{"senha":998877665544}'), '998877665544'],
    'list at its place': [responding('{"token":["zz99yy88xx77"]}'), 'zz99yy88xx77'],
    'cut string': [responding('{"client_secret":"zz99yy88xx'), 'zz99yy88xx'],
    'JSON in JSON': [
      responding(JSON.stringify({ data: JSON.stringify({ password: 'zz99yy88xx77' }) })),
      'zz99yy88xx77',
    ],
    form: [
      raw({
        channel: 'token',
        request: { ...raw().request, body: body('grant_type=authorization_code&code=zz99yy88xx77') },
      }),
      'zz99yy88xx77',
    ],
    'code in a redirect': [
      raw({ request: { ...raw().request, url: 'https://app.example/callback?code=zz99yy88xx77&state=s' } }),
      'zz99yy88xx77',
    ],
    'code in a link of a page': [
      responding('<a href="https://app.example/cb?code=zz99yy88xx77&amp;state=s">'),
      'zz99yy88xx77',
    ],
    'sentence in JSON': [responding('{"message":"refused, token=zz99yy88xx77"}'), 'zz99yy88xx77'],
    'address in JSON': [responding('{"url":"https://me:zz99yy88xx77@x.example/"}'), 'zz99yy88xx77'],
    XML: [responding('<r><access_token>zz99yy88xx77</access_token></r>'), 'zz99yy88xx77'],
    multipart: [
      raw({
        request: {
          ...raw().request,
          body: body(
            '--b\r\nContent-Disposition: form-data; name="client_secret"\r\n\r\nzz99yy88xx77\r\n--b--',
          ),
        },
      }),
      'zz99yy88xx77',
    ],
    JWT: [responding('{"x":"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.zz99yy88xx77"}'), 'zz99yy88xx77'],
    prose: [responding('your token=zz99yy88xx77, sir'), 'zz99yy88xx77'],
  }

  it.each(Object.entries(at))('is masked at its place: %s', (_name, [exchange, secret]) => {
    expect(holds(record(exchange, createMasker()), secret)).toBe(false)
  })

  it('is known from then on, and also where it stood earlier in the same exchange', () => {
    const masker = createMasker()
    const first = record(responding('{"access_token":"zz99yy88xx77"}', [['x-echo', 'zz99yy88xx77']]), masker)
    expect(first.response?.headers).toEqual([['x-echo', '[access_token#1]']])
    expect(masker.maskText('later: zz99yy88xx77')).toBe('later: [access_token#1]')
  })

  it('keeps the kind under which it was seen first: a refresh token used as bearer shows', () => {
    const masker = createMasker()
    masker.register('refresh_token', 'rrrr-2222-rrrr')
    expect(masker.maskHeaders([['Authorization', 'Bearer rrrr-2222-rrrr']])).toEqual([
      ['Authorization', 'Bearer [refresh_token#1]'],
    ])
  })

  it('inside a Basic header teaches the client secret, too', () => {
    const masker = createMasker()
    const pair = Buffer.from('id:cs-0099-aa').toString('base64')
    expect(masker.maskHeaders([['Authorization', `Basic ${pair}`]])).toEqual([
      ['Authorization', 'Basic [basic#1]'],
    ])
    expect(masker.maskText('echo cs-0099-aa')).toBe('echo [client_secret#1]')
  })

  it.each(['undefined', 'null', '[object Object]', '$TOKEN', '{{token}}', '<ACCESS_TOKEN>', ''])(
    'is not a hole that the program left: %j stays visible',
    (hole) => {
      const headers = [['Authorization', `Bearer ${hole}`]] as const
      expect(createMasker().maskHeaders(headers)).toEqual(headers)
    },
  )

  it('that is an ordinary word is masked at its place and hunted nowhere else', () => {
    const masker = createMasker()
    expect(masker.maskText('{"token":"invalid_token","x":"invalid_token"}')).toBe(
      '{"token":"[access_token#1]","x":"invalid_token"}',
    )
  })
})

describe('personal data', () => {
  it.each([
    ['{"m":"CPF 529.982.247-25"}', '{"m":"CPF [cpf#1]"}'],
    ['{"m":"CPF 52998224725!"}', '{"m":"CPF [cpf#1]!"}'],
    ['{"cpf":52998224725}', '{"cpf":"[cpf#1]"}'],
    ['{"numeroDocumento":"52998224725"}', '{"numeroDocumento":"[cpf#1]"}'],
    ['{"numeroDocumento":"123.456.789-01"}', '{"numeroDocumento":"[cpf#1]"}'],
    ['{"cpf":"12345678901"}', '{"cpf":"[cpf#1]"}'],
    ['{"m":"123.456.789-01"}', '{"m":"123.456.789-01"}'],
    ['{"documento":"11222333000181"}', '{"documento":"[cnpj#1]"}'],
    ['{"maria@exemplo.com":1}', '{"[email#1]":1}'],
    ['{"saldos":{"52998224725":1}}', '{"saldos":{"[cpf#1]":1}}'],
    ['{"cpf":{"12345678901":1}}', '{"cpf":{"[cpf#1]":1}}'],
    ['{"telefones":{"11912345678":1}}', '{"telefones":{"[phone#1]":1}}'],
    ['{"m":"5299822472\\u0035"}', '{"m":"[cpf#1]"}'],
    ['529982247-25 e 529 982 247 25', '[cpf#1] e [cpf#1]'],
    ['11222333/0001-81', '[cnpj#1]'],
    ['12ABC345/01DE-35', '[cnpj#1]'],
    ['{"m":"11.222.333/0001-81"}', '{"m":"[cnpj#1]"}'],
    ['{"m":"12.ABC.345/01DE-35"}', '{"m":"[cnpj#1]"}'],
    ['{"cnpj":"12ABC34501DE35"}', '{"cnpj":"[cnpj#1]"}'],
    ['{"m":"de 11222333000181"}', '{"m":"de [cnpj#1]"}'],
    ['maria.silva+x@exemplo.com.br', '[email#1]'],
    ['a maria%40exemplo.com.br b', 'a [email#1] b'],
    ['{"m":"x\\nmaria@exemplo.com"}', '{"m":"x\\n[email#1]"}'],
    ['"joão@exemplo.com"', '"[email#1]"'],
    ['“maria@exemplo.com”', '“[email#1]”'],
    ['{"a":"52998224725"}', '{"a":"[cpf#1]"}'],
    ['{"senha":12,"pwd":1}', '{"senha":"[secret#1]","pwd":1}'],
    ['{"a: pwd=ab1":1,"m":"pwd=a1"}', '{"a: pwd=[secret#1]":1,"m":"pwd=[secret#2]"}'],
    ['a maria&#64;exemplo.com b', 'a [email#1] b'],
    ['a&lt;maria&#64;exemplo.com&gt; b', '[opaque#1] b'],
    ['danfe-52998224725.pdf', 'danfe-[cpf#1].pdf'],
    ['ligue 11 987654321', 'ligue [phone#1]'],
    ['ligue (11) 91234-5678', 'ligue [phone#1]'],
    ['ligue (11)91234-5678', 'ligue [phone#1]'],
    ['+55 11 91234-5678 ou +5511912345678', '[phone#1] ou [phone#1]'],
    ['11 3456-7890', '[phone#1]'],
    ['{"celular":"11912345678"}', '{"celular":"[phone#1]"}'],
    ['{"telefone":1134567890}', '{"telefone":"[phone#1]"}'],
    ['nome=x&cpf=529.982.247-25', 'nome=x&cpf=[cpf#1]'],
  ])('%s becomes %s', (text, masked) => {
    expect(createMasker().maskText(text)).toBe(masked)
  })

  it('of one person has one label in every spelling', () => {
    const masker = createMasker()
    const text = '{"a":"529.982.247-25","cpf":"52998224725","b":"Maria@Exemplo.com","c":"maria@exemplo.com"}'
    expect(masker.maskText(text)).toBe('{"a":"[cpf#1]","cpf":"[cpf#1]","b":"[email#1]","c":"[email#1]"}')
  })

  it('in one of several encoded words leaves the others as they are', () => {
    const words = [
      'de maria@exemplo.com a',
      'nada: nada, nada',
      '{"cpf":"529.982.247-25"}',
      'um copo = pedido',
    ]
    for (const as of ['base64', 'base64url', 'hex'] as const) {
      const masked = createMasker().maskText(words.map((word) => Buffer.from(word).toString(as)).join(' '))
      const [one, two, three, four] = masked.split(' ')
      for (const word of [one, three]) expect(word).toMatch(/^\[opaque#\d\]$/)
      for (const [word, plain] of [
        [two, words[1]],
        [four, words[3]],
      ])
        expect(Buffer.from(word ?? '', as).toString()).toBe(plain)
    }
  })

  const written: Record<string, (text: string) => string> = {
    base64: (text) => Buffer.from(text).toString('base64'),
    base64url: (text) => Buffer.from(text).toString('base64url'),
    hex: (text) => Buffer.from(text).toString('hex'),
    'hex in capitals': (text) => Buffer.from(text).toString('hex').toUpperCase(),
    'base64 in percent': (text) => encodeURIComponent(Buffer.from(text).toString('base64')),
  }
  const around: Record<string, (value: string) => string> = {
    'a path': (value) => `https://api.example/Api/v3/contatos/${value}/tipos`,
    'the end of a path': (value) => `https://api.example/Api/v3/contatos/${value}`,
    'a query': (value) => `https://api.example/Api/v3/contatos?q=${value}&pagina=1`,
  }
  const persons = ['maria@exemplo.com', 'José Ávila, 529.982.247-25', '52998224725', '(11) 91234-5678 ???>>>']
  const hidden = Object.entries(around).flatMap(([place, at]) =>
    Object.entries(written).flatMap(([encoding, encode]) =>
      persons.map((person) => ({ place, at, encoding, encode, person })),
    ),
  )

  it.each(hidden)('in $encoding is masked in $place: $person', ({ at, encode, person }) => {
    const url = at(encode(person))
    const masked = createMasker().maskUrl(url)
    expect(masked).not.toContain(encode(person))
    expect(new URL(masked).pathname.split('/').slice(0, 4)).toEqual(['', 'Api', 'v3', 'contatos'])
    expect(createMasker().maskUrl(masked)).toBe(masked)
  })

  it('registered as somebody’s own is masked also as bare digits', () => {
    const masker = createMasker()
    masker.register('cpf', '123.456.789-00')
    expect(masker.maskText('{"id":12345678900,"x":"12345678900"}')).toBe('{"id":"[cpf#1]","x":"[cpf#1]"}')
    masker.register('phone', '+55 (11) 91234-5678')
    expect(masker.maskText('{"x":"ref. 11912345678"}')).toBe('{"x":"ref. [phone#1]"}')
  })
})

describe('harmless text', () => {
  it.each([
    '{"data":{"id":52998224725,"nome":"Produto 1","preco":49.9000015259,"codigo":"52998224725"}}',
    '{"idProduto":"52998224725","idContato":52998224725,"gtin":"7891234567895","numero":"52998224725"}',
    '{"numeroDocumento":"12345678901","documento":"12345678901234"}',
    '{"pedido":"52998224725","ordem":"52998224725","nota":"52998224725","boleto":"52998224725"}',
    '{"pedidos":{"52998224725":1},"idsPedidos":{"52998224725":1}}',
    JSON.stringify({ corpo: '{"id":52998224725,"nome":"Copo"}' }),
    JSON.stringify({ corpo: JSON.stringify({ interno: '{"id": 52998224725}' }) }),
    '{"observacoes":"ref. 12345678901, lote 98765432101"}',
    'pedido 52998224725, nota n. 52998224725, id=52998224725',
    '{"m":"2026-03-01-12 123456789-10 ABCDEFGH/IJKL-12"}',
    'MTIzNDU2Nzg5MDEyMzQ1Njc4OTA= 31323334353637383930313233343536',
    '&toString; &constructor; {"constructor":"&__proto__;"}',
    '{"data":{"dataEmissao":"2026-03-01 10:20:30","valor":1234567.89,"ncm":"1234.56.78"}}',
    '{"error":{"type":"invalid_token","code":12,"message":"The access token expired"}}',
    '{"token_type":"Bearer","expires_in":21600,"scope":"98308 98309 318257570"}',
    '{"fields":[{"code":49,"msg":"senha: inválida","element":"cpf"}]}',
    '{"cpf":"inválido","documento":null,"telefone":"","token":null}',
    '{"nome":"@hono/node-server","versao":"a@1.2.3"}',
    'tempo limite de 2 segundos entre cada requisição; 01/02/2026 10:00:00-0300',
    'GET /produtos/16234567890/situacoes 204 in 12.25 ms',
    'a Bearer token is required; use Basic authentication; token: expired',
    '2026-03-01T02:00:00.000Z 192.168.100.200:52998',
    'd41d8cd98f00b204e9800998ecf8427e3b1f5c6d7e8f9a0b1c2d3e4f50617283',
    '550e8400-e29b-41d4-a716-446655440000',
    '01HV8Z7Q8W9X0Y1Z2A3B4C5D6E',
    '<html><body class="token">Erro 500 &amp; mais</body></html>',
    '[12:30:00] ok',
    '{"\\u00e3":"\\u00e9 \\"aspas\\" \\/ barra"}',
    '{"nome":"Copo","nome2":"100% algodão %2"}',
    '{"enable-jwt":1,"hasToken":true,"tokens":12,"max_tokens":"100"}',
    'enable-jwt: 1',
    '{"numero":"11 987654321","numeroPedidoLoja":"2000003508419013","seuNumero":"529 982 247"}',
    '{"preco":1234.56,"valor":"1.234,56","sku":"CAN-350-AZ","gtin":"7891234567895","cest":"28.038.00"}',
    '{"chaveAcesso":"35260311222333000181550010000000011000000017","rastreamento":"QB123456789BR"}',
    '{"linhaDigitavel":"23793.38128 60007.827136 95000.063305 9 84660000012345"}',
    '{"data":"20260301120037","cep":"95700-000","ie":"123.456.789.110","cnae":"4751-2/01"}',
    '{"slug":"Caneca-Esmaltada-Branca-350ml-Personalizada-Com-Nome","cor":"AzulMarinhoEscuro"}',
    '{"imagemURL":"https://cdn.loja.example/Produtos/2026/Canecas/Caneca-Esmaltada-350ml-Azul.png"}',
    '{"descricaoCurta":"<p>Caneca <b>azul</b>, 350&nbsp;ml</p>"}',
    '{"message":"token: expired, senha: inválida"}',
    'pedido-52998224725, nota_52998224725.xml',
    '',
  ])('stays untouched: %s', (text) => {
    expect(createMasker().maskText(text)).toBe(text)
  })

  it.each([
    'https://api.example/Api/v3/produtos/52998224725',
    'https://api.example/Api/v3/produtos/52998224725/situacoes?pagina=1&limite=100',
    'https://api.example/Api/v3/produtos?idsProdutos%5B%5D=52998224725&idsProdutos[]=1',
    'https://api.example/Api/v3/produtos?codigo=ABC&code=7&dataInicial=2026-01-01',
    'http://127.0.0.1:8080/homologacao/produtos',
    'not a url at all',
    'https://eu:{{senha}}@x.example/y',
    'https://eu:@x.example/y',
    '/relative?x=1#top',
  ])('in an address stays untouched: %s', (url) => {
    expect(createMasker().maskUrl(url)).toBe(url)
  })

  it('in headers stays untouched', () => {
    const headers = [
      ['Content-Type', 'application/json; charset=utf-8'],
      ['x-service-homologacao', '52998224725'],
      ['x-bling-homologacao', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln'],
      ['Date', 'Sun, 01 Mar 2026 02:00:00 GMT'],
      ['ETag', 'W/"52998224725"'],
      ['WWW-Authenticate', 'Bearer realm="api", error="invalid_token"'],
      ['User-Agent', 'PostmanRuntime/7.39.0'],
      ['enable-jwt', '1'],
      ['X-Request-Id', '550e8400-e29b-41d4-a716-446655440000'],
    ] as const
    expect(createMasker().maskHeaders(headers)).toEqual(headers)
  })
})

describe('masking', () => {
  const samples = [
    ...Object.values(places).map((at) => at(SECRET)),
    responding('{"cpf":52998224725,"token":"zz99yy88xx77","m":"a@b.com"}'),
  ]

  it('twice is masking once, also by another masker', () => {
    for (const sample of samples) {
      const masker = known()
      const once = record(sample, masker)
      expect(record(asRaw(once), masker)).toEqual(once)
      expect(record(asRaw(once), createMasker())).toEqual(once)
    }
  })

  it('twice is masking once, also where a blank stands before the label', () => {
    const masker = createMasker()
    masker.register('access_token', 'zz99yy88xx77-Fuzz')
    const masked = masker.maskText('[ zz99yy88xx77-Fuzz {"token":" zz99yy88xx77-Fuzz')
    expect(masked).toBe('[ [access_token#1] {"token":" [access_token#1]')
    expect(masker.maskText(masked)).toBe(masked)
  })

  it('twice is masking once, also where a label came to stand where a name stands', () => {
    const masker = createMasker()
    masker.register('access_token', 'zz99yy88xx77-Fuzz')
    const masked = masker.maskText('529.982.247-25 = \\u0022 zz99yy88xx77-Fuzz', { isForm: true })
    expect(masked).toBe('[cpf#1] = \\u0022 [access_token#1]')
    expect(masker.maskText(masked, { isForm: true })).toBe(masked)
  })

  it('does not give a number twice that an earlier recording shows', () => {
    const masker = createMasker()
    masker.maskText('Bearer [access_token#1]')
    expect(masker.maskText('{"access_token":"zz99yy88xx77"}')).toBe('{"access_token":"[access_token#2]"}')
  })

  it('keeps an address an address', () => {
    const url = createMasker().maskUrl('https://x.example/p?token=zz99yy88xx77&hash=h#top')
    expect(new URL(url).searchParams.get('token')).toBe('[access_token#1]')
    expect(new URL(url).searchParams.get('hash')).toBe('h')
  })

  it('keeps JSON JSON', () => {
    for (const encode of [JSON.stringify, (text: string) => JSON.stringify(JSON.stringify(text))]) {
      const text = `{"a":${encode(`x\n${SECRET}\n maria@exemplo.com\t`)},"cpf":52998224725,"senha":1234}`
      expect(() => JSON.parse(known().maskText(text))).not.toThrow()
    }
  })

  it('of bytes that are not UTF-8 leaves no text and says so', () => {
    const bytes = body(Uint8Array.from([0x7b, 0xff, 0x7d]))
    const exchange = record(raw({ response: { status: 200, headers: [], body: bytes } }), createMasker())
    expect(exchange.response?.body).toEqual({ text: null, sizeBytes: 3, flaw: 'not-utf8' })
  })

  it('keeps long lists whole', () => {
    const list = JSON.stringify({
      data: Array.from({ length: 12_000 }, (_, id) => ({ id, nome: 'Caneca esmaltada 350 ml', preco: 1.5 })),
    })
    expect(list.length).toBeLessThan(2_000_000)
    const exchange = record(responding(list), createMasker())
    expect(exchange.response?.body).toEqual({ text: list, sizeBytes: list.length, flaw: null })
  })

  it('of a body nested a hundred thousand levels deep ends', () => {
    const text = `${'['.repeat(100_000)}"a@b.com"${']'.repeat(100_000)}`
    expect(createMasker().maskText(text)).toContain('[email#1]')
  })
})

function known(): Masker {
  const masker = createMasker()
  masker.register('access_token', SECRET)
  return masker
}

function asRaw(exchange: Exchange): RawExchange {
  const again = (side: Pick<HttpRequest, 'body'>): RawBody | null =>
    side.body && { bytes: Buffer.from(side.body.text ?? ''), sizeBytes: side.body.sizeBytes, flaw: null }
  return {
    ...exchange,
    request: { ...exchange.request, body: again(exchange.request) },
    response: exchange.response && { ...exchange.response, body: again(exchange.response) },
  }
}

describe('a body that comes again', () => {
  const body = '{"observacoes":"chave Zx81kQ0pLm22vT"}'

  it('is masked anew once something became known', () => {
    const masker = createMasker()
    const before = [masker.maskText(body), masker.maskUrl('/x?q=Zx81kQ0pLm22vT')]
    masker.register('secret', 'Zx81kQ0pLm22vT')
    expect([masker.maskText(body), masker.maskUrl('/x?q=Zx81kQ0pLm22vT')]).not.toEqual(before)
    expect(masker.maskText(body)).toBe('{"observacoes":"chave [secret#1]"}')
  })

  it('is masked by what is known of it, not by what was known of its twin', () => {
    const masker = createMasker()
    const text = 'code=Zx81kQ0pLm22vT'
    expect(masker.maskText(text, { isForm: true })).toBe(text)
    expect(masker.maskText(text, { isForm: true, hasCodes: true })).toBe('code=[code#1]')
  })
})

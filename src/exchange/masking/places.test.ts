import { describe, expect, it } from 'vitest'
import {
  isDistinctive,
  isLabel,
  isOrdinary,
  isPlaceholder,
  looksRandom,
  type Place,
  placeOf,
  type SecretKind,
} from './places.js'

describe('what a name says', () => {
  it.each<[SecretKind, readonly string[]]>([
    [
      'access_token',
      [
        'access_token',
        'accessToken',
        'Access-Token',
        'X-Access-Token',
        'token',
        'id_token',
        'auth_token',
        'bearer_token',
        'bearer',
        'jwt',
        'oauth_token',
        'session_token',
        'tokenAcesso',
        'token_de_acesso',
        'HOMOLOGA_ACCESS_TOKEN',
      ],
    ],
    ['refresh_token', ['refresh_token', 'token_atualizacao', 'HOMOLOGA_REFRESH_TOKEN']],
    [
      'client_secret',
      [
        'client_secret',
        'consumerSecret',
        'app_secret',
        'application_secret',
        'HOMOLOGA_CLIENT_SECRET',
        'client_assertion',
      ],
    ],
    ['api_key', ['apikey', 'X-Api-Key', 'api_keys', 'chaveApi', 'api_token', 'api_secret']],
    ['code', ['authorization_code', 'auth_code']],
    [
      'secret',
      [
        'secret',
        'password',
        'passwd',
        'pwd',
        'pass',
        'passphrase',
        'senha',
        'segredo',
        'code_verifier',
        'private_key',
        'X-CSRF-Token',
        'xsrf-token',
        'sessionid',
        'JSESSIONID',
        'PHPSESSID',
        'set-cookie',
        'Cookie',
        'security_token',
        'X-Amz-Security-Token',
      ],
    ],
  ])('is a secret: %s', (kind, names) => {
    for (const name of names) expect([name, placeOf(name)]).toEqual([name, { is: 'secret', kind }])
  })

  it.each<[Place['is'], readonly string[]]>([
    ['authorization', ['Authorization', 'Proxy-Authorization']],
    ['code', ['code']],
    ['document', ['cpf', 'cpfCliente', 'CNPJ', 'documento', 'documentos', 'numeroDocumento', 'taxId']],
    [
      'phone',
      [
        'telefone',
        'telefoneCelular',
        'celular',
        'whatsapp',
        'fone',
        'fax',
        'telefax',
        'tel',
        'tel2',
        'phone',
        'homePhone1',
        'phone_number',
        'mobile',
      ],
    ],
    [
      'identifier',
      [
        'id',
        'idProduto',
        'produtoIds',
        'codigo',
        'codBarras',
        'zipcode',
        'gtin',
        'ean',
        'sku',
        'ncm',
        'cest',
        'numero',
        'number',
        'chaveAcesso',
        'publicKey',
        'hash',
        'serie',
        'protocolo',
        'lote',
        'preco',
        'price',
        'valor',
        'data',
        'dataEmissao',
        'date',
        'pagina',
        'limite',
        'uuid',
        'link',
        'url',
        'href',
        'etiqueta',
        'rastreamento',
        'traceId',
        'fingerprint',
        'pedido',
        'pedidos',
        'ordem',
        'nfe',
        'nf',
        'nfse',
        'nsu',
        'recibos',
      ],
    ],
    [
      'other',
      [
        'nome',
        'observacoes',
        'tokens',
        'secretaria',
        'tokenizer',
        'documentoFiscal',
        'toxken',
        'telhado',
        'pedidoDoCliente',
        'titulo',
        'x'.repeat(81),
      ],
    ],
  ])('is %s', (is, names) => {
    for (const name of names) expect([name, placeOf(name).is]).toEqual([name, is])
  })

  it('is the same the next time', () => {
    expect(placeOf('apikey')).toBe(placeOf('apikey'))
  })
})

it.each([
  ['[access_token#1]', true],
  ['[cpf%2312]', true],
  ['[unusable_token#3]', true],
  ['[access_token#]', false],
  ['[token#1]', false],
  ['x[access_token#1]', false],
  ['[access_token#1]x', false],
  ['', false],
])('%s is a label: %s', (value, expected) => {
  expect(isLabel(value)).toBe(expected)
})

it.each([
  ['', true],
  ['undefined', true],
  ['NULL', true],
  ['nil', true],
  ['none', true],
  ['NaN', true],
  ['true', true],
  ['false', true],
  ['[object Object]', true],
  ['$TOKEN', true],
  ['\u0024{TOKEN}', true],
  ['{{token}}', true],
  ['{{ my.token-1 }}', true],
  ['{token}', true],
  ['<ACCESS TOKEN>', true],
  ['%TOKEN%', true],
  ['undefined1', false],
  ['x{token}', false],
  ['$TOKEN/2', false],
  ['%TOKEN', false],
  ['abc', false],
  [`<${'a'.repeat(57)}>`, true],
  [`<${'a'.repeat(58)}>`, false],
])('%s is a hole: %s', (value, expected) => {
  expect(isPlaceholder(value)).toBe(expected)
})

it.each([
  ['segredo', true],
  ['Segredo', true],
  ['SEgredo', false],
  ['abcdefghijk', true],
  ['abcdefghijkl', false],
  ['abc1', false],
  ['invalid token', true],
  ['Invalid refresh-token', true],
  ['senha do usuario', true],
  ['minha senha', false],
  ['invalid zebra', false],
  ['---', true],
])('%s is an everyday word: %s', (value, expected) => {
  expect(isOrdinary(value)).toBe(expected)
})

it.each([
  ['Zx81kQ0p', true],
  ['Zx81kQ0', false],
  ['z9'.repeat(4_096), true],
  ['z9'.repeat(4_097), false],
  ['invalid_token', false],
  ['{{my_token}}', false],
  ['"Zx81kQ0p"', false],
  ['[Zx81kQ0p]', false],
  ['{"a":"Zx81kQ0p"}', false],
  ['2026-05-04T10:00:00', false],
  ['12345678', false],
  ['123.456,78/9', false],
  ['123456789a', true],
  ['https://exemplo.com', false],
  ['http://exemplo.com', false],
  ['httpsx://exemplo.com', true],
  ['zx8q:https://exemplo', true],
  ['maria1@exemplo.com', false],
])('%s may be hunted everywhere: %s', (value, expected) => {
  expect(isDistinctive(value)).toBe(expected)
})

it.each([
  ['zx81kq0p', true],
  ['zxAkqplmno', true],
  ['Zxakqplmnow', false],
  ['ZXAKQPLMNOW', false],
  ['zxakqplmnowz', false],
  ['abcdefgh-ijklmnop-qrstuvw', true],
  ['abcdefgh-ijklmnop-qrstu', false],
  ['abcdefgh-ijklmnop-qrstuv', true],
  ['12345678-9', false],
  ['12345678_9', false],
  ['zx8', false],
])('%s looks like a secret: %s', (value, expected) => {
  expect(looksRandom(value)).toBe(expected)
})

/** Bodies for which a careless program needs far more time than for others of their length. Each has about the length that is passed. */
export const hostileBodies: Readonly<Record<string, (length: number) => string>> = {
  'a list of products': (length) =>
    list(
      length,
      (i) => `{"id":${16_000_000_000 + i},"nome":"Caneca esmaltada ${i}","preco":32.56,"codigo":"00${i}"}`,
    ),
  'a list of contacts, each with personal data': (length) =>
    list(
      length,
      (i) =>
        `{"id":${i},"nome":"Maria ${i}","numeroDocumento":"529.982.247-25","email":"maria${i}@example.com","telefone":"(51) 9${String(i).padStart(8, '0')}"}`,
    ),
  'a list of tokens, each another': (length) =>
    list(length, (i) => `{"access_token":"tk${i}Ab${(i * 7919) % 1_000_003}xYz"}`),
  'tokens of two letters': (length) => list(length, (i) => `{"access_token":"${twoLetters(i)}1"}`),
  'one word of letters': (length) => 'a'.repeat(length),
  'one word of letters in quotes': (length) => `"${'b'.repeat(length)}"`,
  'digits alone': (length) => '12345678901'.repeat(length / 11),
  'digits and points': (length) => '529.982.247-2'.repeat(length / 13),
  'blanks alone': (length) => ' '.repeat(length),
  'signs of equality': (length) => 'token='.repeat(length / 6),
  'names without values': (length) => 'access_token: '.repeat(length / 14),
  'beginnings of JSON web tokens': (length) => 'eyJabcde.'.repeat(length / 9),
  'beginnings of addresses': (length) => '://a:b'.repeat(length / 6),
  'at signs': (length) => 'a@b.'.repeat(length / 4),
  'at signs alone': (length) => '@'.repeat(length),
  'long names of mail': (length) => `${'a'.repeat(63)}@`.repeat(length / 64),
  'open elements': (length) => '<a>x'.repeat(length / 4),
  'elements with secrets': (length) => '<token>abc1234XYZ</token>'.repeat(length / 25),
  'names of parts on one line': (length) => 'name="a" '.repeat(length / 9),
  'names of parts, a line each': (length) => 'name="a"\r\nx\r\n'.repeat(length / 13),
  'quotes that are never closed': (length) => `senha="token='senha=\\"`.repeat(length / 21),
  'quotes of all kinds': (length) => `senha="a token='b senha=\`c pwd=“d `.repeat(length / 36),
  'open quotes in lines': (length) => `senha="abc\ntoken='x\n`.repeat(length / 20),
  'one line behind an open quote': (length) => `senha="${'a, b '.repeat(length / 5)}`,
  'codes in open quotes': (length) => `code="a code='b `.repeat(length / 16),
  'names in brackets': (length) => 'senha[0][1][2]]]]]='.repeat(length / 19),
  'blanks before signs': (length) => `senha${' '.repeat(15)}=`.repeat(length / 21),
  'attributes of elements': (length) =>
    repeated(length, (i) => `<input name="senha" type=password value="Ab${i}cdEfgh">`),
  'elements without an end': (length) => '<input name="senha" '.repeat(length / 20),
  'names beside values': (length) =>
    list(length, (i) => `{"name":"senha","value":"Ab${i}cdEfgh","key":"token"}`),
  'private keys': (length) => '-----BEGIN PRIVATE KEY-----\nMIIE\n'.repeat(length / 33),
  'JSON that is none': (length) => list(length, (i) => `{"nome":"Maria" ${i}, token: "Ab${i}cdEfgh"}`),
  'percent signs': (length) => '%41'.repeat(length / 3),
  'percent signs, doubly': (length) => '%2541'.repeat(length / 5),
  'percent signs, four times': (length) => '%25252541'.repeat(length / 9),
  'percent signs of characters of four bytes': (length) => '%F0%9F%98%80'.repeat(length / 12),
  'percent signs alone': (length) => '%'.repeat(length),
  'escapes of JSON': (length) => `["${'\\u00e9'.repeat(length / 6)}"]`,
  backslashes: (length) => `["${'\\\\'.repeat(length / 2)}"]`,
  'backslashes without an end': (length) => `["${'\\'.repeat(length)}`,
  'backslashes before quotes': (length) => `["${'\\\\\\"'.repeat(length / 4)}"]`,
  entities: (length) => '&amp;'.repeat(length / 5),
  'entities without an end': (length) => '&#x4'.repeat(length / 4),
  'and signs': (length) => '&'.repeat(length),
  'base64 of letters': (length) =>
    base64('Maria da Silva, maria@example.com; '.repeat(Math.ceil(length / 47))),
  'base64 in base64': (length) =>
    base64(base64('Maria da Silva, maria@example.com; '.repeat(Math.ceil(length / 63)))),
  'base64 of nothing readable': (length) => 'QUJDREVGR0hJ/////w'.repeat(length / 18),
  'pieces of base64 between slashes': (length) => 'bWFyaWFAZXhhbXBsZS5jb20/'.repeat(length / 24),
  'hexadecimal digits': (length) => '6d61726961406578616d706c652e636f6d'.repeat(length / 34),
  'hexadecimal words': (length) => '6d61726961406578616d706c652e636f6d '.repeat(length / 35),
  'hexadecimal words, each another': (length) =>
    repeated(length, (i) => `${Buffer.from(`maria${i}@example.com`).toString('hex')} `),
  'base64 words, each another': (length) => repeated(length, (i) => `${base64(`maria${i}@example.com`)} `),
  'base64 of JSON, each another': (length) =>
    repeated(length, (i) => `${base64(`{"token":"Ab${i}cdEfgh"}`)} `),
  'JSON web tokens, each another': (length) =>
    repeated(
      length,
      (i) => `${base64('{"alg":"HS256"}')}.${base64(`{"sub":"maria${i}"}`)}.c2lnbmF0dXJl${i} `,
    ),
  'points between words': (length) => 'eyJhbGciOiJIUzI1NiJ9.'.repeat(length / 21),
  labels: (length) => '[access_token#1] '.repeat(length / 17),
  'labels, each another': (length) => repeated(length, (i) => `[access_token#${i}] `),
  'labels and secrets by turns': (length) =>
    list(length, (i) => `{"a":"[cpf#${i}]","password":"Abcdef${i}Xyz"}`),
  'pairs of a form': (length) => repeated(length, (i) => `access_token=Ab${i}cdEfgh&`),
  'nested brackets': (length) => '['.repeat(length / 2) + ']'.repeat(length / 2),
  'nested objects': (length) => '{"a":'.repeat(length / 5),
  'many keys': (length) => `{${repeated(length, (i) => `"k${i}":1,`)}"end":1}`,
  'keys that are persons': (length) => `{${repeated(length, (i) => `"maria${i}@example.com":1,`)}"end":1}`,
  'keys that are names of secrets': (length) =>
    `{${repeated(length, (i) => `"access_token":"a${i}",`)}"end":1}`,
  'one string of escapes and secrets': (length) =>
    `"${repeated(length, (i) => `\\"senha\\":\\"Ab${i}cdEfgh\\",`)}"`,
  'brackets by turns': (length) => '[{"a":'.repeat(length / 6),
  'numbers like documents': (length) => list(length, (i) => String(10_000_000_000 + i * 7919)),
  'documents in text': (length) => repeated(length, (i) => `${10_000_000_000 + i * 7919} `),
  'addresses with queries': (length) =>
    repeated(length, (i) => `https://a.example/p?code=Ab${i}cdEf&state=x%20y `),
  numbers: (length) => list(length, (i) => String(i * 7919)),
  'forms in forms': (length) =>
    repeated(
      length,
      (i) => `a${i}=${encodeURIComponent(`b=${encodeURIComponent(`senha=Ab${i}cdEfgh&c=1`)}`)}&`,
    ),
  'open quotes, each another': (length) => repeated(length, (i) => `senha="token='Ab${i}cdEfgh\\"`),
  'percent signs thrice, with secrets': (length) => repeated(length, (i) => thrice(`senha="Ab${i}cdEfgh"&`)),
  'entities around secrets': (length) =>
    repeated(length, (i) => `&quot;senha&quot;:&quot;Ab${i}cdEfgh&quot;,`),
  'base64 in queries in JSON': (length) =>
    list(length, (i) => `{"url":"https://a.example/p?d=${base64(`{"token":"Ab${i}cdEfgh"}`)}&state=x"}`),
  'names of secrets, each another': (length) =>
    `{${repeated(length, (i) => `"senhaDe${i}Token":"Ab${i}cdEfgh",`)}"end":1}`,
  'attributes without an end': (length) => repeated(length, (i) => `<a senha="Ab${i}cdEfgh token='`),
  'YAML of blocks': (length) =>
    repeated(length, (i) => `- senha: |\n    Ab${i}cdEfgh\n  token: !!str Xy${i}zabcdef\n`),
  'strings of one character': (length) => `["a"${',"a"'.repeat(length / 4)}]`,
  'strings without an end': (length) => '"'.repeat(length),
  'characters of two bytes': (length) => list(length, (i) => `{"descrição":"maçã ${i} — über"}`),
  'characters of four bytes': (length) => '😀'.repeat(length / 2),
  bearers: (length) => repeated(length, (i) => `Bearer Abcdef${i}GhIjkl `),
  'brackets after a word': (length) => `senha=${')'.repeat(length)}x y`,
  'cookies on one line': (length) => 'cookie: a=b '.repeat(length / 12),
  'parts of a form within a part': (length) => 'name="senha"\r\n\r\n'.repeat(length / 16),
  'addresses within an address': (length) => 'http://a/http://b/'.repeat(length / 18),
  'addresses within queries': (length) => 'http://a/?b=http://c/?d='.repeat(length / 24),
  'a known secret many times in one word': (length) =>
    Buffer.from('998877665544')
      .toString('hex')
      .repeat(length / 24),
  'bearers of letters': (length) => 'Bearer aaaaaaaaaa '.repeat(length / 18),
  'JSON in JSON': (length) =>
    JSON.stringify({
      text: JSON.stringify({ text: list(length * 0.7, (i) => `{"email":"maria${i}@example.com"}`) }),
    }),
}

function list(length: number, item: (i: number) => string): string {
  return `[${repeated(length, (i) => `${i === 0 ? '' : ','}${item(i)}`)}]`
}

function repeated(length: number, item: (i: number) => string): string {
  const parts: string[] = []
  for (let i = 0, size = 0; size < length; i++) {
    const part = item(i)
    parts.push(part)
    size += part.length
  }
  return parts.join('')
}

function thrice(text: string): string {
  return encodeURIComponent(encodeURIComponent(encodeURIComponent(text)))
}

/** Returns a different word of `a` and `B` for each number. The factor spreads its bits (Knuth's multiplicative hashing). */
function twoLetters(i: number): string {
  return (i * 2_654_435_761 + 2 ** 31).toString(2).slice(-30).replace(/0/g, 'a').replace(/1/g, 'B')
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64')
}

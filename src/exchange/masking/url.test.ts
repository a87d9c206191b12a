import { describe, expect, it } from 'vitest'
import { createMasker } from '../masking.js'

const O = 'https://erp.exemplo.com/Api/v3'
const S = 'Zx81kQ0pLm22vT'
/** Long, of letters and digits, without a word: no product is called so. */
const OPAQUE = 'q7Zx81kQ0pLm22vTr5Wd'
const masked = (path: string) =>
  createMasker()
    .maskUrl(O + path)
    .slice(O.length)

describe('a secret in an address', () => {
  it.each([
    ['behind its name in the path', `/token/${S}`, '/token/[access_token%231]'],
    [
      'in hexadecimal digits that are digits alone',
      `/token/${'6337613935'.repeat(4)}`,
      '/token/[access_token%231]',
    ],
    ['behind its name, amid the path', `/access_token/${S}/x`, '/access_token/[access_token%231]/x'],
    ['behind a percent-encoded name', `/%74oken/${S}`, '/%74oken/[access_token%231]'],
    ['that is percent-encoded itself', `/token/${S}%2B%3D`, '/token/[access_token%231]'],
    ['behind its name, before a query', `/senha/${S}?a=1`, '/senha/[secret%231]?a=1'],
    ['a code behind its name', `/code/${OPAQUE}`, '/code/[code%231]'],
    ['a CPF behind its name', '/contatos/cpf/52998224725', '/contatos/cpf/[cpf%231]'],
    ['a telephone behind its name', '/telefone/11987654321', '/telefone/[phone%231]'],
    ['a CNPJ behind its name', '/contatos/cnpj/11222333000181', '/contatos/cnpj/[cnpj%231]'],
    ['a session', `?session=${S}`, '?session=[secret%231]'],
    ['a session by a short name', `?sid=${S}`, '?sid=[secret%231]'],
    ['a number of one use', '?otp=482915&pin=4829', '?otp=[secret%231]&pin=[secret%232]'],
    ['an assertion', `?assertion=${S}`, '?assertion=[secret%231]'],
    [
      'a ticket, and whatever is for auth',
      `?ticket=${OPAQUE}&auth=${OPAQUE}x`,
      '?ticket=[secret%231]&auth=[secret%232]',
    ],
    ['a code on a route', `?code=${OPAQUE}`, '?code=[code%231]'],
    [
      'what opens a signed link',
      `?X-Amz-Signature=${OPAQUE}&sig=${OPAQUE}2%3D`,
      '?X-Amz-Signature=[secret%231]&sig=[secret%232]',
    ],
    ['behind a name with a version', '/token/v2x81kQ0pLm22vT', '/token/[access_token%231]'],
    ['behind its name, at the end of words', '/token/caneca-Zx81kQ0p2', '/token/[access_token%231]'],
  ])('is masked: %s', (_what, path, expected) => {
    expect(masked(path)).toBe(expected)
  })

  it.each([
    ['an address of tokens', '/oauth/token'],
    ['what is done to a token', '/oauth/token/revoke/introspection-of-tokens/v2'],
    ['words behind a token, with a version', '/token/revogacao-de-acessos-v2'],
    ['words behind a token, with a year', '/token/atualizacao2026'],
    ['words behind a token, with a number', '/token/renovacao-de-acessos-20261122'],
    ['a number behind its name that may be a record', `/token/${'6'.repeat(39)}`],
    ['a short one behind its name', '/token/Zx81kQ'],
    ['an identifier', '/homologacao/produtos/16706176876/situacoes'],
    ['an identifier with the check digits of a CPF', '/contatos/52998224725'],
    ['one with those of a CNPJ', '/contatos/11222333000181/tipos'],
    ['a number of fourteen digits without check digits', '/pedidos/vendas/20261122130501'],
    ['a number with the digits of a CNPJ within', '/nfe/3526111122233300018155'],
    ['an identifier of letters', '/notificacoes/01HZX3T9Q2M4N6P8R0S2T4V6W8'],
    ['a short code', '/produtos?code=CAN-01'],
    ['a code with a name in it', '/produtos?code=caneca-azul-2026-tamanho-grande'],
    ['a code of digits', '/produtos?code=78912345678901234567890'],
    ['a code of letters', '/produtos?code=NECESSARIAMENTEDISPONIVEL'],
    ['a ticket of a person', '/produtos?ticket=4711&auth=basic'],
    ['a hash', `/produtos?hash=${OPAQUE}`],
    ['a signature that is none of a link', '/contratos?signature=digital'],
    ['a session of lists', '/produtos?lastSession=2026&pinned=1'],
  ])('stays: %s', (_what, path) => {
    expect(masked(path)).toBe(path)
  })
})

describe('of a whole address', () => {
  const whole = (url: string) => createMasker().maskUrl(url)

  it.each([
    [`https://maria:${S}@exemplo.com/x`, 'https://maria:[secret%231]@exemplo.com/x'],
    [`HTTPS://maria:a'${S}@exemplo.com`, 'HTTPS://maria:[secret%231]@exemplo.com'],
    [`git+ssh-1.0://maria:a'b:c@exemplo.com/x`, 'git+ssh-1.0://maria:[secret%231]@exemplo.com/x'],
    [`https://maria:a'$&b@exemplo.com`, 'https://maria:[secret%231]@exemplo.com'],
    ['https://maria@exemplo.com/a:b@c', 'https://[email%231]/a:b@c'],
    ["https://exemplo.com/a'b:c@d", "https://exemplo.com/a'b:c@d"],
    ["https://exemplo.com?a=b'c:d@e", "https://exemplo.com?a=b'c:d@e"],
    ['https://maria:{{senha}}@exemplo', 'https://maria:{{senha}}@exemplo'],
    [`/x?a=1#access_token=${S}&state=1`, '/x?a=1#access_token=[access_token%231]&state=1'],
    [`/x#access_token=${S}`, '/x#access_token=[access_token%231]'],
    [`/x?a=[cpf#12]&b=&#x41;#token=${S}`, '/x?a=[cpf%2312]&b=&#x41;#token=[access_token%231]'],
    [`/x?a=&#65;b#token=${S}#`, '/x?a=&#65;b#token=[access_token%231]'],
    ['/x?a=&#65b#senha=abc', '/x?a=&#65b#senha=[secret%231]'],
    ['?senha=abc', '?senha=[secret%231]'],
    ['#senha=abc', '#senha=[secret%231]'],
    ['/x?', '/x?'],
    ['/x#', '/x#'],
    ['/x#?', '/x#?'],
  ])('%s is kept %s', (url, expected) => {
    expect(whole(url)).toBe(expected)
  })

  it('the part that lies too deep in other addresses is replaced whole', () => {
    const nested = (depth: number) => createMasker().maskText('http://a/'.repeat(depth))
    expect(nested(5)).toBe('http://a/'.repeat(5))
    expect(nested(9)).toBe(`${'http://a/'.repeat(5)}[opaque#1]`)
  })

  it('the password is known from then on', () => {
    const masker = createMasker()
    masker.maskUrl("https://maria:a'Zx81%2BkQ0p@exemplo.com")
    expect(masker.maskText("x a'Zx81+kQ0p y")).toBe('x [secret#1] y')
  })
})

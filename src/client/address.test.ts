import { describe, expect, it } from 'vitest'
import { carriesCredentials, ForeignOriginError, InsecureAddressError, safeAddress } from './address.js'

describe('an address', () => {
  it.each(['https://erp.exemplo.invalid/Api/v3', 'http://127.0.0.1:8080/Api/v3', 'http://localhost/x'])(
    'may be called: %s',
    (url) => expect(safeAddress(url).href).toBe(url),
  )

  it.each(['http://erp.exemplo.invalid/Api/v3', 'ftp://127.0.0.1/x', 'file:///etc/passwd'])(
    'may not be called: %s',
    (url) => expect(() => safeAddress(url)).toThrow(InsecureAddressError),
  )

  it('that is foreign is told with those that are not', () => {
    const { message } = new ForeignOriginError('https://b.invalid', [
      'https://a.invalid',
      'https://t.invalid',
    ])
    expect(message).toContain('https://b.invalid')
    expect(message).toContain('"https://a.invalid", "https://t.invalid"')
  })
})

describe('credentials', () => {
  const form = (text: string) => Buffer.from(text)

  it.each(['Authorization', 'authorization', 'Proxy-Authorization', 'Cookie', 'X-Api-Key'])(
    'stand in the header %s',
    (name) =>
      expect(
        carriesCredentials(
          [
            ['Accept', '*/*'],
            [name, 'x'],
          ],
          null,
        ),
      ).toBe(true),
  )

  it.each([
    'refresh_token=r1',
    'grant_type=refresh_token&refresh_token=r1',
    'a=1&client_secret=s',
    'code_verifier=v',
    '{"refresh_token":"r1"}',
    '{"grant_type":"x", "client_secret" : "s"}',
  ])('stand in the body %s', (text) => expect(carriesCredentials([], form(text))).toBe(true))

  it.each([
    '',
    'grant_type=refresh_token',
    'my_refresh_token=1',
    '{"nome":"refresh_token"}',
    'nome=client_secret',
  ])('do not stand in the body %s', (text) =>
    expect(carriesCredentials([['Content-Type', 'x']], form(text))).toBe(false),
  )

  it('are none where there is neither', () => expect(carriesCredentials([], null)).toBe(false))
})

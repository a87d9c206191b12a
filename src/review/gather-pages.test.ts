import { describe, expect, it } from 'vitest'
import { registration } from '../rules/application/facts.fixture.js'
import type { PageFacts } from '../rules/application/index.js'
import {
  findLeaks,
  gatherPages,
  isAuthorizeAddress,
  type PagesOptions,
  type ServiceSide,
} from './gather-pages.js'
import type { Visit, Visitor } from './link-visitor.js'
import { visitOf } from './visit.fixture.js'

const visit = (changes: Partial<Visit> = {}): Visit =>
  visitOf({
    headers: [['content-type', 'text/html']],
    bytes: Buffer.from('<p>Conta conectada</p>'),
    sizeBytes: 22,
    ...changes,
  })

const drawn = { title: 'Feito', heading: '', text: 'Feito', lang: 'pt-BR', overflowPx: 0, stored: '' }

const serviceWith = (secrets: readonly string[]): ServiceSide => ({
  grantCode: () => 'granted',
  factsOfCode: () => ({ codeExchanged: true, refusal: null, isCodeSpentAgain: false }),
  secrets,
})

const visiting = (changes: Partial<Visit>) => (): Visitor => ({
  visit: async () => visit(changes),
  submit: async () => visit(changes),
})

/** An application that gives out states and shows the same page whatever comes. */
async function gathered(changes: Partial<PagesOptions> & { exchanges?: boolean } = {}) {
  const asked: URL[] = []
  let states = 0
  const newVisitor = (): Visitor => ({
    async visit(url) {
      if (!url.includes('/conectar')) asked.push(new URL(url))
      const authorize = `https://erp.example/oauth/authorize?response_type=code&state=state-${++states}`
      return url.includes('/conectar') ? visit({ status: 302, hops: [authorize] }) : visit()
    },
    submit: async () => visit(),
  })
  let codes = 0
  const service: ServiceSide = {
    grantCode: () => `granted-${++codes}`,
    factsOfCode: () => ({ codeExchanged: changes.exchanges ?? true, refusal: null, isCodeSpentAgain: false }),
    secrets: [],
  }
  const pages = await gatherPages({
    registration: registration(),
    link: 'http://127.0.0.1:8787/retorno',
    service,
    newVisitor,
    draw: null,
    ...changes,
  })
  const of = (call: PageFacts['call']) => pages.find((page) => page.call === call)
  return { pages, of, asked, parameters: asked.map(({ searchParams }) => Object.fromEntries(searchParams)) }
}

describe('calling the redirect link', () => {
  it('is done once for each end that an authorization can have', async () => {
    const { pages, parameters } = await gathered()
    expect(pages.map(({ call }) => call)).toEqual([
      'success',
      'access-denied',
      'inactivated',
      'wrong-state',
      'code-reused',
    ])
    expect(parameters[0]).toMatchObject({ error: 'access_denied', state: 'state-1' })
    expect(parameters[1]).toMatchObject({ error: 'app_inativo' })
    expect(parameters[2]?.code).toBe('granted-1')
    expect(parameters[2]?.state).not.toMatch(/^state-/)
    expect(parameters[3]).toMatchObject({ code: 'granted-2', state: expect.stringMatching(/^state-/) })
    expect(parameters[4]).toEqual(parameters[3])
  })

  it('keeps what the registered link has in its query', async () => {
    const { asked } = await gathered({ link: 'http://127.0.0.1:8787/retorno?loja=7' })
    expect(asked.every(({ searchParams }) => searchParams.get('loja') === '7')).toBe(true)
  })

  it('shows no page of success where nobody can give a valid code', async () => {
    const { of } = await gathered({ service: null })
    expect(of('success')?.skipped).toBe('no-valid-code')
    expect(of('code-reused')?.skipped).toBe('no-valid-code')
    expect(of('wrong-state')).toMatchObject({ skipped: null, codeExchanged: null })
    expect(of('access-denied')?.skipped).toBeNull()
  })

  it('shows none where nobody knows the state', async () => {
    const { of } = await gathered({ registration: registration({ startLink: null }) })
    expect(of('success')?.skipped).toBe('no-state')
  })

  it.each([
    ['no-authorization', 'https://app.example/entrar'],
    ['stateless', 'https://erp.example/oauth/authorize?response_type=code'],
  ])('shows none, and says why: %s', async (why, hop) => {
    const newVisitor = () => ({ visit: async () => visit({ hops: [hop] }), submit: async () => visit() })
    const { of } = await gathered({ newVisitor })
    expect([of('success')?.skipped, of('code-reused')?.skipped]).toEqual([why, why])
    expect(of('access-denied')?.skipped).toBeNull()
  })

  it.each([
    ['a link', '<a href="AUTHORIZE">Conectar</a>', null],
    ['a form', '<form action="https://erp.example/authorize">FIELDS<button>Conectar</button></form>', null],
    ['a button', '<form method="post">FIELDS<button>Conectar</button></form>', 'state=s1&response_type=code'],
  ])('knows the state of a page that has %s', async (_what, page, sent) => {
    const fields = ['state=s1', 'response_type=code']
      .map((one) => one.split('='))
      .map(([name, value]) => `<input type="hidden" name="${name}" value="${value}">`)
    const authorize = 'https://erp.example/authorize?response_type=code&state=s1'
    const shown = page
      .replace('AUTHORIZE', authorize.replace('&', '&amp;'))
      .replace('FIELDS', fields.join(''))
    const pressed: string[] = []
    const states: (string | null)[] = []
    const gatheredAt = (startLink: string) =>
      gathered({
        registration: registration({ startLink }),
        newVisitor: () => ({
          async visit(url) {
            if (!url.includes('/conectar')) states.push(new URL(url).searchParams.get('state'))
            return visit(url.includes('/conectar') ? { bytes: Buffer.from(shown), finalUrl: url } : {})
          },
          async submit(url, form) {
            pressed.push(`${url} ${form}`)
            return visit({ status: 302, hops: [authorize] })
          },
        }),
      })
    const here = 'http://127.0.0.1:8787/conectar'
    const { of } = await gatheredAt(here)
    expect(of('success')?.skipped).toBeNull()
    expect([states.at(-2), states.at(-1)]).toEqual(['s1', 's1'])
    expect(new Set(pressed)).toEqual(new Set(sent === null ? [] : [`${here} ${sent}`]))
    const elsewhere = await gatheredAt('https://app.example/conectar')
    expect(elsewhere.of('success')?.skipped).toBe(sent === null ? null : 'no-authorization')
    expect(pressed.every((one) => one.startsWith(here))).toBe(true)
  })

  it.each([
    ['two buttons', '<form method=post><button></form><form method=POST><button></form>'],
    ['a field to fill in', '<form method=post><input name=loja><button></form>'],
    ['a choice', '<form method=post><select name=loja></select><button></form>'],
    ['a link of its own', '<a href="/oauth/authorize">Conectar</a>'],
  ])('presses nothing on a page that has %s', async (_what, page) => {
    const pressed: string[] = []
    const { of } = await gathered({
      registration: registration({ startLink: 'http://127.0.0.1:8787/conectar' }),
      newVisitor: () => ({
        visit: async (url) => visit({ bytes: Buffer.from(page), finalUrl: url }),
        submit: async (url) => visit({ hops: [`${pressed.push(url)}`] }),
      }),
    })
    expect([of('success')?.skipped, pressed]).toEqual(['no-authorization', []])
  })

  it('accuses an application on this machine that exchanges nothing, and none that lives elsewhere', async () => {
    const here = await gathered({ exchanges: false })
    expect(here.of('success')).toMatchObject({ skipped: null, codeExchanged: false })
    const elsewhere = await gathered({ exchanges: false, link: 'https://app.example/retorno' })
    expect(elsewhere.of('success')?.skipped).toBe('no-valid-code')
    expect(elsewhere.of('wrong-state')?.codeExchanged).toBeNull()
    const tunnelled = await gathered({ link: 'https://tunnel.example/retorno' })
    expect(tunnelled.of('success')?.codeExchanged).toBe(true)
  })

  it('waits with whether a code was exchanged until the application has settled', async () => {
    let hasSettled = false
    const tried: boolean[] = []
    const { of } = await gathered({
      service: {
        grantCode: () => 'granted',
        factsOfCode: () => ({
          codeExchanged: hasSettled,
          refusal: hasSettled ? 401 : null,
          isCodeSpentAgain: hasSettled,
        }),
        secrets: [],
      },
      waitUntilDone: async (hasTried) => {
        tried.push(hasTried())
        hasSettled = true
        tried.push(hasTried())
      },
    })
    expect(tried).toEqual([false, true])
    expect([of('success')?.codeExchanged, of('wrong-state')?.codeExchanged]).toEqual([true, true])
    expect(of('access-denied')?.codeExchanged).toBeNull()
    expect([of('success')?.refusal, of('access-denied')?.refusal]).toEqual([401, null])
    expect([of('success')?.isCodeSpentAgain, of('access-denied')?.isCodeSpentAgain]).toEqual([true, false])
  })

  it('looks for credentials in what was drawn, those issued meanwhile too', async () => {
    const secrets: string[] = []
    const { of } = await gathered({
      service: serviceWith(secrets),
      draw: async () => {
        secrets.push('t0k3n')
        return { ...drawn, text: 'O seu token: t0k3n', stored: 't0k3n' }
      },
    })
    expect(of('success')?.leaks).toEqual(['text'])
  })

  it.each([
    ['storage', ['storage'], { stored: '{"token":"t0k3n"}' }, {}],
    ['a cookie', ['storage'], {}, { httpOnly: false }],
    ['a cookie that scripts never see', [], {}, { httpOnly: true }],
  ])('looks for credentials in %s', async (_, leaks, changes, cookie) => {
    const cookies = [{ name: 'a', value: 't0k3n', httpOnly: true, isStrict: false, ...cookie }]
    const { of } = await gathered({
      service: serviceWith(['t0k3n']),
      newVisitor: visiting({ cookies }),
      draw: async () => ({ ...drawn, ...changes }),
    })
    expect(of('access-denied')?.leaks).toEqual(leaks)
  })

  it.each([
    ['draws another', () => String(Math.random()), false],
    ['has one alone', () => 'loja', true],
  ])('knows an application that %s `state` by what strangers are given', async (_, draw, isConstant) => {
    const { of } = await gathered({
      newVisitor: () =>
        visiting({ hops: [`https://erp.example/oauth/authorize?response_type=code&state=${draw()}`] })(),
    })
    expect(of('wrong-state')?.isStateConstant).toBe(isConstant)
  })

  it('is not done where the link is none', async () => {
    const { asked, pages } = await gathered({ link: 'retorno' })
    expect(asked).toEqual([])
    expect(pages.every(({ skipped }) => skipped === 'no-link')).toBe(true)
  })
})

describe('credentials that lie about', () => {
  const found = (html: string, hops: string[] = []) => findLeaks(html, hops, ['s3cr3t/x'])

  it.each([
    ['link', '<a href="/next?c=s3cr3t/x">'],
    ['link', '<a href="/next?c=s3cr3t%2Fx">'],
    ['link', '<img src=/pixel?access_token=whatever>'],
    ['form', '<input type="hidden" value="s3cr3t/x">'],
    ['script', '<script>let code = "s3cr3t/x"</script>'],
    ['text', '<p>Código: s3cr3t/x</p>'],
    ['source', '<!-- s3cr3t/x --><p>Conta conectada</p>'],
  ])('are found in a %s: %s', (place, html) => expect(found(html)).toEqual([place]))

  it('are found on the way', () => {
    expect(found('', ['https://app.example/pronto#access_token=abc'])).toEqual(['redirect'])
  })

  it('are not found where there are none', () => {
    expect(
      found('<a href="/conta?code=ajuda">ajuda</a><p>O código já foi usado</p>', ['https://a.example/?x=1']),
    ).toEqual([])
  })
})

describe('an authorization address', () => {
  it('is known by what it asks for, or by its path', () => {
    expect(isAuthorizeAddress('https://erp.example/x?response_type=code')).toBe(true)
    expect(isAuthorizeAddress('https://erp.example/oauth/authorize?client_id=1')).toBe(true)
    expect(isAuthorizeAddress('https://app.example/authorized')).toBe(false)
  })
})

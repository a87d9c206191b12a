import { describe, expect, it } from 'vitest'
import { questions } from '../../specification/registration.js'
import { requirement } from '../../specification/requirements.js'
import { type ApplicationState, applicationMoves, applicationStates } from '../../specification/states.js'
import { langs, loadCatalogue } from '../../words/catalogue.js'
import en from '../../words/en.json' with { type: 'json' }
import { fill } from '../../words/fill.js'
import { facts, html, link, page, registration } from './facts.fixture.js'
import type { ApplicationFacts, PageFacts, PersonsAnswer } from './facts.js'
import { applicationRules, judgeApplication } from './index.js'

const told = (changes: Partial<ApplicationFacts>) =>
  judgeApplication(facts(changes))
    .findings.filter(({ severity }) => severity !== 'info')
    .map(({ code }) => code)
const open = (changes: Partial<ApplicationFacts>) =>
  judgeApplication(facts(changes)).open.map(({ code }) => code)
const registered = (changes: Parameters<typeof registration>[0]) =>
  told({ registration: registration(changes) })
const paged = (changes: Parameters<typeof page>[1]) => told({ pages: [page('success', changes)] })
const linked = (changes: Parameters<typeof link>[0]) =>
  told({ links: { ...facts().links, manual: link(changes) } })

describe('an application with nothing to mend', () => {
  it('has no finding but where it stands, and nothing open', () => {
    const { findings, open, tested } = judgeApplication(facts())
    expect(findings.map(({ code }) => code)).toEqual(['application/situation:em-desenvolvimento'])
    expect(open).toEqual([])
    expect(tested).toEqual(applicationRules.map(({ id }) => id))
  })

  it('has rules for every requirement of the registration', () => {
    const ids = applicationRules.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.every((id) => requirement(id).clause.startsWith('A'))).toBe(true)
  })

  it('gives a finding the same fingerprint every time, and another to another subject', () => {
    const broken = facts({
      pages: [page('access-denied', { status: 500 }), page('inactivated', { status: 404 })],
    })
    const [one, other] = judgeApplication(broken).findings
    expect(other?.code).toBe(one?.code)
    expect(judgeApplication(broken).findings[0]?.fingerprint).toBe(one?.fingerprint)
    expect(other?.fingerprint).not.toBe(one?.fingerprint)
  })
})

describe('texts of the registration', () => {
  const of = (length: number) => 'ã'.repeat(length)

  it.each([
    ['name', 2, ['application/name:short']],
    ['name', 3, []],
    ['name', 60, []],
    ['name', 61, ['application/name:long']],
    ['shortDescription', 19, ['application/short-description:short']],
    ['shortDescription', 20, []],
    ['shortDescription', 160, []],
    ['shortDescription', 161, ['application/short-description:long']],
    ['description', 79, ['application/description:short']],
    ['description', 80, []],
    ['description', 4001, ['application/description:long']],
    ['category', 0, ['application/category:missing']],
  ] as const)('counts the characters of %s: %i', (key, length, codes) => {
    expect(registered({ [key]: of(length) })).toEqual(codes)
  })

  it.each(['TODO', 'Nome', 'lorem ipsum dolor', '<nome do aplicativo>', 'xxx', 'Meu aplicativo'])(
    'takes "%s" for a placeholder',
    (name) => expect(registered({ name })).toEqual(['application/name:placeholder']),
  )

  it('shows the beginning of a placeholder', () => {
    const name = `TODO: ${'x'.repeat(80)}`
    const { findings } = judgeApplication(facts({ registration: registration({ name }) }))
    expect(findings[0]?.values).toEqual({ text: name.slice(0, 60) })
  })

  it.each(['Testemunha', 'Método Fácil', 'Example Sync', 'Nome & Cia'])('takes "%s" for a name', (name) =>
    expect(registered({ name })).toEqual([]),
  )

  it('fails nobody for a length or a size, which the specification does not name', () => {
    const severities = (changes: Partial<ApplicationFacts>) =>
      judgeApplication(facts(changes)).findings.flatMap(({ code, severity }) =>
        severity === 'info' ? [] : [[code, severity]],
      )
    const texts = { name: of(2), shortDescription: of(161), description: '', category: 'TODO' }
    expect(severities({ registration: registration(texts) })).toEqual([
      ['application/description:missing', 'error'],
      ['application/category:placeholder', 'error'],
      ['application/name:short', 'warning'],
      ['application/short-description:long', 'warning'],
    ])
    const image = { kind: 'image', format: 'png', widthPx: 99, heightPx: 2049, sizeBytes: 3_000_000 } as const
    expect(new Set(severities({ logo: image }).map(([, severity]) => severity))).toEqual(new Set(['warning']))
    expect(severities({ logo: image })).toHaveLength(4)
  })

  it('sees a description that says no more than the short one', () => {
    const same = 'Avisa a sua equipe sobre cada pedido de venda que entra na conta ou muda de situação.'
    expect(registered({ description: same, shortDescription: same })).toEqual([
      'application/description:same',
    ])
    expect(registered({ description: '', shortDescription: '' })).toEqual([
      'application/short-description:missing',
      'application/description:missing',
    ])
  })
})

describe('the logo', () => {
  const sized = (widthPx: number, heightPx: number, sizeBytes = 1000, format = 'png') =>
    told({ logo: { kind: 'image', format, widthPx, heightPx, sizeBytes } })

  it.each([
    [100, 100, []],
    [99, 99, ['application/logo:small']],
    [2048, 2048, []],
    [2049, 2049, ['application/logo:large']],
    [256, 255, ['application/logo:not-square']],
    [99, 100, ['application/logo:not-square', 'application/logo:small']],
    [2048, 2049, ['application/logo:not-square', 'application/logo:large']],
  ] as const)('is measured: %i × %i', (width, height, codes) => expect(sized(width, height)).toEqual(codes))

  it('is not too heavy, and a drawing has no size of its own', () => {
    expect(sized(512, 512, 2_000_000)).toEqual([])
    expect(sized(512, 512, 2_000_001)).toEqual(['application/logo:heavy'])
    expect(sized(24, 24, 900, 'svg')).toEqual([])
  })

  it('is there, readable, and an image', () => {
    expect(told({ logo: null })).toEqual(['application/logo:missing'])
    expect(told({ logo: { kind: 'unreadable', reason: 'ENOENT' } })).toEqual(['application/logo:unreadable'])
    expect(told({ logo: { kind: 'no-image' } })).toEqual(['application/logo:no-image'])
    expect(told({ logo: { kind: 'cut' } })).toEqual(['application/logo:cut'])
  })
})

describe('a link', () => {
  const manual = 'application/manual-link'
  const unasked = { status: null, html: '', sizeBytes: 0 } as const

  it.each([
    ['missing', { skipped: 'empty', ...unasked }],
    ['no-address', { skipped: 'no-address', ...unasked }],
    ['not-https', { skipped: 'not-https', ...unasked }],
    ['redirects', { tooManyRedirects: true }],
    ['left-https', { leftHttps: true }],
    ['no-answer', { ...unasked, failure: 'tls' }],
    ['status', { status: 404 }],
    ['status', { status: 500 }],
    ['status', { status: 300 }],
    ['status', { status: 199 }],
    ['sign-in', { status: 401 }],
    ['status', { status: 403 }],
    ['sign-in', { status: 403, html: html('Entre <input type="password">') }],
    ['status', { status: 404, html: html('Entre <input type="password">') }],
    ['sign-in', { finalUrl: 'https://app.example/login?next=/manual' }],
    ['sign-in', { html: html('Entre <input type="password" name="senha">') }],
    ['sign-in', { html: html('Entre <INPUT name=a><input type=PASSWORD>') }],
    ['sign-in', { html: html(`${'palavra '.repeat(59)}<input type="password">`) }],
    ['empty', { html: '', sizeBytes: 0 }],
    ['empty', { html: html(' ') }],
  ] as const)('is called %s', (suffix, changes) => expect(linked(changes)).toEqual([`${manual}:${suffix}`]))

  it.each([
    ['what any success shows', { status: 299 }],
    ['a host whose name begins as this machine', { url: 'https://127.0.0.1.example/' }],
    ['a host whose name ends as this machine', { url: 'https://erp-localhost/' }],
    ['a document', { contentType: 'application/pdf', html: '' }],
    ['another address of the site', { finalUrl: 'https://app.example/pt/manual' }],
    ['a page with a field of another kind', { html: html('Procure <input type="search"> aqui') }],
    [
      'a page of sixty words with a field to sign in',
      { html: html(`${'palavra '.repeat(60)}<input type="password">`) },
    ],
    [
      'a long page with a field to sign in',
      { html: html(`${'palavra '.repeat(80)}<input type="password">`) },
    ],
    ['a page that scripts draw', { html: html('<div id="root"></div><script src="/a.js"></script>') }],
    ['a page about logging in', { url: 'https://app.example/login', finalUrl: 'https://app.example/login/' }],
  ])('may lead to %s', (_name, changes) => expect(linked(changes)).toEqual([]))

  it.each(['http://127.0.0.1:8787/manual', 'http://localhost/manual', 'http://[::1]/manual'])(
    'to this machine is told, and fails nothing: %s',
    (url) => {
      const { findings } = judgeApplication(facts({ links: { ...facts().links, manual: link({ url }) } }))
      expect(findings[0]).toMatchObject({ code: `${manual}:this-machine`, severity: 'warning' })
    },
  )

  it('to the video leads to one that everybody sees', () => {
    const video = (changes: Parameters<typeof link>[0]) =>
      told({ links: { ...facts().links, video: link(changes) } })
    expect(video({ html: html('Este vídeo não está mais disponível') })).toEqual([
      'application/video-link:unavailable',
    ])
    expect(video({ html: html('Vídeo') })).toEqual([])
    expect(video({ status: 404, html: html('video unavailable') })).toEqual(['application/video-link:status'])
  })

  it.each(langs)('that does not answer is told with why, in %s', async (lang) => {
    const { findings } = await loadCatalogue(lang)
    const broken = facts({ links: { ...facts().links, manual: link({ ...unasked, failure: 'tls' }) } })
    const values = judgeApplication(broken).findings[0]?.values ?? {}
    const { actual, message } = findings[`${manual}:no-answer`]
    const why = lang === 'en' ? 'certificate or handshake' : 'certificado ou handshake'
    expect([fill(message, values, lang), fill(actual, values, lang)].every((one) => one.includes(why))).toBe(
      true,
    )
  })

  it('stays open where there is no network', () => {
    const offline = { links: { ...facts().links, manual: link({ skipped: 'offline', ...unasked }) } }
    expect(told(offline)).toEqual([])
    expect(open(offline)).toEqual(['offline'])
    expect(judgeApplication(facts(offline)).tested).not.toContain(manual)
  })

  it('to redirect may refuse a call without parameters, and has no fragment', () => {
    const redirect = (changes: Parameters<typeof link>[0]) =>
      told({ links: { ...facts().links, redirect: link(changes) } })
    expect(redirect({ status: 400 })).toEqual([])
    expect(redirect({ status: 500 })).toEqual(['application/redirect-link:status'])
    expect(redirect({ status: 499 })).toEqual([])
    expect(redirect({ status: 404 })).toEqual(['application/redirect-link:status'])
    expect(redirect({ url: 'https://app.example/#/volta' })).toEqual(['application/redirect-link:fragment'])
  })
})

describe('a page of the redirect link', () => {
  const success = 'application/redirect-success'
  const trace = 'TypeError: x is undefined\n    at handler (/srv/app/index.js:12:7)'
  const english =
    'The account is now connected to the application and you have to go on with this from your panel.'

  it.each([
    ['status', { status: 500 }],
    ['status', { status: 201 }],
    ['no-answer', { status: null, failure: 'reset' }],
    ['no-answer', { status: 200, failure: 'too-large' }],
    ['redirects', { tooManyRedirects: true }],
    ['left-https', { leftHttps: true }],
    ['raw-json', { html: '{"ok":true}', contentType: 'application/json' }],
    ['raw-json', { html: html('{"access_token":"…"}') }],
    ['not-html', { html: 'Conta conectada com sucesso', contentType: 'text/plain' }],
    [
      'no-title',
      { html: html('A sua conta foi conectada.').replace(/<title>.*<\/title>/, '<title> </title>') },
    ],
    ['no-words', { html: html('<img src="/ok.png">') }],
    ['lang-missing', { html: html('A sua conta foi conectada.', { attributes: '' }) }],
    ['lang-other', { html: html('A sua conta foi conectada.', { attributes: ' lang="en"' }) }],
    ['language', { html: html(english) }],
    ['stack-trace', { html: html(`<p>A sua conta</p><pre>${trace}</pre>`) }],
    ['stack-trace', { html: html('A sua conta foi conectada.<!-- Stack trace: -->') }],
    ['stack-trace', { html: html('A sua conta foi conectada. Type&#69;rror: x') }],
    ['no-viewport', { html: html('A sua conta foi conectada.').replace(/<meta[^>]*>/, '') }],
    [
      'no-viewport',
      { html: html('A sua conta foi conectada.').replace('width=device-width', 'initial-scale=1') },
    ],
    [
      'no-words',
      {
        html: html('<script>draw()</script>'),
        drawn: { title: '', heading: '', text: 'Conta conectada', lang: '', overflowPx: 0 },
      },
    ],
    [
      'too-wide',
      {
        drawn: {
          title: 'Feito',
          heading: '',
          text: 'A sua conta foi conectada.',
          lang: 'pt-BR',
          overflowPx: 2,
        },
      },
    ],
    ['leak-link', { leaks: ['link'] }],
    [
      'referrer',
      {
        codeInAddress: true,
        referrerPolicy: 'unsafe-url',
        html: html('<a href="https://b.example">A sua conta foi</a>'),
      },
    ],
    [
      'referrer',
      {
        codeInAddress: true,
        referrerPolicy: 'unsafe-url',
        html: html('<a href="http://b.example">A sua conta foi</a>'),
      },
    ],
    [
      'referrer-open',
      { codeInAddress: true, referrerPolicy: '', html: html('<a href="//b.example">A sua conta foi</a>') },
    ],
  ] as const)('is called %s', (suffix, changes) => expect(paged(changes)).toEqual([`${success}:${suffix}`]))

  it.each([
    [
      'a policy in the page',
      {
        codeInAddress: true,
        referrerPolicy: '',
        html: html('<a href="//b.example">A sua conta foi</a>', {
          head: '<meta name="referrer" content="no-referrer">',
        }),
      },
    ],
    [
      'links of its own alone',
      {
        codeInAddress: true,
        referrerPolicy: '',
        html: html('<a href="/painel//loja">A sua conta foi conectada</a>'),
      },
    ],
    [
      'a viewport with blanks',
      { html: html('A sua conta foi conectada.').replace('width=device', 'width = device') },
    ],
    ['three words', { html: html('Conta bem conectada') }],
    [
      'a title that a browser drew',
      {
        html: html('A sua conta foi conectada.', { attributes: '' }).replace(/<title>.*<\/title>/, ''),
        drawn: { title: 'Feito', heading: '', text: 'A sua conta foi conectada.', lang: 'pt', overflowPx: 0 },
      },
    ],
    [
      'the title that stands in its text',
      { drawn: { title: '', heading: '', text: 'A sua conta foi', lang: '', overflowPx: 0 } },
    ],
    ['Portuguese of Portugal', { html: html('A sua conta foi conectada.', { attributes: ' lang="pt-PT"' }) }],
    ['few words, whose language nobody can tell', { html: html('Conta conectada com sucesso') }],
    [
      'one pixel',
      {
        drawn: {
          title: 'Feito',
          heading: '',
          text: 'A sua conta foi conectada.',
          lang: 'pt-BR',
          overflowPx: 1,
        },
      },
    ],
    [
      'scripts that a browser drew',
      {
        html: html('<script>draw()</script>'),
        drawn: {
          title: 'Feito',
          heading: '',
          text: 'A sua conta foi conectada.',
          lang: 'pt-BR',
          overflowPx: 0,
        },
      },
    ],
  ])('may have %s', (_name, changes) => expect(paged(changes)).toEqual([]))

  it.each([
    ['fr', 'La demande de la boutique est arrivée, et on a la date que le client y a mise, un par un.'],
    [
      'it',
      'La pagina si apre con un clic: una lista di ordini con la data, al posto di un file del negozio.',
    ],
  ])('in a language that nobody tells apart is taken for no other: %s', (language, words) => {
    const shown = { pages: [page('success', { html: html(words, { attributes: ` lang="${language}"` }) })] }
    expect(told({ ...shown, registration: registration({ language }) })).toEqual([])
    expect(told(shown)).toEqual([`${success}:lang-other`])
  })

  it('is told with what was seen, and what is but a matter of care is a warning', () => {
    const found = (changes: Parameters<typeof page>[1]) =>
      judgeApplication(facts({ pages: [page('success', changes)] })).findings[0]
    const call = '?code=…&state=…'
    expect(found({ contentType: '' })).toMatchObject({
      severity: 'error',
      values: { call, contentType: null },
    })
    expect(found({ contentType: 'text/plain' })?.values).toEqual({ call, contentType: 'text/plain' })
    const bare = { html: html('A sua conta foi conectada.', { attributes: '' }) }
    expect(found(bare)).toMatchObject({ severity: 'warning', values: { call, language: 'pt-BR' } })
  })

  it.each([
    ['A sua conta foi conectada.<script>count()</script>', []],
    ['Conta bem conectada<script>draw()</script>', []],
    ['Conta conectada<script>draw()</script>', ['page-drawn-by-scripts']],
    ['<iframe src="/feito"></iframe>', ['page-drawn-by-scripts']],
  ])('that has scripts is open where it has too few words: %s', (words, codes) => {
    expect(open({ pages: [page('success', { html: html(words) })] })).toEqual(codes)
  })

  it('is open where frames show it', () => {
    const framed = html('').replace(/<body.*/s, '<frameset><frame src="/feito"></frameset></html>')
    expect(open({ pages: [page('success', { html: framed })] })).toEqual(['page-drawn-by-scripts'])
  })

  it('stays open where scripts draw it and no browser was there', () => {
    const pages = [page('success', { html: html('<div id="root"></div><script src="/a.js"></script>') })]
    expect(told({ pages })).toEqual([])
    expect(open({ pages })).toEqual(['page-drawn-by-scripts'])
  })

  it('stays open where it could not be called', () => {
    const skip = (skipped: PageFacts['skipped'], codeExchanged: boolean | null = null) => ({
      skipped,
      status: null,
      html: '',
      codeExchanged,
    })
    const pages = [page('success', skip('no-valid-code', false)), page('wrong-state', skip('no-state'))]
    expect(open({ pages })).toEqual(['page-no-valid-code', 'page-no-state'])
    expect(told({ pages })).toEqual([])
    expect(judgeApplication(facts({ pages })).tested).not.toContain(success)
    expect(open({ pages: [page('success', skip('no-link'))] })).toEqual([])
  })

  it('of a failure is compared with a success that was shown', () => {
    const words = { html: html('A sua conta foi conectada.') }
    const pages = [
      page('success', { ...words, skipped: 'no-valid-code', codeExchanged: null }),
      page('access-denied', words),
    ]
    expect(told({ pages })).toEqual([])
  })

  it('of success follows an exchange, that of a wrong state never does', () => {
    expect(paged({ codeExchanged: false })).toEqual([`${success}:not-exchanged`])
    expect(told({ pages: [page('wrong-state', { codeExchanged: true })] })).toEqual([
      'application/redirect-error:state-accepted',
    ])
    expect(open({ pages: [page('wrong-state', { codeExchanged: null })] })).toEqual(['state-unseen'])
    expect(told({ pages: [page('code-reused', { codeExchanged: true })] })).toEqual([])
    expect(told({ pages: [page('inactivated', { codeExchanged: false }), page('success')] })).toEqual([])
  })

  it('of success is none where the service refused the exchange, however often', () => {
    const { findings } = judgeApplication(
      facts({ pages: [page('success', { refusal: 401 }), page('wrong-state', { refusal: 400 })] }),
    )
    expect(findings.map(({ code, values }) => [code, values.status])).toEqual([
      [`${success}:exchange-refused`, 401],
      ['application/situation:em-desenvolvimento', undefined],
    ])
  })

  it('of success names the cookie that stayed behind where it exchanged nothing', () => {
    const words = html('<h1>Conexão não concluída</h1>O pedido não partiu desta página.')
    const lost = { html: words, withheld: ['sessao', 'csrf'], codeExchanged: false }
    const { findings } = judgeApplication(facts({ pages: [page('success', lost)] }))
    expect(findings[0]).toMatchObject({
      code: `${success}:strict-cookie`,
      severity: 'error',
      values: { cookies: 'sessao, csrf' },
    })
    expect(paged(lost)).toHaveLength(1)
    expect(paged({ withheld: ['sessao'], codeExchanged: true })).toEqual([])
    const scripted = `${words}<script src="/a.js"></script>`
    const byScripts = { pages: [page('success', { ...lost, html: scripted, codeInAddress: true })] }
    expect(open(byScripts)).toEqual(['exchange-unseen'])
    expect(told(byScripts)).not.toContain(`${success}:strict-cookie`)
  })

  it('of success whose scripts can read the code leaves its exchange open', () => {
    const scripted = html('A sua conta foi conectada.<script src="/app.js"></script>')
    const success = (codeInAddress: boolean) => ({
      pages: [page('success', { html: scripted, codeExchanged: false, codeInAddress })],
    })
    expect(told(success(true))).toEqual([])
    expect(open(success(true))).toEqual(['exchange-unseen'])
    expect(told(success(false))).toEqual(['application/redirect-success:not-exchanged'])
    expect(told({ pages: [page('success', { codeExchanged: false, codeInAddress: true })] })).toEqual([
      'application/redirect-success:not-exchanged',
    ])
  })

  it('is named once with all calls that show the same, and what it lacks beside its cause is not', () => {
    const broken = {
      status: 500,
      contentType: 'text/plain',
      html: 'Internal Server Error',
      codeExchanged: false,
    }
    const calls = ['access-denied', 'inactivated', 'wrong-state'] as const
    const pages = [
      page('success', broken),
      ...calls.map((call, i) => page(call, { ...broken, exchange: `e${i}` })),
    ]
    const { findings } = judgeApplication(facts({ pages }))
    const errors = findings.filter(({ severity }) => severity === 'error')
    expect(errors).toMatchObject([
      { code: `${success}:status`, values: { call: '?code=…&state=…' } },
      {
        code: 'application/redirect-error:status',
        values: {
          call: '?error=access_denied&error_description=…&state=…`, `?error=app_inativo&error_description=…&state=…`, `?code=…&state=≠',
        },
        exchange: 'e0',
        places: [{ exchange: 'e1' }, { exchange: 'e2' }],
      },
    ])
    expect(errors[0]).not.toHaveProperty('places')
  })

  it('that shows a stack trace is not measured', () => {
    const wide = { title: '', heading: '', text: trace, lang: 'en', overflowPx: 300 }
    expect(paged({ html: html(trace), drawn: wide })).toEqual([`${success}:stack-trace`])
  })

  it('that several calls leave open is open once', () => {
    const scripted = { html: html('Loja <script>draw()</script>') }
    const pages = [page('success', scripted), page('access-denied', scripted), page('inactivated', scripted)]
    const { findings, open } = judgeApplication(facts({ pages }))
    expect(findings.map(({ severity }) => severity)).toEqual(['info'])
    const call =
      '?code=…&state=…`, `?error=access_denied&error_description=…&state=…`, `?error=app_inativo&error_description=…&state=…'
    expect(open).toEqual([{ requirement: success, code: 'page-drawn-by-scripts', values: { call } }])
  })

  it.each([
    [400, []],
    [401, []],
    [499, []],
    [399, ['application/redirect-error:status']],
    [404, ['application/redirect-error:status']],
    [500, ['application/redirect-error:status']],
  ])('of a failure may bear the status of one: %i', (status, codes) => {
    const words = html('O acesso foi negado. Volte e tente de novo.')
    expect(told({ pages: [page('access-denied', { status, html: words })] })).toEqual(codes)
    expect(told({ pages: [page('success', { status })] })).toEqual([`${success}:status`])
  })

  it('of a failure is held to all else, whichever its status', () => {
    const bare = { status: 400, html: '{"error":"access_denied"}', contentType: 'application/json' }
    expect(told({ pages: [page('access-denied', bare)] })).toEqual(['application/redirect-error:raw-json'])
  })

  it('of a failure that says nothing says nothing of success', () => {
    const blank = { html: html('') }
    const codes = told({ pages: [page('success', blank), page('access-denied', blank)] })
    expect(codes).not.toContain('application/redirect-error:same-as-success')
  })

  it('of a failure is held against a page of success that was one', () => {
    const broken = { status: 500, html: html('Erro interno do servidor, tente mais tarde.') }
    const codes = told({ pages: [page('success', broken), page('access-denied', broken)] })
    expect(codes).toEqual([`${success}:status`, 'application/redirect-error:status'])
  })

  it.each([
    ['not-exchanged', { codeExchanged: false }],
    ['exchange-refused', { refusal: 401 }],
  ])('of a failure is not held against a success that was none: %s', (suffix, changes) => {
    const words = { html: html('O acesso ficou para depois.') }
    const pages = [page('success', { ...words, ...changes }), page('access-denied', words)]
    expect(told({ pages })).toEqual([`${success}:${suffix}`])
  })

  it('that leads round in circles did not come to the exchange', () => {
    const round = { status: 302, html: '', tooManyRedirects: true, codeExchanged: false }
    expect(paged(round)).toEqual([`${success}:redirects`])
  })

  it('warns of a token that scripts can read, and of one `state` for all', () => {
    const pages = [page('success', { leaks: ['storage'] }), page('wrong-state', { isStateConstant: true })]
    const { findings } = judgeApplication(facts({ pages }))
    const warned = findings.filter(({ severity }) => severity === 'warning').map(({ code }) => code)
    expect(warned).toEqual([`${success}:leak-storage`, 'application/redirect-error:state-constant'])
  })

  it('says no more of the `state` where nobody looks at it', () => {
    const pages = [page('wrong-state', { codeExchanged: true, isStateConstant: true })]
    expect(told({ pages })).toEqual(['application/redirect-error:state-accepted'])
  })

  it('of a failure says something else than success; that of a used code may say the same', () => {
    const words = { html: html('A sua conta foi conectada.') }
    const pages = [page('success', words), page('access-denied', words), page('code-reused', words)]
    expect(told({ pages })).toEqual(['application/redirect-error:same-as-success'])
  })
})

describe('the page of success', () => {
  const titled = (title: string, body: string) =>
    html(body).replace(/<title>.*<\/title>/, `<title>${title}</title>`)
  const shown = (success: string) => {
    const { findings } = judgeApplication(facts({ pages: [page('success', { html: success })] }))
    return findings.flatMap(({ code, severity, values }) =>
      severity === 'info' ? [] : [[code, severity, values.words]],
    )
  }
  const code = 'application/redirect-success:reads-of-failure'
  const well = '<p>A sua conta foi ligada ao aplicativo.</p>'

  it.each([
    ['Conexão não concluída', titled('Loja', `<h1>Conexão não concluída</h1>${well}`)],
    ['Conexão não concluída', titled('Conexão não concluída', well)],
    ['Não foi possível conectar', titled('Conta conectada', `<h1>Não foi possível conectar</h1>${well}`)],
    ['Conta nao conectada', titled('Loja', `<h2>Conta nao conectada</h2>${well}`)],
    ['Acesso negado', titled('Loja', `<h1>Acesso negado</h1>${well}`)],
    ['Erro inesperado', titled('Loja', `<h1>Erro inesperado</h1>${well}`)],
    ['Erro', titled('Erro', `<h1>Loja</h1>${well}`)],
    ['❌ Falha na conexão', titled('Loja', `<h1>❌ Falha na conexão</h1>${well}`)],
    ['The account was not connected', titled('Loja', `<h1>The account was not connected</h1>${well}`)],
  ])('does not read of a failure in its heading or title: %s', (words, success) => {
    expect(shown(success)).toEqual([[code, 'error', words]])
  })

  it('is told, and fails nobody, where a sentence alone reads so', () => {
    const success = titled('Loja', '<h1>Loja</h1><p>Não foi possível ligar a sua conta.</p>')
    expect(shown(success)).toEqual([[code, 'warning', 'Não foi possível']])
  })

  it.each([
    titled('Loja', '<h1>Bem-vindo</h1><p>Não é preciso fazer mais nada, e nenhum erro fica sem aviso.</p>'),
    titled('Conexão concluída', `<h1>Loja</h1><p>O e-mail não foi autorizado.</p>`),
    titled('Loja', '<h1>Conta conectada</h1><p>Não foi possível ler o endereço; complete-o no painel.</p>'),
    titled('Loja', '<p>A conta foi conectada, e o estoque não está vinculado.</p>'),
    titled('Loja', '<p>Bem-vindo ao painel. Se não foi possível ver os pedidos, escreva para nós.</p>'),
    titled('Loja', '<h1>Conta conectada sem erro, e não cancelada</h1>'),
    titled('Erro Zero', `<h1>Erro Zero</h1>${well}`),
  ])('may speak of what is none: %s', (success) => expect(shown(success)).toEqual([]))

  it('that was none reads of nothing more', () => {
    const success = { html: titled('Conexão não concluída', well) }
    expect(paged({ ...success, refusal: 401 })).toEqual(['application/redirect-success:exchange-refused'])
    expect(paged({ ...success, isCodeSpentAgain: true })).toEqual(['application/redirect-success:code-twice'])
    expect(paged({ ...success, status: 500 })).toEqual(['application/redirect-success:status'])
  })
})

describe('the page of a failure', () => {
  const titled = (title: string, body: string) =>
    html(body).replace(/<title>.*<\/title>/, `<title>${title}</title>`)
  const shown = (success: string, failure: string) =>
    told({ pages: [page('success', { html: success }), page('access-denied', { html: failure })] })
  const why = '<p>O acesso foi recusado por quem administra a conta.</p>'
  const well = '<p>A sua conta foi ligada ao aplicativo.</p>'
  const broken = ['application/redirect-error:heading-of-success']

  it.each([
    ['the title', titled('Conta conectada', well), titled('Conta conectada', why)],
    ['the title, in another case', titled('Conta Conectada', well), titled('conta conectada', why)],
    ['the heading', html(`<h1>Sucesso!</h1>${well}`), html(`<h1>Sucesso!</h1>${why}`)],
    [
      'a second heading',
      html(`<h2>Tudo <b>conclu&iacute;do</b></h2>${well}`),
      html(`<h2>Tudo conclu&iacute;do</h2>${why}`),
    ],
  ])('does not bear %s of success', (_what, success, failure) => {
    expect(shown(success, failure)).toEqual(broken)
  })

  it('does not bear the heading of success that a browser drew', () => {
    const drawn = (text: string) => ({
      drawn: { title: 'Loja', heading: 'Tudo concluído', text, lang: 'pt-BR', overflowPx: 0 },
    })
    const pages = [
      page('success', drawn('A sua conta foi ligada.')),
      page('inactivated', drawn('O aplicativo está inativo.')),
    ]
    expect(told({ pages })).toEqual(broken)
  })

  it.each([
    ['the name of the application', titled('Painel da Loja', well), titled('Painel da Loja', why)],
    [
      'a title that takes it back',
      titled('Nenhuma conta conectada', well),
      titled('Nenhuma conta conectada', why),
    ],
    [
      'one that takes it back in a word',
      titled('Sucesso: disconnected', well),
      titled('Sucesso: disconnected', why),
    ],
    ['a heading of its own', html(`<h1>Conta conectada</h1>${well}`), html(`<h1>Acesso recusado</h1>${why}`)],
    [
      'the same below its heading',
      html(`<h1>Loja</h1><h2>Sucesso</h2>${well}`),
      html(`<h1>Loja</h1><h2>Sucesso</h2>${why}`),
    ],
    [
      'a heading that nobody sees',
      html(`<h1>Sucesso</h1>${well}`),
      html(`<template><h1>Sucesso</h1></template>${why}`),
    ],
  ])('may bear %s', (_what, success, failure) => expect(shown(success, failure)).toEqual([]))
})

describe('the page of a failure and the homepage', () => {
  const home = 'Um aplicativo que avisa a sua equipe.'
  const shown = (call: PageFacts['call'], words: string, changes: Partial<PageFacts> = {}) => ({
    pages: [page('success'), page(call, { html: html(words), ...changes })],
  })

  it.each(['access-denied', 'inactivated', 'wrong-state'] as const)('are not the same: %s', (call) => {
    const { findings } = judgeApplication(facts(shown(call, home)))
    expect(findings[0]).toMatchObject({
      code: 'application/redirect-error:same-as-homepage',
      severity: 'error',
      values: { url: 'https://app.example/pagina' },
    })
  })

  it('may be the same but for a word of the failure', () => {
    expect(told(shown('access-denied', `<p>Você não autorizou o acesso.</p>${home}`))).toEqual([])
  })

  it('may be the same where a used code comes again', () => {
    expect(told(shown('code-reused', home))).toEqual([])
  })

  it('are not compared where there is none', () => {
    const links = { ...facts().links, homepage: link({ status: 404 }) }
    expect(told({ ...shown('access-denied', home), links })).toEqual(['application/homepage-link:status'])
  })

  it.each([
    ['the words of success', 'A sua conta foi conectada.'],
    ['the words of the homepage', home],
  ])('stays open where it has %s, scripts, and no browser drew it', (_which, words) => {
    const scripted = shown('access-denied', `${words}<script src="/a.js"></script>`)
    expect([told(scripted), open(scripted)]).toEqual([[], ['page-drawn-by-scripts']])
    const text = 'Você não autorizou o acesso.'
    const drawn = { title: 'Loja', heading: '', text, lang: 'pt-BR', overflowPx: 0 }
    const inBrowser = shown('access-denied', `${words}<script src="/a.js"></script>`, { drawn })
    expect([told(inBrowser), open(inBrowser)]).toEqual([[], []])
  })
})

describe('scopes', () => {
  const scope = {
    scope: 'Produtos',
    why: 'Mostra nome e código.',
    resources: ['produtos'],
    access: 'read' as const,
  }
  const scoped = (...scopes: (typeof scope | Record<string, unknown>)[]) =>
    registered({ scopes: scopes.map((one) => ({ ...scope, ...one })) })

  it('are listed once each, with a reason of their own and what they open', () => {
    expect(scoped()).toEqual(['application/scopes:none'])
    expect(registered({ purpose: '' })).toEqual(['application/scopes:no-purpose'])
    expect(scoped({ why: '' })).toEqual(['application/scopes:unjustified'])
    expect(scoped({ why: 'Mostra o código' })).toEqual([])
    expect(scoped({ why: 'Mostra o codigo'.slice(1) })).toEqual(['application/scopes:unjustified'])
    expect(scoped({ resources: [] })).toContain('application/scopes:no-resources')
    expect(scoped({ resources: ['produtos', 'produto'] })).toEqual(['application/scopes:unknown-resource'])
    expect(scoped({}, {})).toEqual(['application/scopes:twice'])
    expect(scoped({}, { scope: 'Estoque', resources: ['produtos'] })).toEqual([
      'application/scopes:unjustified',
      'application/scopes:unjustified',
    ])
  })

  it('are neither more nor fewer than traffic uses', () => {
    expect(
      scoped({}, { scope: 'Contatos', why: 'Guarda os clientes da loja.', resources: ['contatos'] }),
    ).toEqual(['application/scopes-used:unused'])
    expect(scoped({ access: 'write' })).toEqual(['application/scopes-used:wider'])
    expect(scoped({ resources: ['contatos'] })).toEqual([
      'application/scopes-used:unused',
      'application/scopes-used:uncovered',
    ])
  })

  it('are measured against all that traffic uses', () => {
    const used = (...all: [string, 'read' | 'write'][]) => ({
      exchanges: 9,
      used: all.map(([family, access]) => ({ family, access, route: `${access} ${family}` })),
    })
    const of = (access: 'read' | 'write', traffic: ReturnType<typeof used>) =>
      told({ registration: registration({ scopes: [{ ...scope, access }] }), traffic })
    const both = used(['contatos', 'read'], ['produtos', 'write'])
    expect(of('write', both)).toEqual(['application/scopes-used:uncovered'])
    expect(of('read', both)).toEqual([
      'application/scopes-used:uncovered',
      'application/scopes-used:uncovered',
    ])
    expect(of('write', used(['produtos', 'write'], ['produtos', 'read']))).toEqual([])
    expect(of('write', used(['produtos', 'read'], ['contatos', 'write']))).toEqual([
      'application/scopes-used:wider',
      'application/scopes-used:uncovered',
    ])
    expect(of('read', used(['produtos', 'read'], ['homologacao', 'write']))).toEqual([])
    expect(told({ registration: registration({ scopes: [] }), traffic: both })).toEqual([
      'application/scopes:none',
    ])
  })

  it('stay open where no traffic shows their use; that of the five steps needs none', () => {
    expect(open({ traffic: null })).toEqual(['no-traffic'])
    const used = [{ family: 'homologacao', access: 'write', route: 'POST /homologacao/produtos' }] as const
    expect(open({ traffic: { exchanges: 5, used } })).toEqual(['no-traffic'])
  })
})

describe('where the application stands', () => {
  const states = Object.keys(applicationStates) as ApplicationState[]

  it.each(states)('%s is told with what may follow', (situation) => {
    const { findings } = judgeApplication(facts({ registration: registration({ situation }) }))
    const stands = findings.find(({ code }) => code === `application/situation:${situation}`)
    const next = applicationMoves
      .filter(({ from }) => from === situation)
      .map(({ to }) => applicationStates[to])
    expect(stands).toMatchObject({ severity: 'info', values: { next: next.join(', ') || null } })
  })

  it.each(states.flatMap((from) => states.map((to) => [from, to] as const)))(
    '%s may move to %s as the table has it',
    (from, to) => {
      const codes = registered({ situation: from, nextSituation: to }).filter((code) =>
        code.includes(':refused-'),
      )
      const isInTable = applicationMoves.some((move) => move.from === from && move.to === to)
      expect(codes).toHaveLength(isInTable ? 0 : 1)
    },
  )

  it('is told where nobody else can install it', () => {
    const { findings } = judgeApplication(facts({ registration: registration({ visibility: 'private' }) }))
    expect(findings[0]).toMatchObject({ code: 'application/situation:private', severity: 'warning' })
  })

  it('has no button for an inactivated application', () => {
    expect(registered({ situation: 'inativado' })).toEqual(['application/situation:no-button'])
  })

  it('stays open where nobody says', () => {
    expect(open({ registration: registration({ situation: null, visibility: null }) })).toEqual([
      'visibility',
      'situation',
    ])
  })
})

describe('what only a person can judge', () => {
  const answered = (changes: Record<string, unknown>) => {
    const answers = registration().answers.map((one) =>
      one.question === 'manual-complete' ? { ...one, ...changes } : one,
    )
    return facts({ registration: registration({ answers }) })
  }
  const codes = (changes: Record<string, unknown>) =>
    judgeApplication(answered(changes)).open.map(({ code }) => code)

  it.each([
    ['unanswered', { answer: null }],
    ['answer-undated', { date: null }],
    ['answer-undated', { date: '2026-02-30' }],
    ['answer-undated', { date: 'yesterday' }],
    ['answer-undated', { date: '2026-11-20T10' }],
    ['answer-undated', { date: '+2026-11-20' }],
    ['answer-in-future', { date: '2026-11-22' }],
    ['answer-old', { date: '2026-05-24' }],
    ['evidence-unnamed', { evidence: null }],
    ['evidence-missing', { evidence: 'answers/gone.png' }],
  ])('is %s', (code, changes) => expect(codes(changes)).toEqual([code]))

  it.each([
    ['today', '2026-11-21'],
    ['180 days ago', '2026-05-25'],
  ])('may be answered %s', (_when, date) => expect(codes({ date })).toEqual([]))

  it('is open with what was answered, or with nothing', () => {
    const values = (changes: Record<string, unknown>) => judgeApplication(answered(changes)).open[0]?.values
    expect(values({ date: '2020-01-01' })).toEqual({
      question: 'manual-complete',
      date: '2020-01-01',
      evidence: 'answers/one.png',
    })
    const { open } = judgeApplication(facts({ registration: registration({ answers: [] }) }))
    expect(open.map(({ code, values }) => [code, values])).toEqual(
      questions.map(({ id }) => ['unanswered', { question: id, date: null, evidence: null }]),
    )
  })

  it('breaks its requirement by a "no", whatever the date', () => {
    const { findings } = judgeApplication(answered({ answer: 'no', date: null, evidence: null }))
    expect(findings[0]).toMatchObject({ code: 'application/manual-link:answered-no', severity: 'error' })
  })

  it('counts once: of two answers a "no" is heard, and neither "yes" is taken', () => {
    const twice = (answer: 'yes' | 'no') => {
      const answers = [...registration().answers, { ...registration().answers[0], answer }]
      return { registration: registration({ answers: answers as PersonsAnswer[] }) }
    }
    expect([told(twice('no')), open(twice('no'))]).toEqual([['application/name:answered-no'], []])
    expect([told(twice('yes')), open(twice('yes'))]).toEqual([[], ['answered-twice']])
  })

  it('has words for each question and for each "no"', () => {
    for (const { id, requirement: broken } of questions) {
      expect(en.ui).toHaveProperty([`question.${id}`])
      expect(en.findings).toHaveProperty([`${broken}:answered-no`])
    }
  })
})

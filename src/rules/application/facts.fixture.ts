import type { ApplicationFacts, LinkFacts, PageCall, PageFacts, Registration } from './facts.js'

/** Facts of an application that breaks no requirement and leaves none open. Each test changes one of them. */
export function facts(changes: Partial<ApplicationFacts> = {}): ApplicationFacts {
  const used = [{ family: 'produtos', access: 'read', route: 'GET /produtos' }] as const
  return {
    registration: registration(),
    today: '2026-11-21',
    logo: { kind: 'image', format: 'png', widthPx: 256, heightPx: 256, sizeBytes: 9_000 },
    links: { redirect: link(), homepage: link(), manual: link(), video: link() },
    pages: [page('success'), ...failures.map((call) => page(call))],
    traffic: { exchanges: 6, used },
    evidence: { 'answers/one.png': 'readable' },
    ...changes,
  }
}

const failures: readonly PageCall[] = ['access-denied', 'inactivated', 'wrong-state', 'code-reused']

export function registration(changes: Partial<Registration> = {}): Registration {
  const yes = (question: string) =>
    ({ question, answer: 'yes', date: '2026-11-20', evidence: 'answers/one.png' }) as const
  return {
    name: 'Pedidos em Dia',
    shortDescription: 'Avisa a sua equipe sobre cada pedido de venda.',
    description:
      'Acompanha os pedidos de venda da conta e avisa a equipe assim que um pedido entra ou muda de situação.',
    category: 'Vendas',
    logo: 'logo.png',
    redirectLink: 'https://app.example/retorno',
    homepageLink: 'https://app.example/',
    manualLink: 'https://app.example/manual',
    videoLink: 'https://app.example/video',
    rehearsalLink: null,
    startLink: 'https://app.example/conectar',
    visibility: 'public',
    situation: 'em-desenvolvimento',
    nextSituation: null,
    purpose: 'Avisar a equipe da loja sobre pedidos novos.',
    language: 'pt-BR',
    scopes: [
      {
        scope: 'Produtos',
        why: 'Mostra nome e código dos produtos.',
        resources: ['produtos'],
        access: 'read',
      },
    ],
    answers: [
      'name-fits',
      'description-true',
      'category-fits',
      'logo-own',
      'homepage-tells',
      'manual-complete',
      'video-shows',
      'scopes-needed',
      'pages-help',
      'ready-to-operate',
    ].map(yes),
    ...changes,
  }
}

export function link(changes: Partial<LinkFacts> = {}): LinkFacts {
  const url = changes.url ?? 'https://app.example/pagina'
  return {
    url,
    skipped: null,
    status: 200,
    failure: null,
    contentType: 'text/html; charset=utf-8',
    finalUrl: url,
    leftHttps: false,
    tooManyRedirects: false,
    html: html('Um aplicativo que avisa a sua equipe.'),
    sizeBytes: 400,
    exchange: 'e1',
    ...changes,
  }
}

export function html(words: string, { head = '', attributes = ' lang="pt-BR"' } = {}): string {
  return `<!doctype html><html${attributes}><head><title>Página</title><meta name="viewport" content="width=device-width">${head}</head><body>${words}</body></html>`
}

/** Only after a success the code is exchanged, and only with a wrong state must it not be. The other calls bring no new code. */
const codeExchangedAfter: { readonly [call in PageCall]?: boolean } = { success: true, 'wrong-state': false }

export function page(call: PageCall, changes: Partial<PageFacts> = {}): PageFacts {
  const words =
    call === 'success' ? 'A sua conta foi conectada.' : 'A conta não foi conectada. Comece de novo.'
  return {
    call,
    skipped: null,
    status: 200,
    failure: null,
    contentType: 'text/html; charset=utf-8',
    html: html(words),
    drawn: null,
    referrerPolicy: 'no-referrer',
    tooManyRedirects: false,
    leftHttps: false,
    codeInAddress: false,
    leaks: [],
    codeExchanged: codeExchangedAfter[call] ?? null,
    refusal: null,
    isCodeSpentAgain: false,
    isStateConstant: false,
    withheld: [],
    exchange: 'e2',
    ...changes,
  }
}

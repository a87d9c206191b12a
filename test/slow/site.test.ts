import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { faultNames } from '../../src/service/faults/index.js'
import { requirementIds } from '../../src/specification/requirements.js'
import en from '../../src/words/en.json' with { type: 'json' }
import ptBR from '../../src/words/pt-BR.json' with { type: 'json' }
import { type OpenOptions, type OpenPage, openAddress, startBrowser } from '../browser/open-page.js'
import { violations } from '../browser/violations.js'
import { lacks } from '../needs.js'

/** The site as it is published below a path, in a real browser. */
const root = join(import.meta.dirname, '../..')
const BASE = process.env.SITE_BASE ?? '/homologa/'
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.png': 'image/png',
}

/** Serves a folder as the usual hosts of pages do: without `.html` in addresses. */
const server = createServer((request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://site')
  const path = pathname.startsWith(BASE) ? join(folder, decodeURIComponent(pathname.slice(BASE.length))) : ''
  const found = [path, `${path}.html`, join(path, 'index.html')].find(
    (one) => path !== '' && existsSync(one) && statSync(one).isFile(),
  )
  const file = found ?? join(folder, '404.html')
  const type = types[extname(file)] ?? 'application/octet-stream'
  response.writeHead(found ? 200 : 404, { 'content-type': type }).end(readFileSync(file))
})

const started = await startBrowser()
const reason = typeof started === 'string' ? started : ''
const browser = started as Browser
let folder = ''
let site = ''

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'homologa-site-'))
  execFileSync(process.execPath, ['scripts/build-site.mjs', folder], {
    cwd: root,
    stdio: 'pipe',
    env: { ...process.env, SITE_BASE: BASE },
  })
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}${BASE}`
}, 300_000)

afterAll(async () => {
  if (reason === '') await browser.close()
  server.closeAllConnections()
  server.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Opens a page of the site and leaves it again: nothing may go wrong there, nor anything be asked of another host. */
async function visit(
  path: string,
  use: (page: Page, opened: OpenPage) => Promise<void>,
  options: OpenOptions = {},
): Promise<void> {
  const opened = await openAddress(browser, site + path, { locale: 'en-US', ...options })
  try {
    await opened.page.waitForFunction('document.querySelector("#app").__vue_app__')
    await use(opened.page, opened)
    expect(opened.complaints).toEqual([])
    const hosts = opened.requests.filter((address) => !/^(data|blob):/.test(address))
    expect(hosts.filter((address) => !address.startsWith(site))).toEqual([])
  } finally {
    await opened.close()
  }
}

/** Follows every link and picture from one page on, in the page itself: what was seen, and what leads nowhere. */
const crawl = (start: string) => `(async () => {
  const pages = new Map()
  const links = []
  const look = async (address) => {
    const response = await fetch(address)
    if (!response.ok || !response.headers.get('content-type').startsWith('text/html'))
      return pages.set(address, { ok: response.ok, ids: null })
    const page = new DOMParser().parseFromString(await response.text(), 'text/html')
    pages.set(address, { ok: true, ids: new Set([...page.querySelectorAll('[id]')].map(({ id }) => id)) })
    for (const element of page.querySelectorAll('a[href], img[src]')) {
      const target = new URL(element.getAttribute('href') ?? element.getAttribute('src'), address)
      if (target.origin !== location.origin) continue
      links.push({ on: address, to: target.href })
      const [bare] = target.href.split('#')
      if (!pages.has(bare)) {
        pages.set(bare, null)
        queue.push(bare)
      }
    }
  }
  const queue = [${JSON.stringify(start)}]
  while (queue.length > 0) await Promise.all(queue.splice(0, 8).map(look))
  const isDead = (to) => {
    const [bare, anchor] = to.split('#')
    const { ok, ids } = pages.get(bare)
    return !ok || (anchor && ids && !ids.has(decodeURIComponent(anchor)))
  }
  return { seen: [...pages.keys()], dead: links.filter(({ to }) => isDead(to)).map(({ on, to }) => on + ' → ' + to) }
})()`

const languages = [
  ['', 'Buscar', 'interpretacao', 'interpretações', ptBR],
  ['en/', 'Search', 'spacing', 'spacing', en],
] as const

describe.skipIf(lacks('a browser', reason === ''))(`the site ${reason}`, { timeout: 120_000 }, () => {
  it('has no link that leads nowhere, and no page that no link leads to', async () => {
    await visit('', async (page) => {
      const { seen, dead } = (await page.evaluate(crawl(site))) as { seen: string[]; dead: string[] }
      expect(dead).toEqual([])
      const built = readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((path) => path.endsWith('.html') && path !== '404.html')
        .map((path) => site + path.replace(/(^|\/)index\.html$/, '$1'))
      const isSeen = (address: string) =>
        seen.includes(address) || seen.includes(address.replace('.html', ''))
      expect(built.filter((address) => !isSeen(address))).toEqual([])
    })
  })

  it.each(['', 'en/'])('has an address for each requirement and each fault: /%s', (prefix) => {
    const missing = requirementIds.filter(
      (id) => !existsSync(join(folder, prefix, `requirements/${id}.html`)),
    )
    expect(missing).toEqual([])
    const page = readFileSync(join(folder, prefix, 'faults.html'), 'utf8')
    expect(faultNames.filter((name) => !page.includes(`<h3 id="${name}"`))).toEqual([])
  })

  it.each(languages)('opens with three doors and the version: /%s', async (prefix) => {
    await visit(prefix, async (page) => {
      expect(await page.locator('.VPFeature').count()).toBe(3)
      expect(await page.locator('.VPNavBarMenu').textContent()).toContain(`v${manifest.version}`)
      await page.locator('.VPFeature').first().click()
      await page.waitForURL(`${site}${prefix}tutorials/before-submission`)
    })
  })

  it.each(languages)(
    'finds a word in the language of the page, with or without its accents: /%s',
    async (...given) => {
      const [prefix, label, word, heading] = given
      await visit(prefix, async (page) => {
        await page.getByRole('button', { name: label }).click()
        await page.fill('.VPLocalSearchBox input', word)
        const results = page.locator('.VPLocalSearchBox .result')
        await expect.poll(() => results.count()).toBeGreaterThan(2)
        expect((await results.allInnerTexts()).join('\n').toLowerCase()).toContain(heading)
        expect(await violations(page)).toEqual([])
        await results.first().click()
        await expect.poll(() => page.url()).not.toBe(site + prefix)
        expect(page.url().startsWith(`${site}en/`)).toBe(prefix === 'en/')
      })
    },
  )

  it.each(['how-to/login', 'requirements/homologation/spacing', 'reference/report'])(
    'keeps its reader on the page that changes its language: %s',
    async (path) => {
      await visit(path, async (page) => {
        await page.locator('.VPNavBarTranslations button').click()
        await page.getByRole('link', { name: 'English' }).click()
        await page.waitForURL(`${site}en/${path}`)
        await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('en')
      })
    },
  )

  it('shows the same test in PHP, Node and Python', async () => {
    await visit('how-to/examine-in-your-tests', async (page) => {
      const tabs = page.locator('.vp-code-group').first()
      for (const [title, sign] of [
        ['PHP', 'Illuminate'],
        ['Node', "from 'vitest'"],
        ['Python', 'import subprocess'],
      ] as const) {
        await tabs.getByText(title, { exact: true }).click()
        expect(await tabs.locator('.active code').textContent()).toContain(sign)
      }
    })
  })

  it.each(languages)(
    'judges a recording that is dropped on the playground, and ours: /%s',
    async (...given) => {
      const [prefix, , , , words] = given
      await visit(`${prefix}playground`, async (page) => {
        const verdict = page.frameLocator('iframe').locator('h1')
        await page.locator('button.recording').first().click()
        await expect.poll(() => verdict.textContent()).toContain(words.page['verdict/fail'])
        const session = await page.context().newCDPSession(page)
        const box = await page.locator('iframe').boundingBox()
        const data = { items: [], files: [join(folder, 'samples/pass.har')], dragOperationsMask: 1 }
        for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
          await session.send('Input.dispatchDragEvent', {
            type,
            x: (box?.x ?? 0) + 99,
            y: (box?.y ?? 0) + 99,
            data,
          })
        await expect.poll(() => verdict.textContent()).toContain(words.page['verdict/pass'])
      })
    },
  )

  it.each(languages)('shows a failure, a pass and a night as they were reported: /%s', async (...given) => {
    const [prefix, , , , words] = given
    await visit(`${prefix}samples`, async (page) => {
      const shown = ['fail', 'pass', 'fail'] as const
      for (const [i, verdict] of shown.entries()) {
        await page.locator('.framed').nth(i).scrollIntoViewIfNeeded()
        const report = page.frameLocator('iframe').nth(i)
        await expect
          .poll(() => report.locator('h1').textContent())
          .toContain(words.page[`verdict/${verdict}`])
      }
    })
  })

  it('serves the schemas as they are in the package', async () => {
    for (const path of ['schemas/contatos.json', 'schema/report.schema.json'])
      expect(await (await fetch(site + path)).text()).toBe(readFileSync(join(root, path), 'utf8'))
  })

  /** A page of each kind; by night every page. */
  const kinds = [
    ...[
      '',
      'tutorials/before-submission',
      'how-to/examine-in-your-tests',
      'requirements/homologation/spacing',
    ],
    ...[
      'requirements/',
      'faults',
      'samples',
      'playground',
      'reference/report',
      'reference/commands',
      'changelog',
    ],
  ]
  it.each(kinds)('has nothing that axe finds, wide and narrow, light and dark: /%s', async (kind) => {
    for (const [prefix, width, colorScheme] of [
      ['', 1280, 'light'],
      ['', 390, 'dark'],
      ['en/', 1280, 'dark'],
    ] as const) {
      const look = async (page: Page) => {
        expect([prefix, width, colorScheme, await violations(page)]).toEqual([prefix, width, colorScheme, []])
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
      }
      await visit(prefix + kind, look, { viewport: { width, height: 800 }, colorScheme })
    }
  })
})

import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import type { BrowserContext } from 'playwright-core'
import { makeFolder } from '../exchange/make-folder.js'
import type { DrawnPage } from '../rules/application/index.js'
import { readHtml } from '../rules/application/read-html.js'
import { textOf, type Visit } from './link-visitor.js'

/** A real browser that shows pages like a telephone does. A review also works without one, and says why there is none. */
export interface PageBrowser {
  /**
   * Shows the response of a visit, with its cookies, and saves a screenshot at `path`. The address is not requested again, but scripts of the
   * page may send requests, and these are awaited. null: the browser failed.
   */
  draw(visit: Visit, path: string): Promise<Drawn | null>
  readonly isSandboxed: boolean
  close(): Promise<void>
}

export interface Drawn extends DrawnPage {
  /** Everything that scripts of the page can read from storage and cookies. */
  readonly stored: string
}

/** The reason why there is no browser. */
export interface NoBrowser {
  readonly missing: 'no-playwright' | 'no-browser' | 'not-starting'
  readonly detail: string
}

/** The screen of a small telephone. */
const TELEPHONE = {
  viewport: { width: 375, height: 667 },
  deviceScaleFactor: 1,
  isMobile: true,
  hasTouch: true,
}
/** For the start of the browser, the load of a page, and a screenshot. */
const TIMEOUT_MS = 15_000
/** How long a page with scripts may send requests before it is shown as it is. */
const NETWORK_IDLE_TIMEOUT_MS = 5_000

const BROWSER_PATHS = [
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/snap/bin/chromium',
  '/usr/bin/microsoft-edge',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
]

/** @param executable path of the browser's program; null: the first browser found at the usual paths */
export async function openBrowser(
  executable: string | null,
  language: string,
): Promise<PageBrowser | NoBrowser> {
  const path = executable ?? BROWSER_PATHS.find((candidate) => existsSync(candidate)) ?? null
  if (path === null) return { missing: 'no-browser', detail: '' }
  const playwright = await import('playwright-core').catch(() => null)
  if (playwright === null) return { missing: 'no-playwright', detail: '' }
  try {
    const isRoot = process.platform === 'linux' && process.getuid?.() === 0
    const launch = (options: LaunchOptions) =>
      playwright.chromium.launch({ executablePath: path, timeout: TIMEOUT_MS, ...options })
    const { browser, isSandboxed } = await launchBrowser(launch, isRoot)
    return {
      isSandboxed,
      async draw(visit, file) {
        // a page may crash the whole browser; then the review continues without screenshots
        try {
          const context = await browser.newContext({ ...TELEPHONE, locale: language })
          const drawn = await drawIn(context, visit, file).catch(() => null)
          await context.close()
          return drawn
        } catch {
          return null
        }
      },
      close: () => browser.close().catch(() => undefined),
    }
  } catch (error) {
    return { missing: 'not-starting', detail: String(error).split('\n')[0] ?? '' }
  }
}

interface LaunchOptions {
  readonly chromiumSandbox: boolean
  readonly args: string[]
}

/**
 * Starts the browser with its sandbox, because it shows untrusted pages. Root on Linux and many containers cannot use the
 * sandbox. Only there the browser starts without it.
 */
export async function launchBrowser<B>(
  launch: (options: LaunchOptions) => Promise<B>,
  isRoot: boolean,
): Promise<{ readonly browser: B; readonly isSandboxed: boolean }> {
  if (!isRoot) {
    try {
      const browser = await launch({ chromiumSandbox: true, args: ['--disable-gpu'] })
      return { browser, isSandboxed: true }
    } catch (error) {
      if (!/sandbox|namespace/i.test(String(error))) throw error
    }
  }
  const browser = await launch({ chromiumSandbox: false, args: ['--no-zygote', '--disable-gpu'] })
  return { browser, isSandboxed: false }
}

async function drawIn(context: BrowserContext, visit: Visit, file: string): Promise<Drawn> {
  const { href, origin } = new URL(visit.finalUrl)
  const [visited] = href.split('#')
  const isVisited = (url: URL) => url.href.split('#')[0] === visited
  // one by one, because the browser refuses all of them if it refuses one, such as `__Secure-x` over http.
  const added = visit.cookies.map(({ name, value, httpOnly }) =>
    context.addCookies([{ name, value, httpOnly, url: origin }]),
  )
  await Promise.allSettled(added)
  const page = await context.newPage()
  await page.route(isVisited, (route) =>
    route.fulfill({
      status: visit.status ?? 200,
      headers: responseHeaders(visit),
      body: Buffer.from(visit.bytes),
    }),
  )
  await page.goto(visit.finalUrl, { timeout: TIMEOUT_MS, waitUntil: 'load' })
  if (readHtml(textOf(visit)).hasScripts)
    await page.waitForLoadState('networkidle', { timeout: NETWORK_IDLE_TIMEOUT_MS }).catch(() => {})
  makeFolder(dirname(file))
  await page.screenshot({ path: file, fullPage: true, timeout: TIMEOUT_MS })
  return page.evaluate<Drawn>(MEASURE_SCRIPT)
}

/** Runs in the page, also reads its frames, and returns a `Drawn`. It is a text, so that no compiler changes it. */
const MEASURE_SCRIPT = `(() => {
  const documents = [document, ...Array.from(frames, (frame) => { try { return frame.document } catch { return null } })]
    .filter((one) => one && one.body)
  const stored = (from) => { try { return from() } catch { return [] } }
  const heading = documents.map((one) => one.querySelector('h1') || one.querySelector('h2')).find((one) => one)
  return {
    title: document.title,
    heading: heading ? heading.innerText.trim() : '',
    text: documents.map((one) => one.body.innerText).join('\\n').trim(),
    lang: document.documentElement.lang,
    overflowPx: Math.max(0, document.documentElement.scrollWidth - screen.width),
    stored: [
      ...stored(() => Object.values(localStorage)),
      ...stored(() => Object.values(sessionStorage)),
      ...stored(() => [document.cookie]),
    ].join('\\n'),
  }
})()`

/** The headers of the visit, except those about the connection, about the body before it was decoded, and cookies, which are set already. */
function responseHeaders({ headers }: Visit): Record<string, string> {
  const kept = headers.filter(
    ([name]) => !/^(?:content-(?:encoding|length)|transfer-encoding|connection|set-cookie)$/i.test(name),
  )
  return Object.fromEntries(kept)
}

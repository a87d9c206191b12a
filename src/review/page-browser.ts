import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import type { BrowserContext } from 'playwright-core'
import { makeFolder } from '../exchange/make-folder.js'
import type { DrawnPage } from '../rules/application/index.js'
import { readHtml } from '../rules/application/read-html.js'
import { textOf, type Visit } from './link-visitor.js'

/** A real browser that draws pages as a telephone would. A review does without, and says why. */
export interface PageBrowser {
  /**
   * Draws a response that was seen already, without calling its address again, with the cookies of who saw it, and keeps a
   * picture at `path`. What scripts ask for is awaited.
   */
  draw(visit: Visit, path: string): Promise<Drawn | null>
  readonly isSandboxed: boolean
  close(): Promise<void>
}

export interface Drawn extends DrawnPage {
  /** All that scripts of the page can read where it was put away: storage, cookies. */
  readonly stored: string
}

/** The reason why there is no browser. */
export interface NoBrowser {
  readonly missing: 'no-playwright' | 'no-browser' | 'not-starting'
  readonly detail: string
}

const TELEPHONE = {
  viewport: { width: 375, height: 667 },
  isMobile: true,
  deviceScaleFactor: 1,
  hasTouch: true,
}
const TIMEOUT_MS = 15_000
const SILENCE_MS = 5_000

const KNOWN_PLACES = [
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

/** @param executable the browser's program; null: looked for at the usual places */
export async function openBrowser(
  executable: string | null,
  language: string,
): Promise<PageBrowser | NoBrowser> {
  const path = executable ?? KNOWN_PLACES.find((place) => existsSync(place)) ?? null
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
        // A page may crash the whole browser. The review continues without it.
        try {
          const context = await browser.newContext({ ...TELEPHONE, locale: language })
          const picture = await drawIn(context, visit, file).catch(() => null)
          await context.close()
          return picture
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
 * Launches with the sandbox, because it is the user's own browser and shows untrusted pages. Chrome refuses the
 * sandbox to root on Linux, and many containers lack the namespaces that it needs; only there does the browser start
 * without it.
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
  const [seen] = href.split('#')
  const isSeen = (url: URL) => url.href.split('#')[0] === seen
  // A cookie that the browser refuses, such as __Secure- over http, does not keep the others out.
  const added = visit.cookies.map(({ name, value, httpOnly }) =>
    context.addCookies([{ name, value, httpOnly, url: origin }]),
  )
  await Promise.allSettled(added)
  const page = await context.newPage()
  await page.route(isSeen, (route) =>
    route.fulfill({
      status: visit.status ?? 200,
      headers: responseHeaders(visit),
      body: Buffer.from(visit.bytes),
    }),
  )
  await page.goto(visit.finalUrl, { timeout: TIMEOUT_MS, waitUntil: 'load' })
  // A page that never stops asking is taken as it is by then.
  if (readHtml(textOf(visit)).hasScripts)
    await page.waitForLoadState('networkidle', { timeout: SILENCE_MS }).catch(() => {})
  makeFolder(dirname(file))
  await page.screenshot({ path: file, fullPage: true, timeout: TIMEOUT_MS })
  return page.evaluate<Drawn>(MEASURE)
}

/** Runs in the page; a text, so that no compiler touches it. */
const MEASURE = `(() => {
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

/** The body was decoded already. */
function responseHeaders({ headers }: Visit): Record<string, string> {
  const kept = headers.filter(
    ([name]) => !/^(?:content-(?:encoding|length)|transfer-encoding|connection|set-cookie)$/i.test(name),
  )
  return Object.fromEntries(kept)
}

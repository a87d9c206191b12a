import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { inject } from 'vitest'
import { takeLock } from '../../src/client/file-lock.js'
import { renderPage } from '../../src/page/data/render-page.js'
import type { PageData } from '../../src/report/page-data.js'

/** A real browser from npm alone, and the page as a user's browser would open it from disk. */
export interface PageHouse {
  readonly browser: Browser
  /** The built page, without data. */
  readonly template: string
  /** Writes the page to disk and opens it; what it asked for and complained of is kept. */
  open(data: PageData, options?: OpenOptions): Promise<OpenPage>
  close(): Promise<void>
}

export interface OpenOptions extends BrowserContextOptions {
  /** After the address: `#exchange=e3`. */
  readonly hash?: string
}

export interface OpenPage {
  readonly page: Page
  /** Addresses of every request, the document's own first. */
  readonly requests: readonly string[]
  /** Errors of scripts and of the console, violations of the policy among them. */
  readonly complaints: readonly string[]
  close(): Promise<void>
}

/** The house, or the reason in plain words why no browser starts here. */
export async function openHouse(): Promise<PageHouse | string> {
  const browser = await startBrowser()
  if (typeof browser === 'string') return browser
  const folder = await mkdtemp(join(tmpdir(), 'homologa-page-'))
  const template = await readFile(builtPage('page'), 'utf8')
  let opened = 0
  return {
    browser,
    template,
    open: async (data, options = {}) => {
      const file = join(folder, `report-${++opened}.html`)
      await writeFile(file, renderPage(template, data))
      return openAddress(browser, pathToFileURL(file).href, options)
    },
    close: async () => {
      await browser.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export async function startBrowser(): Promise<Browser | string> {
  try {
    const [executablePath, { chromium }] = await Promise.all([unpacked(), import('playwright-core')])
    const args = ['--no-sandbox', '--no-zygote', '--disable-gpu']
    return await chromium.launch({ executablePath, args, timeout: 120_000 })
  } catch (error) {
    return `no browser starts here: ${String(error).split('\n')[0]}`
  }
}

/** The browser's own file. Workers unpack it into one place, and whoever finds it there takes it for whole: so one after the other. */
async function unpacked(): Promise<string> {
  const { default: packed } = await import('@sparticuz/chromium')
  const place = join(tmpdir(), 'homologa-browser.lock')
  const taken = await takeLock(place, { command: 'tests', waitMs: 120_000 })
  try {
    return await packed.executablePath()
  } finally {
    if ('lock' in taken) taken.lock.release()
  }
}

/** Path of one of the pages, as it is built of the sources for this run of the tests. */
export function builtPage(name: 'page' | 'judge'): string {
  return join(dirname(inject('tool')), `${name}.html`)
}

/**
 * Opens an address as in a browser that never saw it. Pages that were closed are taken again, their storage empty: a new one costs
 * six times what is tried on it, for it brings a process of its own.
 */
export async function openAddress(
  browser: Browser,
  address: string,
  { hash = '', viewport, colorScheme, ...rest }: OpenOptions = {},
): Promise<OpenPage> {
  const idle = idlePages(browser, JSON.stringify(rest))
  const page = idle.pop() ?? (await (await browser.newContext(rest)).newPage())
  await page.setViewportSize(viewport ?? { width: 1280, height: 800 })
  await page.emulateMedia({ media: null, colorScheme: colorScheme ?? 'light' })
  const requests: string[] = []
  const complaints: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  await page.goto(address + hash)
  const close = async () => {
    page.removeAllListeners()
    await page.evaluate('localStorage.clear()')
    await page.goto('about:blank')
    idle.push(page)
  }
  return { page, requests, complaints, close }
}

const idleOf = new WeakMap<Browser, Map<string, Page[]>>()

/** Those of a browser whose contexts were made alike. */
function idlePages(browser: Browser, made: string): Page[] {
  const all = idleOf.get(browser) ?? new Map<string, Page[]>()
  const pages = all.get(made) ?? []
  idleOf.set(browser, all.set(made, pages))
  return pages
}

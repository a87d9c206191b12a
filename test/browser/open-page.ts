import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
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
  const template = await buildTemplate(folder)
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
    const [{ default: packed }, { chromium }] = await Promise.all([
      import('@sparticuz/chromium'),
      import('playwright-core'),
    ])
    const args = ['--no-sandbox', '--no-zygote', '--disable-gpu']
    return await chromium.launch({ executablePath: await packed.executablePath(), args, timeout: 120_000 })
  } catch (error) {
    return `no browser starts here: ${String(error).split('\n')[0]}`
  }
}

/** Builds the page as it is in the sources, wherever `dist` may stand. */
async function buildTemplate(folder: string): Promise<string> {
  return readFile(await buildPage(folder, 'page'), 'utf8')
}

/** Builds one of the pages; returns its path. */
export async function buildPage(folder: string, name: 'page' | 'judge'): Promise<string> {
  const { build } = await import('vite')
  await build({ configFile: 'vite.page.config.ts', mode: name, build: { outDir: folder } })
  return join(folder, `${name}.html`)
}

export async function openAddress(
  browser: Browser,
  address: string,
  options: OpenOptions = {},
): Promise<OpenPage> {
  const { hash = '', ...rest } = options
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...rest })
  const page = await context.newPage()
  const requests: string[] = []
  const complaints: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  await page.goto(address + hash)
  return { page, requests, complaints, close: () => context.close() }
}

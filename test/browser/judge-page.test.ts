// biome-ignore-all lint/performance/useDomNodeTextContent: a test reads what a reader sees
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { judge } from '../../src/app/library/judge.js'
import { writeHar } from '../../src/exchange/write-har.js'
import type { JudgeMessage } from '../../src/page/judge/protocol.js'
import type { Report } from '../../src/report/report.js'
import { fill } from '../../src/words/catalogue.js'
import en from '../../src/words/en.json' with { type: 'json' }
import ptBR from '../../src/words/pt-BR.json' with { type: 'json' }
import { lacks } from '../needs.js'
import { keepRecording } from '../verdicts/keep-recording.js'
import { type Making, recordings } from '../verdicts/recordings.js'
import { builtPage, type OpenOptions, type OpenPage, openAddress, startBrowser } from './open-page.js'
import { violations } from './violations.js'

const started = await startBrowser()
const reason = typeof started === 'string' ? started : ''
const browser = started as Browser
const dir = mkdtempSync(join(tmpdir(), 'homologa-judge-page-'))
const address = pathToFileURL(builtPage('judge')).href

afterAll(async () => {
  if (reason === '') await browser.close()
  rmSync(dir, { recursive: true, force: true })
})

async function withPage(options: OpenOptions, use: (opened: OpenPage) => Promise<void>): Promise<void> {
  const opened = await openAddress(browser, address, { locale: 'en-US', ...options })
  try {
    await opened.page.waitForSelector('h1')
    await use(opened)
  } finally {
    await opened.close()
  }
}

/** Writes a recording as a run is kept. */
async function kept([name, make]: Making): Promise<{ readonly journal: string; readonly har: string }> {
  const folder = join(dir, name.replace(/\W+/g, '-'))
  mkdirSync(folder, { recursive: true })
  await keepRecording(await make(), folder)
  return { journal: join(folder, 'journal.ndjson'), har: join(folder, 'exchanges.har') }
}

/** The same traffic as another tool would have written it. */
async function foreignHar([, make]: Making): Promise<string> {
  const { exchanges, header } = await make()
  const path = join(dir, 'foreign.har')
  await writeHar(path, exchanges, header)
  const har = JSON.parse(readFileSync(path, 'utf8'))
  delete har.log._homologa
  for (const entry of har.log.entries) delete entry._homologa
  writeFileSync(path, JSON.stringify(har))
  return path
}

/** Gives the page files, and waits for what it says to it last. */
function give(opened: OpenPage, ...files: readonly string[]): Promise<JudgeMessage> {
  return whenJudged(opened, () => opened.page.setInputFiles('#recording', [...files]))
}

async function whenJudged({ page }: OpenPage, act: () => Promise<unknown>): Promise<JudgeMessage> {
  await page.evaluate(`
    window.heard = new Promise((resolve) => {
      const hear = ({ detail }) => {
        if (detail.kind === 'progress') return
        removeEventListener('homologa:judge', hear)
        resolve(detail)
      }
      addEventListener('homologa:judge', hear)
    })
    undefined`)
  await act()
  return (await page.evaluate('window.heard')) as JudgeMessage
}

function told({ verdict, cause, findings, readings, steps, runs, coverage }: Report): unknown {
  return JSON.parse(JSON.stringify({ verdict, cause, findings, readings, steps, runs, coverage }))
}

function outcomeOf(news: JudgeMessage) {
  if (news.kind !== 'judged') throw new Error(JSON.stringify(news))
  return news.outcome
}

/** As it is read: without the marks of code. */
function plain(text: string | null): string {
  return (text ?? '').replaceAll('`', '')
}

/** Keeps a picture, if somebody wants to look at it. */
async function shoot({ page }: OpenPage, name: string): Promise<void> {
  const { HOMOLOGA_SHOTS } = process.env
  if (HOMOLOGA_SHOTS) await page.screenshot({ path: join(HOMOLOGA_SHOTS, `${name}.png`), fullPage: true })
}

const named = (wanted: string): Making => {
  const found = recordings.find(([name]) => name === wanted)
  if (!found) throw new Error(`no recording of ${wanted}`)
  return found
}

const passing = named('our own run that passes')
/** All of them by night; the way through the browser is the same for each. */
const isDay = process.env.HOMOLOGA_VARIANTS === undefined
const NTH = isDay ? 24 : 1

const failing = recordings.find(([name]) => /fault/.test(name)) as Making

describe.skipIf(lacks('a browser', reason === ''))(
  `the page that judges, opened from disk ${reason}`,
  { timeout: 120_000 },
  () => {
    it('judges recordings of every kind as the library does, from its journal and its HAR, and asks nothing of any network', async () => {
      await withPage({}, async (opened) => {
        for (const making of recordings.filter((_, i) => i % NTH === 0)) {
          const { journal, har } = await kept(making)
          const { report } = await judge(journal)
          const expected = [making[0], told(report)]
          expect([making[0], told(outcomeOf(await give(opened, journal)).reports.en)]).toEqual(expected)
          expect([making[0], told(outcomeOf(await give(opened, har)).reports.en)]).toEqual(expected)
        }
        expect(opened.complaints).toEqual([])
        expect(opened.requests.filter((one) => !/^(data|blob):/.test(one))).toEqual([address])
      })
    }, 600_000)

    it('is allowed no connection, and its worker none', async () => {
      await withPage({}, async ({ page }) => {
        const refused = await page.evaluate(`new Promise((resolve) => {
          const refused = []
          addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
            refused.push(effectiveDirective)
            if (refused.length === 2) resolve(refused.sort())
          })
          fetch('http://127.0.0.1:9/').catch(() => {})
          document.body.append(Object.assign(new Image(), { src: 'http://127.0.0.1:9/a.png' }))
        })`)
        expect(refused).toEqual(['connect-src', 'img-src'])
        const inWorker = await page.evaluate(`new Promise((resolve) => {
          const script = "addEventListener('securitypolicyviolation', (event) => postMessage(event.effectiveDirective)); fetch('http://127.0.0.1:9/').catch(() => {})"
          new Worker(URL.createObjectURL(new Blob([script]))).onmessage = ({ data }) => resolve(data)
        })`)
        expect(inWorker).toBe('connect-src')
      })
    })

    it('judges a HAR of another tool, by every profile and by one of the user', async () => {
      const har = await foreignHar(passing)
      const own = join(dir, 'own.yaml')
      writeFileSync(own, 'extends: spec\nspacing:\n  intervalMs: 60000\n')
      const { report: bySpec } = await judge(har)
      const { report: byBling } = await judge(har, { profile: 'bling' })
      await withPage({}, async (opened) => {
        const { page } = opened
        expect(told(outcomeOf(await give(opened, har)).reports.en)).toEqual(told(bySpec))
        const byHand = outcomeOf(await whenJudged(opened, () => page.selectOption('#profile', 'bling')))
        expect(told(byHand.reports.en)).toEqual(told(byBling))
        expect(bySpec.verdict).not.toBe(byBling.verdict)
        const byOwn = outcomeOf(await give(opened, own))
        expect([byOwn.profile.name, byOwn.reports.en.verdict]).toEqual(['own.yaml', 'fail'])
        expect(byOwn.reports.en.cause).toContain('too soon')
        expect(opened.complaints).toEqual([])
      })
    })

    it('takes a base URL and a tolerance, as the command has flags for them', async () => {
      const har = await foreignHar(passing)
      await withPage({}, async (opened) => {
        const { page } = opened
        const before = outcomeOf(await give(opened, har)).reports.en
        await page.click('.terms summary')
        const say = (field: string, text: string) =>
          whenJudged(opened, async () => {
            await page.fill(field, text)
            await page.press(field, 'Enter')
          })
        const elsewhere = outcomeOf(await say('#base-url', 'https://other.example/Api/v3')).reports.en
        expect([before.verdict, elsewhere.verdict]).toEqual(['pass', 'incomplete'])
        expect(elsewhere.run.target.baseUrl).toBe('https://other.example/Api/v3')
        expect(await say('#base-url', 'no address')).toMatchObject({
          kind: 'refused',
          why: { key: 'settings.url' },
        })
        const generous = outcomeOf(await say('#base-url', '')).reports.en
        expect(told(generous)).toEqual(told(before))
        const own = join(dir, 'slower.yaml')
        writeFileSync(own, 'extends: spec\nspacing:\n  intervalMs: 60000\n')
        const strict = outcomeOf(await give(opened, own)).reports.en
        const tolerant = outcomeOf(await say('#tolerance', '59999')).reports.en
        expect([strict.verdict, tolerant.verdict]).toEqual(['fail', 'pass'])
        expect(await violations(page)).toEqual([])
      })
    })

    it('shows the report in the language of the reader, verdict and cause as in the data', async () => {
      const { journal } = await kept(failing)
      await withPage({}, async (opened) => {
        const { page } = opened
        const { reports } = outcomeOf(await give(opened, journal))
        await expect.poll(() => page.locator('h1').innerText()).toContain(en.page['verdict/fail'])
        expect(await page.locator('.cause').innerText()).toContain(plain(reports.en.cause))
        await page.getByRole('button', { name: 'Português' }).click()
        await expect.poll(() => page.locator('h1').innerText()).toContain(ptBR.page['verdict/fail'])
        expect(await page.locator('.cause').innerText()).toContain(plain(reports['pt-BR'].cause))
        const [assumption = ''] = reports['pt-BR'].run.assumptions
        expect(assumption).not.toBe(reports.en.run.assumptions[0])
        expect(await page.locator('#run').innerText()).toContain(plain(assumption))
        expect(await page.title()).toBe('✗ journal.ndjson · homologa')
      })
    })

    it('takes what is pasted, and what is dropped', async () => {
      const { journal } = await kept(passing)
      const text = JSON.stringify(readFileSync(journal, 'utf8'))
      for (const type of ['paste', 'drop'] as const) {
        await withPage({}, async (opened) => {
          const event =
            type === 'paste'
              ? `new ClipboardEvent('paste', { clipboardData: given, bubbles: true, cancelable: true })`
              : `new DragEvent('drop', { dataTransfer: given, bubbles: true, cancelable: true })`
          const put =
            type === 'paste'
              ? `given.setData('text/plain', text)`
              : `given.items.add(new File([text], 'a.har'))`
          const news = await whenJudged(opened, () =>
            opened.page.evaluate(
              `{ const text = ${text}; const given = new DataTransfer(); ${put}; document.body.dispatchEvent(${event}) }`,
            ),
          )
          expect(outcomeOf(news).reports.en.verdict).toBe('pass')
        })
      }
    })

    it('takes what was typed or pasted into the field', async () => {
      const { journal } = await kept(passing)
      await withPage({}, async (opened) => {
        await opened.page.fill('textarea', readFileSync(journal, 'utf8'))
        const news = await whenJudged(opened, () => opened.page.click('form button'))
        expect(outcomeOf(news).reports.en.verdict).toBe('pass')
      })
    })

    it.each([
      ['empty.har', '', 'recording.empty'],
      ['picture.har', 'PNG', 'recording.not-json'],
      ['list.har', '[1]', 'recording.not-json'],
      ['other.json', '{"a": 1}', 'recording.no-entries'],
      ['newer.ndjson', '{"journal":9}', 'recording.newer-journal'],
      ['headless.ndjson', '{"journal":1,"run":{}}', 'recording.bad-header'],
    ] as const)('says what is wrong with %s, in both languages', async (name, text, key) => {
      const file = join(dir, name)
      writeFileSync(file, text)
      await withPage({}, async (opened) => {
        const news = await give(opened, file)
        expect(news).toMatchObject({ kind: 'refused', why: { key } })
        const shown = () => opened.page.locator('#refused').innerText()
        await expect.poll(shown).toContain(plain(fill(en.ui[key], { path: name })))
        await opened.page.keyboard.press('l')
        await expect.poll(shown).toContain(plain(fill(ptBR.ui[key], { path: name })))
        expect(opened.complaints).toEqual([])
        // but for its sentence each looks like the first
        if (!isDay || key === 'recording.empty') expect(await violations(opened.page)).toEqual([])
      })
    })

    it('refuses two recordings at once, and a profile that does not fit', async () => {
      const { journal, har } = await kept(passing)
      const profile = join(dir, 'wrong.yaml')
      writeFileSync(profile, 'hash:\n  haeder: x\n')
      await withPage({}, async (opened) => {
        await opened.page.setInputFiles('#recording', [journal, har])
        await expect
          .poll(() => opened.page.locator('#refused').innerText())
          .toContain('One recording at a time')
        expect(await give(opened, journal, profile)).toMatchObject({
          kind: 'refused',
          why: { key: 'settings.profile.field-near', values: { file: 'wrong.yaml:2:11', near: 'header' } },
        })
        expect(
          outcomeOf(await whenJudged(opened, () => opened.page.selectOption('#profile', 'spec'))).reports.en
            .verdict,
        ).toBe('pass')
      })
    })

    it.each(['run', 'run.yaml'])('asks for the file within where a folder is dropped: %s', async (name) => {
      mkdirSync(join(dir, name), { recursive: true })
      await withPage({}, async (opened) => {
        const session = await opened.page.context().newCDPSession(opened.page)
        const data = { items: [], files: [join(dir, name)], dragOperationsMask: 1 }
        for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
          await session.send('Input.dispatchDragEvent', { type, x: 200, y: 200, data })
        await expect
          .poll(() => opened.page.locator('.notices').innerText())
          .toContain(plain(fill(en.ui['judge.page.unread'], { name })))
        expect(opened.complaints).toEqual([])
      })
    })

    it('says of a recording without a homologation what it holds', async () => {
      const file = join(dir, 'elsewhere.har')
      const request = {
        method: 'GET',
        url: 'https://shop.example/cart/12',
        headers: [],
        httpVersion: 'HTTP/1.1',
      }
      const response = { status: 200, headers: [], content: { size: 0 } }
      const entry = { startedDateTime: '2026-01-01T00:00:00.000Z', time: 5, request, response }
      writeFileSync(file, JSON.stringify({ log: { version: '1.2', entries: [entry] } }))
      await withPage({}, async (opened) => {
        expect(outcomeOf(await give(opened, file)).reports.en.verdict).toBe('incomplete')
        const notices = opened.page.locator('.notices')
        await expect.poll(() => notices.innerText()).toContain('None of the 1 requests in')
        expect(await notices.innerText()).toContain('GET shop.example /cart/…')
      })
    })

    it('masks a HAR of another tool before it shows it', async () => {
      const har = join(dir, 'secret.har')
      const text = readFileSync(await foreignHar(passing), 'utf8')
      writeFileSync(har, text.replaceAll(/Bearer [^"\\]+/g, 'Bearer s3cr3t-t0k3n-of-a-user'))
      await withPage({}, async (opened) => {
        const outcome = outcomeOf(await give(opened, har))
        expect(outcome.data.exchanges.length).toBeGreaterThan(5)
        expect(JSON.stringify(outcome)).not.toContain('s3cr3t-t0k3n')
      })
    })

    const looks = (['light', 'dark'] as const).flatMap((colorScheme) =>
      [1280, 390].flatMap((width) =>
        (['en-US', 'pt-BR'] as const).map((locale) => [colorScheme, width, locale] as const),
      ),
    )
    // by day the first and the last, between which every setting differs
    const opposite = [0, looks.length - 1]

    it.each(looks.filter((_, i) => !isDay || opposite.includes(i)))(
      'waits and shows a verdict in %s at %i pixels in %s so that axe finds nothing',
      async (colorScheme, width, locale) => {
        const { journal } = await kept(failing)
        await withPage({ colorScheme, locale, viewport: { width, height: 800 } }, async (opened) => {
          const { page } = opened
          await shoot(opened, `waits-${colorScheme}-${width}-${locale}`)
          expect(await violations(page)).toEqual([])
          await give(opened, journal)
          await page.waitForSelector('#findings')
          await shoot(opened, `shows-${colorScheme}-${width}-${locale}`)
          expect(await violations(page)).toEqual([])
          expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
        })
      },
    )
  },
)

// biome-ignore-all lint/performance/useDomNodeTextContent: a test reads what a reader sees
import { afterAll, describe, expect, it } from 'vitest'
import { firstDiff } from '../../src/report/first-diff.js'
import type { PageData } from '../../src/report/page-data.js'
import { drawPrompt } from '../../src/report/prompt.js'
import en from '../../src/words/en.json' with { type: 'json' }
import { lacks } from '../needs.js'
import { type OpenOptions, type OpenPage, openHouse, type PageHouse } from './open-page.js'
import {
  contract,
  everyDeath,
  exchange,
  failing,
  malicious,
  misshapen,
  nights,
  pageData,
  passing,
  passingUnderBling,
  procedureAsSeen,
  twoRuns,
} from './samples.js'
import { violations } from './violations.js'

const started = await openHouse()
const reason = typeof started === 'string' ? started : ''
const house = started as PageHouse

afterAll(async () => {
  if (reason === '') await house.close()
})

/** Opens a page, hands it over, and closes it whatever happens. */
async function withPage(
  data: PageData,
  options: OpenOptions,
  use: (opened: OpenPage) => Promise<void>,
): Promise<void> {
  const opened = await house.open(data, options)
  try {
    await opened.page.waitForSelector('h1')
    await use(opened)
  } finally {
    await opened.close()
  }
}

const samples: readonly (readonly [string, PageData])[] = [
  ['a run that passes', passing()],
  ['a run under the profile bling', passingUnderBling()],
  ['a run that fails', failing()],
  ['several runs', twoRuns()],
  ['a run a death of the token', everyDeath()],
  ['a contract run', contract(300)],
  ['an answer of another shape', misshapen()],
  ['forty nights side by side', nights()],
  ['a run in which nothing happened', pageData()],
  ['a malicious recording', malicious()],
]

const isDay = process.env.HOMOLOGA_VARIANTS === undefined
/** Each in both schemes; by day in one of them. */
const looks = samples.flatMap(([name, data], i) =>
  (['light', 'dark'] as const)
    .filter((_, scheme) => !isDay || scheme === i % 2)
    .map((scheme) => [name, scheme, data] as const),
)
/** Made of the same parts as others, so that axe, whose look at the contrast takes longer than all else here, sees them by night. */
const madeAlike = /bling|several runs|malicious/

describe.skipIf(lacks('a browser', reason === ''))(
  `the page, opened from disk ${reason}`,
  { timeout: 60_000 },
  () => {
    it.each(looks)(
      'shows %s (%s) at 360 pixels and at 1280, whole and alone',
      async (name, colorScheme, data) => {
        const options = { viewport: { width: 360, height: 740 }, colorScheme }
        await withPage(data, options, async ({ page, requests, complaints }) => {
          expect(await page.locator('h1').innerText()).toContain(en.page[`verdict/${data.report.verdict}`])
          expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360)
          await page.setViewportSize({ width: 1280, height: 800 })
          await page.mouse.wheel(0, 5000)
          if (!isDay || !madeAlike.test(name)) expect(await violations(page)).toEqual([])
          expect(complaints).toEqual([])
          expect(requests.filter((address) => !address.startsWith('data:'))).toEqual([page.url()])
        })
      },
    )

    it('stays accessible with everything unfolded, the help open, in Portuguese, on a small screen', async () => {
      await withPage(failing(), { viewport: { width: 360, height: 740 } }, async ({ page }) => {
        await page.evaluate(
          `for (const button of document.querySelectorAll('[aria-expanded="false"]')) button.click()`,
        )
        await page.evaluate('for (const fold of document.querySelectorAll("details")) fold.open = true')
        await page.keyboard.press('l')
        expect(await violations(page)).toEqual([])
        await page.keyboard.press('?')
        await page.waitForSelector('dialog[open]')
        expect(await violations(page)).toEqual([])
      })
    })

    it('says what the profile assumes, and why something was not tested, in the language that the reader picks', async () => {
      await withPage(passing(), {}, async ({ page }) => {
        const { run } = passing().report
        const shown = () => page.locator('#run ul').first().locator('li').allTextContents()
        expect(await shown()).toEqual(run.assumptions.map((one) => one.replaceAll('`', '')))
        await page.keyboard.press('l')
        expect(await shown()).toContain('o passo 4 envia a situação "I"')
        expect(await shown()).toHaveLength(run.assumptions.length)
        const untested = await page.locator('#run details li').allTextContents()
        expect(untested).toContain('homologation/limit-hit — Nenhum limite foi atingido nesta execução.')
      })
    })

    it('says the verdict, the cause and the gap that broke it', async () => {
      await withPage(failing(), {}, async ({ page }) => {
        expect(await page.locator('.cause').innerText()).toContain(
          'The body of step 2 is not the data of step 1.',
        )
        expect(await page.locator('.dimension.tone-fail').allInnerTexts()).toHaveLength(1)
        expect(await page.locator('.dimension.tone-fail text').textContent()).toBe('✗ 1,640')
        expect(await page.locator('.hashes .broken').innerText()).toContain('✗ older; C was due')
        expect(await page.locator('.in-force').first().innerText()).toContain('−360 ms')
      })
    })

    it.each([
      [1280, 'light'],
      [390, 'dark'],
    ] as const)(
      'answers in the first 800 pixels what failed and how to fix it, %d pixels wide',
      async (width, colorScheme) => {
        await withPage(failing(), { viewport: { width, height: 800 }, colorScheme }, async ({ page }) => {
          for (const part of ['h1', '.cause > p', '.first-diff', '.fix']) {
            const box = await page.locator(`.verdict ${part}`).first().boundingBox()
            expect(box && box.y + box.height).toBeLessThanOrEqual(800)
          }
          expect(await page.locator('.first-diff .actual').first().textContent()).toMatch(/^−/)
          expect(await page.locator('.first-diff .correct').first().textContent()).toMatch(/^\+/)
          expect(await page.locator('.bar-failing').count()).toBeGreaterThan(0)
        })
      },
    )

    it('shows of a gap that broke the spacing how long it was, not two moments to subtract', async () => {
      const { report, ...data } = failing()
      const findings = report.findings.filter(({ requirement }) => requirement === 'homologation/spacing')
      await withPage({ ...data, report: { ...report, findings } }, {}, async ({ page }) => {
        const { actual = '', expected = '' } = findings[0] ?? {}
        const rows = await page.locator('.first-diff li').allInnerTexts()
        expect(rows).toEqual([expect.stringContaining(actual), expect.stringContaining(expected)])
      })
    })

    it('folds the readings that are not in force when the run failed, and shows them in grey when it passed', async () => {
      await withPage(failing(), {}, async ({ page }) => {
        expect(await page.locator('#readings .in-force').first().isVisible()).toBe(true)
        expect(await page.locator('#readings .not-in-force').first().isVisible()).toBe(false)
      })
      await withPage(passing(), {}, async ({ page }) => {
        expect(await page.locator('#readings .not-in-force').first().isVisible()).toBe(true)
      })
    })

    it('scrolls the finding to the top of the window when the evidence is asked for', async () => {
      await withPage(failing(), { reducedMotion: 'reduce' }, async ({ page }) => {
        await page.getByRole('link', { name: en.page['verdict/evidence'] }).click()
        const top = () =>
          page.evaluate<number>('document.querySelector(".finding").getBoundingClientRect().top')
        await expect.poll(top).toBeLessThan(80)
        expect(await top()).toBeGreaterThanOrEqual(0)
      })
    })

    it('sets what was sent beside what is correct, with the differences marked', async () => {
      await withPage(failing(), {}, async ({ page }) => {
        const first = page.locator('.comparison').first()
        expect(await first.locator('.compared-changed').innerText()).toMatch(
          /≠[\s\S]*"preco": "32,56"[\s\S]*"preco": 32\.56/,
        )
        expect(await first.locator('.compared-extra').allInnerTexts()).toHaveLength(2)
      })
    })

    it('shows where an answer has another shape, seen and expected side by side', async () => {
      await withPage(misshapen(), {}, async ({ page }) => {
        await page.locator('#findings > details > summary').click()
        const place = page.locator('.comparison').first()
        expect(await place.locator('caption').innerText()).toMatch(/^Line \d+ .*contato\.id.* 2 more places/)
        expect(await place.locator('.compared-changed').innerText()).toMatch(/"id": "5",[\s\S]*"id": integer/)
        expect(await place.locator('.compared-same').count()).toBe(6)
        expect(await page.locator('.exchange-detail mark').first().innerText()).toContain('"id": "5"')
      })
    })

    it('shows when a finding came and went, night by night', async () => {
      await withPage(nights(), {}, async ({ page }) => {
        const rows = page.locator('.nights tbody tr:not(.verdicts)')
        expect(await rows.count()).toBe(3)
        expect(await rows.nth(0).locator('.standing-there').count()).toBe(31)
        expect(await rows.nth(1).innerText()).toContain('gone since 07/01')
        expect(await rows.nth(1).locator('.standing-there').count()).toBe(19)
        expect(await rows.nth(2).locator('.standing-untested').count()).toBe(4)
        expect(await page.locator('section:has(.nights)').innerText()).toContain('the newest 31 of 40 runs')
        expect(await page.locator('#exchanges').count()).toBe(0)
      })
    })

    it('folds consequences under their cause', async () => {
      await withPage(failing(), {}, async ({ page }) => {
        expect(await page.locator('#findings article').count()).toBe(5)
        await page.getByRole('button', { name: /Consequences/ }).click()
        expect(await page.locator('#findings article').count()).toBe(7)
      })
    })

    it('follows a link to an exchange and to a folded finding', async () => {
      await withPage(failing(), { hash: '#exchange=e5' }, async ({ page }) => {
        await page.waitForSelector('#exchange-e5[aria-expanded="true"]')
        await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('exchange-e5')
        await page.evaluate('location.hash = "#finding=request-content-type"')
        await expect
          .poll(() => page.evaluate('document.activeElement.id'))
          .toBe('finding-request-content-type')
        expect(await page.locator('#finding-request-content-type').isVisible()).toBe(true)
      })
    })

    it('is worked by keys alone', async () => {
      await withPage(failing(), {}, async ({ page }) => {
        await page.keyboard.press('j')
        await page.keyboard.press('j')
        const second = await page.evaluate('document.activeElement.id')
        await page.keyboard.press('k')
        expect([await page.evaluate('document.activeElement.id'), second]).toEqual([
          'finding-homologation-post-data',
          'finding-homologation-spacing',
        ])
        await page.keyboard.press('/')
        expect(await page.evaluate('document.activeElement.id')).toBe('filter-text')
        await page.keyboard.type('situacao')
        await expect.poll(() => page.locator('.exchanges > li').count()).toBe(1)
        await page.keyboard.press('Escape')
        await page.keyboard.press('?')
        await expect.poll(() => page.locator('dialog').isVisible()).toBe(true)
        await page.keyboard.press('Escape')
        await expect.poll(() => page.locator('dialog').isVisible()).toBe(false)
      })
    })

    it('narrows the exchanges by step, status and finding', async () => {
      await withPage(failing(), {}, async ({ page }) => {
        const rows = page.locator('.exchanges > li')
        expect(await rows.count()).toBe(6)
        await page.locator('.filter').getByLabel('Step').selectOption('homologation/3')
        expect(await rows.count()).toBe(2)
        await page.locator('.filter').getByLabel('Status').selectOption('4xx')
        await page.locator('.filter').getByLabel('Findings').selectOption('clean')
        expect(await rows.count()).toBe(0)
        const clear = page.getByRole('button', { name: 'clear' })
        await clear.click()
        expect([await rows.count(), await clear.count()]).toEqual([6, 0])
      })
    })

    it('names the route that a link narrows the exchanges to', async () => {
      const route = 'GET /homologacao/produtos'
      const options = { hash: `#route=${encodeURIComponent(route)}` }
      await withPage(failing(), options, async ({ page }) => {
        expect(await page.locator('.filter').getByLabel('Route').inputValue()).toBe(route)
        expect(await page.locator('.exchanges > li').count()).toBe(1)
      })
    })

    it('copies a request as a command without a secret', async () => {
      const options = { permissions: ['clipboard-read', 'clipboard-write'] }
      await withPage(failing(), options, async ({ page }) => {
        await page.getByRole('button', { name: 'Copy as cURL' }).first().click()
        await page.waitForSelector('text=Copied')
        const text = String(await page.evaluate('navigator.clipboard.readText()'))
        expect(text).toMatch(/^curl .*HOMOLOGA_ACCESS_TOKEN/)
        expect(text).not.toContain('[access_token')
      })
    })

    it('copies the block that `examine --prompt` prints, in the language of the report', async () => {
      const data = failing()
      const diff = await firstDiff(data.report, { ...data, procedure: data.procedure ?? [] })
      const { report, exchanges, repeatCommand } = data
      const block = drawPrompt({ report, diff, repeatCommand }, exchanges, en.ui, 'en')
      expect(block.join('\n')).toContain('```diff\n- ')
      await withPage(data, { permissions: ['clipboard-read', 'clipboard-write'] }, async ({ page }) => {
        const button = page.getByRole('button', { name: en.page['copy/prompt'] })
        await button.click()
        await page.getByText(en.page['copy/done']).waitFor()
        expect(await page.evaluate('navigator.clipboard.readText()')).toBe(block.join('\n'))
      })
    })

    it('shows the failed run of several first, and the one that is chosen', async () => {
      await withPage(twoRuns(), {}, async ({ page }) => {
        expect(await page.locator('.dimension.tone-fail').count()).toBe(1)
        await page.locator('.run-choice').getByRole('button', { name: 'run 1' }).click()
        expect(await page.locator('.dimension.tone-fail').count()).toBe(0)
        expect(await page.locator('rect.bar').count()).toBe(6)
      })
    })

    it('shows every death of the token with its verdict, and the run that is chosen', async () => {
      await withPage(everyDeath(), {}, async ({ page }) => {
        expect(await page.locator('h1').innerText()).toContain('fail')
        expect(await page.locator('.cause').innerText()).toContain('4 of 5 runs passed')
        const rows = await page.locator('.run-matrix tbody tr').allInnerTexts()
        expect(await page.locator('.run-matrix tbody .sign .word').allInnerTexts()).toEqual([
          ...['pass', 'pass', 'pass', 'fail', 'not tried', 'pass'],
        ])
        expect(rows[3]).toContain('The body of step 2 is not the data of step 1.')
        expect(await page.locator('.run-matrix button[aria-pressed="true"]').innerText()).toBe('at step 4')
        expect(await page.locator('.dimension.tone-fail').count()).toBe(1)
        await page.getByRole('button', { name: 'at step 2' }).click()
        expect(await page.locator('.dimension.tone-fail').count()).toBe(0)
        expect(await page.locator('.in-force').first().innerText()).not.toContain('−360 ms')
        await page.locator('.filter').getByLabel('Run').selectOption('4')
        expect(await page.locator('.exchanges > li').count()).toBe(6)
        expect(await page.locator('.exchanges .step').first().innerText()).toContain('run 4')
      })
    })

    it('speaks of the application of its reader where that is to be mended', async () => {
      await withPage(failing(), {}, async ({ page }) => {
        expect(await page.locator('.finding').first().innerText()).toContain(
          'How to fix it in your application',
        )
      })
    })

    it('speaks Portuguese where the report does, and English when asked', async () => {
      await withPage({ ...passing(), lang: 'pt-BR' }, {}, async ({ page }) => {
        expect(await page.getAttribute('html', 'lang')).toBe('pt-BR')
        expect(await page.locator('h1').innerText()).toContain('aprovado')
        await page.getByRole('button', { name: 'English' }).click()
        expect(await page.locator('h1').innerText()).toContain('pass')
        expect(await page.getAttribute('html', 'lang')).toBe('en')
      })
    })

    it('remembers the language that the reader chose last', async () => {
      await withPage(passing(), {}, async ({ page }) => {
        for (const [button, lang] of [
          ['Português', 'pt-BR'],
          ['English', 'en'],
        ] as const) {
          await page.getByRole('button', { name: button }).click()
          await page.reload()
          expect(await page.getAttribute('html', 'lang')).toBe(lang)
        }
      })
    })

    it('leaves no key of the catalogue unspoken, in either language', async () => {
      const keys = Object.keys(en.page).filter(
        (key) => key.includes('/') && !/^(drift|homologation)/.test(key),
      )
      for (const data of [failing(), contract(50)]) {
        for (const lang of ['en', 'pt-BR'] as const) {
          await withPage({ ...data, lang }, {}, async ({ page }) => {
            const words = (await page.locator('body').innerText()).split(/\s+/)
            expect(keys.filter((key) => words.includes(key))).toEqual([])
          })
        }
      }
    })

    it('turns dark or light by the system, and by the reader', async () => {
      await withPage(passing(), { colorScheme: 'dark' }, async ({ page }) => {
        const paper = () => page.evaluate('getComputedStyle(document.documentElement).backgroundColor')
        expect(await paper()).toBe('rgb(14, 18, 20)')
        await page.getByRole('button', { name: /Theme/ }).click()
        await expect.poll(paper).toBe('rgb(245, 244, 239)')
      })
    })

    it('fills every bar of the time line with a colour of its own, never the black of a browser', async () => {
      for (const colorScheme of ['light', 'dark'] as const)
        await withPage(failing(), { colorScheme }, async ({ page }) => {
          await page.waitForSelector('rect.bar')
          const fills = await page.evaluate(
            `[...document.querySelectorAll('rect.bar')].map((bar) => getComputedStyle(bar).fill)`,
          )
          expect(fills).not.toContain('rgb(0, 0, 0)')
        })
    })

    it('prints without its controls, on white, with all evidence unfolded', async () => {
      await withPage(failing(), { colorScheme: 'dark' }, async ({ page }) => {
        await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
        expect(await page.locator('.tools').isVisible()).toBe(false)
        expect(await page.locator('.filter').isVisible()).toBe(false)
        await page.evaluate('dispatchEvent(new Event("beforeprint"))')
        expect(await page.locator('.comparison').count()).toBe(6)
        expect(await page.locator('.exchange-detail').count()).toBe(6)
        expect(await page.evaluate('getComputedStyle(document.documentElement).backgroundColor')).toBe(
          'rgb(255, 255, 255)',
        )
        expect(await page.locator('.consequences').first().innerText()).toContain('homologation/complete')
        expect((await page.pdf()).length).toBeGreaterThan(10_000)
        // one that is longer than a sheet would begin on the next, and leave the verdict's bare
        const broken = (selector: string) =>
          page.evaluate(
            `(({ breakInside, breakAfter }) => [breakInside, breakAfter])(getComputedStyle(document.querySelector('${selector}')))`,
          )
        expect(await broken('.finding')).toEqual(['auto', 'auto'])
        expect(await broken('.finding > header')).toEqual(['avoid', 'avoid'])
      })
    })

    it('says which refusal an event of our own brought about', async () => {
      const { exchanges, ...rest } = passing()
      const staged = exchanges.map((each, at) => (at === 2 ? { ...each, staged: 'consent' as const } : each))
      const { page, close } = await house.open({ ...rest, exchanges: staged }, { hash: '#exchange=e3' })
      const told = page.getByText('Refused because of the event consent')
      await told.waitFor()
      expect(await told.count()).toBe(1)
      await close()
    })

    it.each([
      ['error', 'true'],
      ['info', 'false'],
    ] as const)(
      'shows the evidence of a first finding of severity %s at once: %s',
      async (severity, isOpen) => {
        const { report, ...rest } = failing()
        const [first] = report.findings
        const findings = first ? [{ ...first, severity }] : []
        const { page, close } = await house.open({ ...rest, report: { ...report, findings } })
        const button = page.locator('#findings .fold-button').first()
        expect(await button.getAttribute('aria-expanded')).toBe(isOpen)
        await close()
      },
    )

    it('opens ten thousand steps at once, a hundred exchanges at a time', async () => {
      const opened = await house.open(contract(10_000))
      await opened.page.waitForSelector('.exchanges > li', { state: 'attached' })
      const elements = Number(await opened.page.evaluate('document.querySelectorAll("*").length'))
      expect(elements).toBeLessThan(8000)
      await opened.page.evaluate('location.hash = "#exchange=e9998"')
      await opened.page.waitForSelector('#exchange-e9998[aria-expanded="true"]')
      await opened.page.evaluate('location.hash = "#route=" + encodeURIComponent("GET /nfe")')
      await expect.poll(() => opened.page.locator('.found').textContent()).toMatch(/^20[89] of 10,000/)
      await opened.close()
    })

    it('draws the beginning of a run that never ends, and says so', async () => {
      const data = failing()
      const endless = Array.from({ length: 3000 }, (_, at) =>
        exchange(`x${at}`, {
          method: 'PUT',
          path: '/homologacao/produtos/1',
          status: 401,
          atMs: 9000 + at * 50,
        }),
      )
      const exchanges = [...data.exchanges, ...endless]
      const procedure = procedureAsSeen(exchanges)
      await withPage({ ...data, exchanges, procedure }, {}, async ({ page }) => {
        expect(await page.locator('.hashes tbody tr').count()).toBe(199)
        expect(await page.locator('#time').innerText()).toContain('the first 200 of 3006 requests')
        expect(await page.locator('.exchanges > li').count()).toBe(100)
      })
    })

    it('begins a night with its headline and one line for each problem, and opens the rest on demand', async () => {
      const { report, ...data } = contract(300)
      const [first, ...others] = report.findings.map((one) => ({ ...one, since: 'known' as const }))
      if (!first) throw new Error('the sample has no finding')
      const gone = { ...first, fingerprint: 'gone', route: 'GET /gone' }
      const against = { run: 'before', startedAt: report.run.startedAt, failOn: 'any' as const }
      const findings = [...others, { ...first, since: 'new' as const }]
      const night = { ...data, report: { ...report, findings, against, fixed: [gone] } }
      await withPage(night, { permissions: ['clipboard-read'] }, async ({ page }) => {
        expect(await page.locator('.verdict .cause').innerText()).toMatch(
          /\d+ problems on \d+ of \d+ routes, 1 new, 1 fixed/,
        )
        const lines = page.locator('.night li')
        expect(await lines.first().innerText()).toMatch(/new/)
        const [sign, text] = await lines
          .first()
          .evaluate((line) => ['.word', 'a'].map((part) => line.querySelector(part)?.getBoundingClientRect()))
        expect(text?.left).toBeGreaterThan(sign?.right ?? Number.POSITIVE_INFINITY)
        expect(await page.locator('#findings').innerText()).toContain('GET /gone')
        expect(await page.locator('.exchanges > li').first().isVisible()).toBe(false)
        await lines.first().getByRole('button').click()
        expect(await page.evaluate('navigator.clipboard.readText()')).toContain(
          `homologa accept ${first.fingerprint} --until `,
        )
        await lines.first().locator('a').click()
        await page.locator(`#finding-${first.fingerprint}`).waitFor({ state: 'visible' })
        await page.keyboard.press('/')
        await page.locator('#filter-text').waitFor({ state: 'visible' })
        expect(await page.locator('#trend h2').innerText()).toMatch(/failed \d+ of the last 14/i)
        expect(await violations(page)).toEqual([])
      })
    })

    it('shows every route by its resource, with the reason for those left out', async () => {
      await withPage(contract(300), {}, async ({ page }) => {
        expect(await page.locator('.resource').count()).toBe(13)
        const findings = await page.locator('#findings').boundingBox()
        const routes = await page.locator('#overview').boundingBox()
        expect(findings?.y).toBeLessThan(routes?.y ?? 0)
        expect(await page.locator('#overview').innerText()).not.toContain('moves money')
        await page.evaluate('for (const fold of document.querySelectorAll("details")) fold.open = true')
        expect(await page.locator('#overview').innerText()).toContain(
          'moves money: needs --allow with this very route',
        )
        expect(await page.locator('#findings').innerText()).toMatch(/Fingerprint, for --accept\s+status-\d/)
        // one by its step, one by the baseline alone
        expect(await page.locator('.has-failed').count()).toBe(2)
        expect(await page.locator('#drift').innerText()).toContain('type changed')
        expect(await page.locator('.trend li').count()).toBe(14)
      })
    })

    it('shows below the verdict what is to be known beside it', async () => {
      const data = passing()
      const notices = ['This journal has no end.']
      await withPage({ ...data, report: { ...data.report, notices } }, {}, async ({ page }) => {
        expect(await page.locator('.verdict + .notices li').innerText()).toContain(notices[0])
        expect(await violations(page)).toEqual([])
      })
    })

    it('leads to the recording that holds the steps, where a review was given one', async () => {
      await withPage({ ...passing(), exchanges: [] }, {}, async ({ page }) => {
        expect(await page.locator('#hashes').innerText()).toContain('homologa judge FILE')
      })
      const steps = passing().report.steps.map((step) => ({ ...step, exchanges: [] }))
      const unseen = { ...passing(), report: { ...passing().report, steps }, exchanges: [] }
      await withPage(unseen, {}, async ({ page }) => {
        expect(await page.locator('#hashes').innerText()).toContain('No request of the procedure was seen.')
      })
    })

    it('shows what a run left in the account, and why', async () => {
      const data = contract(5)
      const left = [
        { route: 'DELETE /contatos/{idContato}', id: '7', reason: 'refused' },
        { route: '/nfe', id: null, reason: 'no list shows it' },
      ]
      await withPage({ ...data, report: { ...data.report, left } }, {}, async ({ page }) => {
        const text = await page.locator('#run').innerText()
        expect(text).toContain('Left in the account')
        expect(text).toContain('DELETE /contatos/{idContato} 7: refused')
        expect(text).toContain('/nfe: no list shows it')
      })
      await withPage(data, {}, async ({ page }) => {
        expect(await page.locator('#run').innerText()).not.toContain('Left in the account')
      })
    })

    it('keeps what strangers sent inert and visible', async () => {
      await withPage(malicious(), {}, async ({ page, requests, complaints }) => {
        await page.evaluate(
          `for (const button of document.querySelectorAll('[aria-expanded="false"]')) button.click()`,
        )
        expect(await page.evaluate('typeof globalThis.pwned')).toBe('undefined')
        expect(await page.locator('img').count()).toBe(0)
        expect(await page.locator('script').count()).toBe(2)
        const text = await page.locator('body').innerText()
        expect(text).toContain('⟨U+202E⟩')
        expect(text).toContain('␀')
        // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
        expect(text).not.toMatch(/[\u0000\u001b\u202e]/)
        expect(complaints).toEqual([])
        expect(requests.filter((address) => !address.startsWith('data:'))).toHaveLength(1)
      })
    })

    it('runs no script but its own, even if one got in', async () => {
      await withPage(passing(), {}, async ({ page, complaints }) => {
        await page.evaluate(`{
        const script = document.createElement('script')
        script.textContent = 'globalThis.pwned = 1'
        document.body.append(script)
        const image = new Image()
        image.src = 'http://127.0.0.1:9/x.png'
        document.body.append(image)
      }`)
        expect(await page.evaluate('typeof globalThis.pwned')).toBe('undefined')
        expect(complaints.filter((complaint) => complaint.includes('Content Security Policy'))).toHaveLength(
          2,
        )
      })
    })
  },
)

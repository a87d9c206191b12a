// biome-ignore-all lint/performance/useDomNodeTextContent: a test reads what a reader sees
import { afterAll, describe, expect, it } from 'vitest'
import { createMasker, record } from '../../src/exchange/masking.js'
import { judge } from '../../src/judging/judge.js'
import { buildReport } from '../../src/report/build-report.js'
import type { PageData } from '../../src/report/page-data.js'
import { type Fault, stepFaults } from '../../src/service/faults/index.js'
import { createService } from '../../src/service/service.js'
import { spec } from '../../src/specification/profile.js'
import { loadCatalogue } from '../../src/words/catalogue.js'
import { homologation } from '../../suites/homologation.js'
import { lacks } from '../needs.js'
import { rehearse } from '../rehearsal/rehearse.js'
import { openHouse, type PageHouse } from './open-page.js'

const started = await openHouse()
const reason = typeof started === 'string' ? started : ''
const house = started as PageHouse
const catalogue = await loadCatalogue('en')

afterAll(async () => {
  if (reason === '') await house.close()
})

/** By day so many of the faults are one, and what is out of all proportion, for the page shows all of them alike; by night each. */
const NTH = process.env.HOMOLOGA_VARIANTS === undefined ? 8 : 1
const extreme = /huge|long|large|deep|slow|cut/

const faults: readonly (Fault | null)[] = [
  null,
  ...Object.values<Fault>(stepFaults).filter(({ name }, i) => i % NTH === 0 || extreme.test(name)),
]

/** A run against the embedded service with one fault, in virtual time, judged and reported as a real one. */
async function pageOf(fault: Fault | null): Promise<PageData> {
  const masker = createMasker()
  const service = (seed: string) => createService({ seed, faults: fault === null ? [] : [fault] })
  const options = {
    suite: homologation,
    profile: spec,
    runs: 1,
    seed: 'page',
    userAgent: 'homologa/test',
    service,
  }
  for await (const { exchanges: raw } of rehearse({ ...options, onSecret: masker.register })) {
    const exchanges = raw.map((each) => record(each, masker))
    const context = {
      profile: spec,
      baseUrl: 'http://localhost/Api/v3',
      tokenUrl: null,
      toleranceMs: 5,
      ended: true,
    }
    const judgement = judge(exchanges, { ...context, underTest: 'service' })
    const meta = {
      id: `page-${fault?.name}`,
      command: 'check',
      startedAt: '2026-08-04T12:00:00.000Z',
      durationMs: 9000,
      version: '0.1.0',
      profile: spec,
      baseUrl: context.baseUrl,
      embedded: true,
      repeats: 0,
      seed: 'page',
    }
    const because = judgement.readings.map(({ id, because: { code, values } }) => ({ id, code, values }))
    const report = buildReport(meta, judgement, { catalogue, lang: 'en' })
    return { report, exchanges, exchangesLeftOut: 0, profile: spec, lang: 'en', repeatCommand: null, because }
  }
  throw new Error('the rehearsal made no run')
}

describe.skipIf(lacks('a browser', reason === ''))(`the page of a run ${reason}`, { timeout: 60_000 }, () => {
  it.each(faults.map((fault) => [fault?.name ?? 'none', fault] as const))(
    'with the fault %s renders, whole and in both languages',
    async (_name, fault) => {
      const data = await pageOf(fault)
      const { page, requests, complaints, close } = await house.open(data, {
        viewport: { width: 360, height: 740 },
      })
      await page.waitForSelector('h1')
      expect(await page.locator('h1').innerText()).toContain(data.report.verdict)
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360)
      if (data.report.cause !== null) {
        const cause = data.report.cause.replaceAll('`', '').slice(0, 20)
        expect(await page.locator('.cause').innerText()).toContain(cause)
      }
      await page.evaluate(
        `for (const button of document.querySelectorAll('[aria-expanded="false"]')) button.click()`,
      )
      await page.keyboard.press('l')
      await page.waitForSelector('html[lang="pt-BR"]')
      expect(complaints).toEqual([])
      expect(requests.filter((address) => !address.startsWith('data:'))).toHaveLength(1)
      await close()
    },
  )
})

// biome-ignore-all lint/performance/useDomNodeTextContent: a test reads what a reader sees
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import type { Report } from '../../src/report/report.js'
import { newFolder, removeFolders, reportOf, runInside } from '../end-to-end/tool.js'
import { lacks } from '../needs.js'
import { openAddress, startBrowser } from './open-page.js'

const browser = await startBrowser()
const isMissing = typeof browser === 'string'

afterAll(async () => {
  if (!isMissing) await browser.close()
})

/** A webhook on loopback and the posts that it got. */
async function webhook() {
  const posts: string[] = []
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    posts.push(text)
    response.end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { posts, url, close }
}

const planted = (names: readonly string[]) => names.flatMap((name) => ['--fault', name])
const contract = (dir: string, faults: readonly string[], ...more: readonly string[]) =>
  runInside(['contract', 'depositos', 'contatos', ...planted(faults), ...more], { cwd, dir: join(cwd, dir) })

const cwd = newFolder()
afterAll(removeFolders)

describe.skipIf(lacks('a browser', !isMissing))('a night after one with three faults', () => {
  it('agrees in terminal, summary.md, junit.xml, page, report.json and one post on what is new, known and fixed', async () => {
    const { posts, url, close } = await webhook()
    const first = reportOf(
      await contract('first', ['errors-as-html', 'reads-as-html', 'page-repeats-record']),
    )
    const second = await contract(
      'second',
      ['errors-as-html', 'page-repeats-record', 'reads-answer-500'],
      '--against',
      'last',
      '--notify',
      url,
    )
    close()

    const errors = (report: Report) => report.findings.filter(({ severity }) => severity === 'error')
    const { findings, fixed = [], against } = reportOf(second)
    expect(against?.run).toBe(first.run.id)
    const lost = errors(first).filter(({ requirement }) => requirement === 'envelope/json')
    expect(fixed.map(({ fingerprint }) => fingerprint)).toEqual(lost.map(({ fingerprint }) => fingerprint))
    const fresh = errors(reportOf(second)).filter(({ since }) => since === 'new')
    expect(fresh.map(({ requirement }) => requirement)).toEqual(['envelope/status'])
    expect(findings.filter(({ since }) => since === null)).toEqual([])

    const headline = '4 problems on 3 of 7 routes, 1 new, 1 fixed'
    const [summary, junit] = ['summary.md', 'junit.xml'].map((name) =>
      readFileSync(join(second.dir, name), 'utf8'),
    )
    expect(second.out).toContain(headline)
    expect(summary).toContain(`**${headline}**`)
    expect(posts.map((text) => JSON.parse(text))).toMatchObject([
      { headline, new: [{ fingerprint: fresh[0]?.fingerprint }] },
    ])

    const address = pathToFileURL(join(second.dir, 'report.html')).href
    const { page, close: closePage } = await openAddress(browser as Browser, address)
    const heading = await page.locator('.verdict .cause').innerText()
    const lines = await page.locator('.night li').allInnerTexts()
    const problems = await page.locator('#findings').innerText()
    const overlaps = await page.evaluate(`[...document.querySelectorAll('.night li')].flatMap((line) => {
      const texts = [...line.querySelectorAll('.word, .since, a, .place, button')].map((part) => {
        const text = document.createRange()
        text.selectNodeContents(part)
        return text.getBoundingClientRect()
      })
      return texts.filter((one, i) => texts.slice(i + 1).some((other) =>
        one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom))
    }).length`)
    expect(overlaps).toBe(0)
    await closePage()
    expect(heading).toContain(headline)
    expect(heading.replace(/\s+/g, ' ')).toContain(`Fix the first: ${fresh[0]?.hint}`)
    expect(lines).toHaveLength(4)

    for (const { fingerprint, since, message } of errors(reportOf(second))) {
      expect(second.out).toMatch(new RegExp(`${since} [^[]*\\[${fingerprint}\\]`))
      expect(summary).toMatch(new RegExp(`\\| ${since} \\| .npx homologa accept ${fingerprint} --until`))
      expect(junit).toMatch(new RegExp(`>${message.slice(0, 20)}[^<]*\nSince: ${since}\n`))
      expect(lines.filter((line) => line.includes(message) && line.includes(`${since}`))).toHaveLength(1)
    }
    const [{ message = '', fingerprint = '' } = {}] = fixed
    expect(junit).toContain(`<property name="fixed" value="${fingerprint} `)
    for (const text of [second.out, summary]) expect(text?.split('ixed')[2]).toContain(message)
    expect(problems.split(/fixed/i).at(-1)).toContain(message)
  })
})

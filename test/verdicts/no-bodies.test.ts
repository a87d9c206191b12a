import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { judge } from '../../src/app/library/judge.js'
import { writeHar } from '../../src/exchange/write-har.js'
import type { Report } from '../../src/report/report.js'
import { type Course, recordCourse } from '../broken/client.js'
import { brokenClients } from '../broken/clients/index.js'
import { watched } from './recordings.js'

/** HARs that were exported without content, so that the tokens that the responses held are not in the file. */

const dir = mkdtempSync(join(tmpdir(), 'homologa-no-bodies-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

// biome-ignore lint/suspicious/noExplicitAny: each tool leaves bodies out in its own way
type Entry = any

const ways: Readonly<Record<string, (response: Entry) => void>> = {
  'no content': (response) => {
    delete response.content
  },
  'no text': (response) => {
    delete response.content?.text
  },
  'an unknown size': (response) => {
    Object.assign(response, { bodySize: -1, content: { size: -1, mimeType: '' } })
  },
  'an empty text and sizes of 0': (response) => {
    Object.assign(response, { bodySize: 0, content: { size: 0, mimeType: '', text: '' } })
  },
}

/** Writes the course as our own HAR, or as another tool would have written it, without any body of a response. */
async function judgedWithout(exchangesOf: Course, isOwn: boolean, takeOut: (response: Entry) => void) {
  const recorded = recordCourse(exchangesOf)
  const { header, exchanges, notes } = await watched(recorded, recorded.exchanges)
  const file = join(dir, 'recording.har')
  await writeHar(file, exchanges, header, notes)
  const har = JSON.parse(readFileSync(file, 'utf8'))
  if (!isOwn) delete har.log._homologa
  for (const entry of har.log.entries) {
    if (!isOwn) delete entry._homologa
    takeOut(entry.response)
  }
  writeFileSync(file, JSON.stringify(har))
  return (await judge(file, { profile: exchangesOf.profile === 'bling' ? 'bling' : 'spec' })).report
}

const accusations = ({ findings }: Report) =>
  findings.filter(({ severity }) => severity !== 'info').map(({ code, blame }) => `${code} ${blame}`)

const cases = (['spec', 'bling'] as const).flatMap((profile) =>
  [true, false].flatMap((isOwn) =>
    Object.entries(ways).map(
      ([way, takeOut]) =>
        [profile, isOwn ? 'our own HAR' : "another tool's HAR", way, isOwn, takeOut] as const,
    ),
  ),
)

describe('a tool that kept the other bodies', () => {
  it.each([
    ['the product', 0, 'homologation/product-data:no-body service'],
    ['the identifier', 1, 'homologation/product-id:no-body service'],
    ['the new token', 3, 'auth/renewal:not-json service'],
  ])('shows that the service left out %s', async (_what, at, accusation) => {
    let seen = 0
    const report = await judgedWithout({}, false, (response) => {
      if (seen++ === at)
        Object.assign(response, { bodySize: 0, content: { size: 0, mimeType: '', text: '' } })
    })
    expect([accusations(report)[0], report.verdict]).toEqual([accusation, 'fail'])
  })
})

describe.each(cases)(
  'without response bodies, under %s, in %s with %s',
  (profile, _har, _way, isOwn, takeOut) => {
    it.each([1, 2, 3, 5, 'never'] as const)(
      'a right run accuses nobody, token dies at %s',
      async (invalidateAt) => {
        const report = await judgedWithout({ profile, service: { invalidateAt } }, isOwn, takeOut)
        expect([report.verdict, accusations(report)]).toEqual(['pass', []])
        expect(report.coverage.requirements.tested).not.toContain('auth/renewal')
      },
    )

    it.each(['refresh-token-not-saved', 'renewed-and-forgotten'] as const)(
      'a token that nobody can see blames nobody, and its requirement is untested: %s',
      async (name) => {
        const report = await judgedWithout({ ...brokenClients[name].broken, profile }, isOwn, takeOut)
        expect([accusations(report), report.verdict]).toEqual([
          [],
          profile === 'bling' && name === 'refresh-token-not-saved' ? 'pass' : 'incomplete',
        ])
        const { untested } = report.coverage.requirements
        expect(untested.find(({ id }) => id === 'auth/renewal')?.reason).toMatch(/left out/)
      },
    )
  },
)

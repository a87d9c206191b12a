import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { createMasker } from '../exchange/masking.js'
import { registration } from '../rules/application/facts.fixture.js'
import { collectEvidence } from './collect-evidence.js'

const folder = mkdtempSync(join(tmpdir(), 'homologa-collect-'))
afterAll(() => rmSync(folder, { recursive: true }))
const secret = 'token0f6e5d4c3b2a1908'

async function collected(evidence: string, content: string) {
  writeFileSync(join(folder, evidence), content)
  const masker = createMasker()
  masker.register('access_token', secret)
  const answers = [{ question: 'manual-complete', answer: 'yes', date: null, evidence }] as const
  const sources = {
    dir: folder,
    path: join(folder, 'application.yaml'),
    source: 'name: Loja\n',
    registration: registration({ answers }),
    recording: null,
  }
  const files = await collectEvidence({ ...sources, texts: {}, masker })
  const found = files.find(({ path }) => path.startsWith('answers/'))
  return Buffer.from(found?.bytes ?? []).toString()
}

it('masks what a text holds', async () => {
  expect(await collected('read.txt', `by ${secret}`)).toBe('by [access_token#1]')
})

it('takes other bytes as they are', async () => {
  expect(await collected('shown.png', '\u0000é')).toBe('\u0000é')
})

it.each(['shown.png', 'shown.txt'])('refuses bytes that hold a secret: %s', async (name) => {
  const collecting = collected(name, `\u0000${secret}`)
  await expect(collecting).rejects.toMatchObject({ name: 'SecretInEvidenceError', path: name })
})

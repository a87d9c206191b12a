import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { registration } from '../rules/application/facts.fixture.js'
import { gatherEvidence } from './gather-attributes.js'

const folder = mkdtempSync(join(tmpdir(), 'homologa-gather-'))
afterAll(() => rmSync(folder, { recursive: true }))

it('says what became of each file that an answer names', async () => {
  mkdirSync(join(folder, 'folder'))
  writeFileSync(join(folder, 'empty.txt'), '')
  writeFileSync(join(folder, 'read.txt'), 'x')
  writeFileSync(join(folder, 'large.txt'), 'x'.repeat(10_000_001))
  const names = ['folder', 'gone.txt', 'empty.txt', 'read.txt', 'large.txt', null]
  const answers = names.map(
    (evidence) => ({ question: 'manual-complete', answer: 'yes', date: null, evidence }) as const,
  )
  expect(await gatherEvidence(registration({ answers }), folder)).toEqual({
    folder: 'missing',
    'gone.txt': 'missing',
    'empty.txt': 'empty',
    'read.txt': 'readable',
    'large.txt': 'too-large',
  })
})

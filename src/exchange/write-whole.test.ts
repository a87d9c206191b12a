import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { writeWhole } from './write-whole.js'

const folder = mkdtempSync(join(tmpdir(), 'homologa-whole-'))
afterAll(() => rmSync(folder, { recursive: true }))

it('leaves what was there, and nothing beside it, where it cannot be written to its end', async () => {
  const path = join(folder, 'report.json')
  writeFileSync(path, 'former')
  const writing = writeWhole(path, async (file) => {
    await file.write('half')
    throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' })
  })
  await expect(writing).rejects.toMatchObject({ code: 'ENOSPC', path })
  expect([readdirSync(folder), readFileSync(path, 'utf8')]).toEqual([['report.json'], 'former'])
})

it('never puts a file in the place of a device or a pipe', async () => {
  const path = join(folder, 'pipe')
  execFileSync('mkfifo', [path])
  await expect(writeWhole(path, 'text')).rejects.toMatchObject({ code: 'EEXIST', path })
  expect([statSync(path).isFIFO(), readdirSync(folder)]).toEqual([
    true,
    expect.not.arrayContaining(['pipe.part']),
  ])
})

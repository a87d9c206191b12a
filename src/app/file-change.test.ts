import { mkdirSync, mkdtempSync, rmSync, watch, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { systemClock } from '../node/clock.js'
import { fileChange } from './examine-again.js'

const folder = mkdtempSync(join(tmpdir(), 'homologa-change-'))
afterAll(() => rmSync(folder, { recursive: true }))

it('takes what package managers write for no change, and what a person writes for one', async () => {
  mkdirSync(join(folder, 'node_modules'))
  const rests: string[] = []
  let written = 'a package'
  const clock = { ...systemClock, sleep: async () => void rests.push(written) }
  const changed = fileChange(folder, new AbortController().signal, clock)
  await new Promise<void>((resolve) => {
    const watcher = watch(join(folder, 'node_modules'), () => {
      watcher.close()
      resolve()
    })
    writeFileSync(join(folder, 'node_modules', 'x.js'), '')
  })
  await new Promise((resolve) => setImmediate(resolve))
  written = 'a file'
  writeFileSync(join(folder, 'app.js'), '')
  await changed
  expect(rests).toEqual(['a file'])
})

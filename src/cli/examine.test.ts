import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { listen } from '../service/listen.js'
import { createService } from '../service/service.js'
import { runTool } from './run-tool.fixture.js'

it('stops listening if the folder of its reports cannot be written to', async () => {
  const cwd = mkdtempSync(join(tmpdir(), 'homologa-examine-'))
  writeFileSync(join(cwd, 'reports'), 'a file')
  const { port, close } = await listen(createService())
  await close()
  const { status, err } = await runTool(['examine', '--no-page', '--port', `${port}`], { cwd })
  expect([status, err]).toEqual([2, expect.stringContaining('reports')])
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow('fetch failed')
  rmSync(cwd, { recursive: true, force: true })
})

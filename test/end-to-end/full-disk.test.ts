import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { newFolder, removeFolders, reportOf, runInside, runTool } from './tool.js'

afterAll(removeFolders)

/** The tool where no file may grow beyond so many blocks of 512 bytes: what a disk that fills up looks like to whoever writes. */
const withRoomFor = (blocks: number) => ['sh', '-c', `ulimit -f ${blocks}; exec "$0" "$@"`]

describe.skipIf(process.platform === 'win32')('a disk that fills up', () => {
  it.each([
    ['in the midst of the journal', 8, /journal\.ndjson" cannot be written/],
    ['at the reports', 64, /report\.html" cannot be written/],
    ['at the first byte', 1, /The folder '.*' cannot be written to/],
  ])('%s ends with 2, says where, and leaves nothing half written', async (_where, blocks, sentence) => {
    const run = await runTool(['check', '--spacing-ms', '1'], { through: withRoomFor(blocks) })
    expect(run.err.trimEnd().split('\n').at(-1)).toMatch(sentence)
    const parts = readdirSync(run.dir).filter((name) => name.endsWith('.part'))
    expect({ status: run.status, parts }).toEqual({ status: 2, parts: [] })
  })

  it('ends a contract run with 2 as well, though suites run side by side', async () => {
    const run = await runTool(['contract', '--write'], { through: withRoomFor(160) })
    expect(run.err.trimEnd().split('\n').at(-1)).toMatch(/journal\.ndjson" cannot be written/)
    expect(run.status).toBe(2)
  })

  it.skipIf(!existsSync('/dev/full'))(
    'behind standard output is no verdict, and breaks nothing off',
    async () => {
      const run = await runTool(['check', '--json', '--spacing-ms', '1'], {
        through: ['sh', '-c', 'exec "$0" "$@" > /dev/full'],
      })
      expect(run.err.trimEnd().split('\n').at(-1)).toMatch(
        /^Standard output could not be written to \(.*, ENOSPC\)/,
      )
      expect({ status: run.status, verdict: reportOf(run).verdict }).toEqual({ status: 2, verdict: 'pass' })
    },
  )

  it('amid init leaves no torn file that the next one would keep', async () => {
    const cwd = newFolder()
    const full = await runTool(['init', '--yes'], { cwd, through: withRoomFor(1) })
    expect({ status: full.status, err: full.err }).toEqual({
      status: 2,
      err: expect.stringMatching(/written to/),
    })
    const again = await runTool(['init', '--yes'], { cwd })
    expect(again.out).toContain('written: .env')
    expect(again.out).not.toContain('kept')
  })

  it('says of a whole journal nothing of the kind', async () => {
    const run = await runInside(['check', '--spacing-ms', '1'])
    const judged = await runInside(['judge', join(run.dir, 'journal.ndjson')])
    expect(judged.err).not.toContain('no end')
    // its folder will do
    expect((await runInside(['judge', run.dir])).out).toBe(judged.out)
  })

  it('leaves a journal that judge reads as far as it goes', async () => {
    const cwd = newFolder()
    const run = await runTool(['check', '--spacing-ms', '1'], { cwd, through: withRoomFor(10) })
    const journal = join(run.dir, 'journal.ndjson')
    expect(statSync(journal).size).toBeLessThanOrEqual(10 * 512)
    const judged = await runInside(['judge', journal, '--report-dir', join(cwd, 'again')])
    expect([0, 4]).toContain(judged.status)
    expect(judged.err).toContain('This journal has no end: its run was killed, or its disk was full.')
    expect(judged.err + judged.out).not.toMatch(/\n\s+at /)
  })
})

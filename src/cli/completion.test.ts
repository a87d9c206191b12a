import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { commands } from './commands.js'
import { runTool } from './run-tool.fixture.js'

const script = (shell: string) => runTool(['completion', shell], { cwd: '/nowhere' })

describe('completion', () => {
  it.each(['bash', 'zsh', 'fish'])('for %s knows every command and flag', async (shell) => {
    const { out, status } = await script(shell)
    expect(status).toBe(0)
    for (const { name, options } of commands) {
      expect(out).toContain(name)
      for (const { flags } of Object.values(options))
        expect(out).toContain(flags.split(' ')[0]?.replace(/^--/, ''))
    }
  })

  it('says which shells it knows', async () => {
    expect(await script('csh')).toMatchObject({ status: 2, err: expect.stringContaining('bash, zsh, fish') })
  })

  it('completes in a real bash', async () => {
    const { out } = await script('bash')
    const complete = (...words: string[]) => {
      const typed = `COMP_WORDS=(homologa ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}; _homologa; echo "\${COMPREPLY[@]}"`
      return spawnSync('bash', ['-c', `${out}\n${typed}`], { encoding: 'utf8' }).stdout.trim()
    }
    expect(complete('rev')).toBe('review')
    expect(complete('review', '--appl')).toBe('--application')
    expect(complete('check', '--lang', '')).toBe('en pt-BR')
    expect(complete('completion', 'f')).toBe('fish')
    expect(complete('check', '--fault', 'no-ha')).toBe('no-hash')
    expect(complete('explain', 'homologation/spa')).toBe('homologation/spacing')
    expect(complete('judge', '--pa')).toBe('--page')
  })

  it('offers the kept runs, and serves npx, in a real bash', async () => {
    const { out } = await script('bash')
    const cwd = mkdtempSync(join(tmpdir(), 'homologa-completion-'))
    mkdirSync(join(cwd, 'reports/2026-11-01-check'), { recursive: true })
    const complete = (...words: string[]) => {
      const typed = `COMP_WORDS=(npx homologa ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length + 1}; _npx_homologa; echo "\${COMPREPLY[@]}"`
      return spawnSync('bash', ['-c', `${out}\n${typed}`], { cwd, encoding: 'utf8' }).stdout.trim()
    }
    expect(complete('report', 'rep')).toBe('reports/2026-11-01-check/')
    expect(complete('compare', 'reports/')).toBe('reports/2026-11-01-check/')
    expect(complete('rev')).toBe('review')
    rmSync(cwd, { recursive: true })
  })
})

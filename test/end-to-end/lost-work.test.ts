import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { newFolder, removeFolders, runTool } from './tool.js'

afterAll(removeFolders)

it('ends with 3 what is thrown where nobody waits for it, and not with the 1 of a verdict', async () => {
  const late = "setTimeout(() => { throw new Error('out of turn') }, 400)"
  const run = await runTool(['emulate', '--lang', 'pt-BR'], {
    node: ['--import', `data:text/javascript,${encodeURIComponent(late)}`],
  })
  expect(run.err).toContain('O próprio homologa falhou: out of turn. É um erro interno')
  expect(run.err).not.toMatch(/\n\s+at /)
  expect(run.status).toBe(3)
})

it.each([
  ['ends the process while it is loaded', 'process.exit(0)'],
  ['ends the process amid the run', 'setTimeout(() => process.exit(0), 1)'],
  ['waits for what never comes', 'await new Promise(() => {})'],
])('ends with 3, and no verdict, where a suite %s', async (_what, code) => {
  const cwd = newFolder()
  const step = "{ id: 'one', method: 'GET', path: '/produtos' }"
  writeFileSync(
    join(cwd, 'own.mjs'),
    `console.log('the suite prints'); ${code}\nexport default { id: 'own', steps: [${step}] }`,
  )
  const run = await runTool(['contract', 'own', '--suite', 'own.mjs'], { cwd })
  expect([run.status, run.out]).toEqual([3, ''])
  expect(run.err).toContain('the suite prints')
  expect(run.err).toContain('The process ended before the command did')
})

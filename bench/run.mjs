/**
 * `npm run bench -- NAME [arguments]`: runs a file of this folder (default: check). It is bundled first, like the tool, because
 * plain Node runs it.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { rolldown } from 'rolldown'

const [name = 'check', ...args] = process.argv.slice(2)
const root = resolve(import.meta.dirname, '..')
const names = readdirSync(import.meta.dirname).flatMap((file) => /^(.*)\.ts$/.exec(file)?.[1] ?? [])
if (!names.includes(name)) {
  console.error(`There is no bench "${name}", but ${names.join(', ')}.`)
  process.exit(2)
}
const dir = mkdtempSync(join(tmpdir(), 'homologa-bench-'))
symlinkSync(join(root, 'node_modules'), join(dir, 'node_modules'))

const bundle = await rolldown({
  input: {
    bench: join(root, 'bench', `${name}.ts`),
  },
  cwd: root,
  platform: 'node',
  resolve: { extensionAlias: { '.js': ['.ts', '.js'] } },
  external: [/^vitest/, /^playwright-core/, /^@sparticuz/, /^autocannon/, /requirements\.pt-BR/],
})
await bundle.write({
  dir: join(dir, 'out'),
  format: 'esm',
  entryFileNames: ({ name: entry }) => (entry === 'bench' ? 'bench.mjs' : '[name].js'),
  chunkFileNames: '[name]-[hash].mjs',
})

const child = spawn(process.execPath, ['--expose-gc', join(dir, 'out', 'bench.mjs'), ...args], {
  stdio: 'inherit',
  cwd: root,
})
child.on('exit', (status) => {
  rmSync(dir, { recursive: true, force: true })
  process.exitCode = status ?? 1
})

import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { inject } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { isBuilt } from '../is-built.js'

const root = join(import.meta.dirname, '../..')
const run = promisify(execFile)

export interface Packed {
  readonly filename: string
  /** Bytes. */
  readonly size: number
  readonly unpackedSize: number
  readonly files: readonly { readonly path: string }[]
}

export async function npmPack(from: string, to: string): Promise<Packed> {
  const flags = ['pack', '--json', '--ignore-scripts', '--pack-destination', to]
  const { stdout } = await run('npm', flags, { cwd: from })
  const [packed] = JSON.parse(stdout.slice(stdout.indexOf('['))) as Packed[]
  if (packed === undefined) throw new Error('npm packed nothing')
  return packed
}

/**
 * What `npm run build` makes, into a folder of its own: a build of `dist` would disturb the other tests. Declarations take most of the
 * time, and only who writes TypeScript needs them.
 */
export async function stage(
  staged: string,
  { declarations = true }: { readonly declarations?: boolean } = {},
): Promise<string> {
  const isPublished = (path: string) => !['inside.js', 'page'].includes(basename(path))
  await cp(dirname(inject('tool')), join(staged, 'dist'), { recursive: true, filter: isPublished })
  const types = join(staged, 'dist/types')
  if (declarations && isBuilt('types/src/index.d.ts'))
    await cp(join(root, 'dist/types'), types, { recursive: true })
  else if (declarations) await run(process.execPath, ['scripts/build-types.mjs', types], { cwd: root })
  const beside = ['package.json', 'LICENSE', ...manifest.files.filter((name) => name !== 'dist')]
  for (const name of beside.filter((name) => existsSync(join(root, name))))
    await cp(join(root, name), join(staged, name), { recursive: true })
  await run(process.execPath, [join(root, 'scripts/published-manifest.mjs')], { cwd: staged })
  return staged
}

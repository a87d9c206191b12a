import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

/** All that a build reads. */
const sources = [
  'package-lock.json',
  'scripts',
  'src',
  'suites',
  'tsconfig.build.json',
  'tsconfig.json',
  'vite.page.config.ts',
]

/**
 * Whether a file that `npm run build` left in `dist` is younger than all that it is made of, as in a gate, where `npm ci` has just built
 * it: then no test need make it again. A folder is as old as the last file that came to it or went.
 */
export function isBuilt(name: string): boolean {
  const made = join(root, 'dist', name)
  return existsSync(made) && sources.every((path) => newestMs(join(root, path)) < statSync(made).mtimeMs)
}

function newestMs(path: string): number {
  const stat = statSync(path)
  if (!stat.isDirectory()) return stat.mtimeMs
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newestMs(join(path, name))))
}

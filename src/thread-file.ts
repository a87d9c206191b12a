import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Where the bundle has a thread's file, beside this code or one folder above; null before a build. */
export function threadFile(name: string): string | null {
  const paths = [`./${name}`, `../${name}`].map((path) => fileURLToPath(new URL(path, import.meta.url)))
  return paths.find((path) => existsSync(path)) ?? null
}

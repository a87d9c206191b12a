import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'

/** The parts of `node:sea` that we use; null unless this process is the single executable. */
function ownExecutable(): typeof import('node:sea') | null {
  const sea = process.getBuiltinModule('node:sea')
  return sea?.isSea() ? sea : null
}

/** A file that the build embedded in the single executable; null in any other process. */
export function embeddedText(name: string): string | null {
  return ownExecutable()?.getAsset(name, 'utf8') ?? null
}

/** Loads a module of the user's. In the single executable, `import()` knows built-in modules only. */
export function loadModule(path: string): Promise<unknown> {
  return ownExecutable() === null
    ? import(pathToFileURL(path).href)
    : Promise.resolve().then(() => createRequire(path)(path))
}

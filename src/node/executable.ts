import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'

/** homologa is also built as a single executable, which contains Node. Files of the package and modules of the user are read differently there. */

/** Returns `node:sea` if this process is the single executable; else null. */
function ownExecutable(): typeof import('node:sea') | null {
  const sea = process.getBuiltinModule('node:sea')
  return sea?.isSea() ? sea : null
}

/** Returns a file that the build embedded in the single executable; null in any other process. */
export function embeddedText(name: string): string | null {
  return ownExecutable()?.getAsset(name, 'utf8') ?? null
}

/** Loads a module of the user. In the single executable `import()` can load only built-in modules, so `require` is used there. */
export function loadModule(path: string): Promise<unknown> {
  return ownExecutable() === null
    ? import(pathToFileURL(path).href)
    : Promise.resolve().then(() => createRequire(path)(path))
}

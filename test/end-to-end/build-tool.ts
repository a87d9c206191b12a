import { cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { build as buildPage } from 'vite'
import type { TestProject } from 'vitest/node'
import { declarePackages } from '../../scripts/bundled-packages.mjs'
import { isBuilt } from '../is-built.js'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The entry of the tool as it is published, built for these tests alone. */
    tool: string
  }
}

/** What a build has bundled. */
export interface Sbom {
  readonly components: readonly { readonly group?: string; readonly name: string; readonly version: string }[]
}

const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Builds the tool once, and its pages where they are not built yet, into a folder of their own: a build of `dist` meanwhile disturbs no
 * test.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cache = join(root, 'node_modules', '.cache')
  await mkdir(cache, { recursive: true })
  const folder = await mkdtemp(join(cache, 'end-to-end-'))
  await buildTool(folder)
  project.provide('tool', join(folder, 'homologa.js'))
  return () => rm(folder, { recursive: true, force: true })
}

/** The tool without its process, beside it: what `runInside` calls. */
function withInside<I extends { readonly input?: unknown }>(built: I): I {
  const input = built.input as Readonly<Record<string, string>>
  return input.homologa === undefined ? built : { ...built, input: { ...input, inside: 'src/cli/main.ts' } }
}

/** What `npm run build` does, into another folder. */
async function buildTool(folder: string): Promise<void> {
  const { default: configs } = await import('../../rolldown.config.mjs')
  for (const { output, ...input } of [configs].flat()) {
    const bundle = await rolldown({ cwd: root, logLevel: 'silent', ...withInside(input) })
    await bundle.write({ ...output, dir: folder, cleanDir: false })
    await bundle.close()
  }
  for (const mode of ['page', 'judge']) {
    const outDir = isBuilt(`${mode}.html`) ? join(root, 'dist') : join(folder, 'page')
    if (outDir.startsWith(folder))
      await buildPage({
        configFile: join(root, 'vite.page.config.ts'),
        mode,
        root: join(root, 'src/page'),
        logLevel: 'error',
        build: { outDir, emptyOutDir: false },
      })
    await cp(join(outDir, `${mode}.html`), join(folder, `${mode}.html`))
    const { components } = JSON.parse(await readFile(join(outDir, 'sbom.cdx.json'), 'utf8')) as Sbom
    declarePackages(
      folder,
      components.map(({ group, name }) => join(root, 'node_modules', group ?? '', name)),
    )
  }
}

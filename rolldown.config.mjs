import { resolve } from 'node:path'
import { defineConfig } from 'rolldown'
import { licences } from './scripts/collect-licences.mjs'

const shared = {
  platform: 'node',
  resolve: { extensionAlias: { '.js': ['.ts', '.tsx', '.js'] } },
}

// names stay, so that a stack trace says something; what need not be read need not be kept in memory
const minify = { compress: false, mangle: false, codegen: { removeWhitespace: true } }

/** Files whose static imports every run of a suite needs, and those whose imports every start does. */
const runs = ['src/cli/main.ts', 'src/commands/check.ts', 'src/commands/contract.ts'].map((path) =>
  resolve(path),
)
const starts = ['src/cli/homologa.ts'].map((path) => resolve(path))
const closures = new Map()

/** What a file imports, and what that imports, and so on; what comes by `import()` is left out. */
function closureOf(id, bundle, into = new Set()) {
  if (into.has(id)) return into
  into.add(id)
  for (const imported of bundle.getModuleInfo(id)?.importedIds ?? []) closureOf(imported, bundle, into)
  return into
}

/** What a run of any suite needs comes in one file: to open sixty costs more than all that is in them. */
function coreOf(id, bundle) {
  for (const root of [...runs, ...starts])
    if (!closures.has(root)) closures.set(root, closureOf(root, bundle))
  const isIn = (root) => closures.get(root).has(id)
  return runs.some(isIn) && !starts.some(isIn) ? 'core' : null
}

/**
 * The tool is bundled, each command in a chunk of its own: plain `node` starts in about 100 ms, the same libraries unbundled
 * cost as much again each.
 */
export default defineConfig([
  {
    ...shared,
    input: {
      homologa: 'src/cli/homologa.ts',
      index: 'src/index.ts',
      vitest: 'src/vitest.ts',
      'recording-thread': 'src/proxy/recording-thread.ts',
    },
    plugins: [licences()],
    external: [/^vitest/, /^playwright-core/, /^@sparticuz/, /^ajv/],
    output: {
      dir: 'dist',
      format: 'esm',
      entryFileNames: '[name].js',
      chunkFileNames: 'chunks/[name]-[hash].js',
      // BusyBox, and so Alpine, has no `env -S`
      banner: (chunk) => (chunk.name === 'homologa' ? '#!/usr/bin/env node' : ''),
      cleanDir: true,
      minify,
      codeSplitting: {
        includeDependenciesRecursively: false,
        groups: [{ name: coreOf }],
      },
    },
  },
  {
    ...shared,
    // with the zod of its user, so that his own schemas may hold ours
    input: { schemas: 'src/schemas.ts' },
    external: ['zod'],
    output: { dir: 'dist', format: 'esm', entryFileNames: '[name].js', minify },
  },
])

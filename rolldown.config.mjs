import { resolve } from 'node:path'
import { defineConfig } from 'rolldown'
import { bundledPackages } from './scripts/bundled-packages.mjs'

const shared = {
  platform: 'node',
  resolve: { extensionAlias: { '.js': ['.ts', '.tsx', '.js'] } },
}

// names of functions and classes stay, so that a stack trace says something; what need not be read costs neither time nor memory
const keepNames = { function: true, class: true }
const minify = { compress: { keepNames }, mangle: { keepNames }, codegen: { removeWhitespace: true } }

const closures = new Map()

/** What a file imports, and what that imports, and so on; what comes by `import()` is left out. */
function closureOf(id, bundle, into = new Set()) {
  if (into.has(id)) return into
  into.add(id)
  for (const imported of bundle.getModuleInfo(id)?.importedIds ?? []) closureOf(imported, bundle, into)
  return into
}

/**
 * What is loaded together comes in one file, for to open sixty costs more than all that is in them: what every start needs, what
 * every command does, what a run of any suite does, and what sends its requests, and zod with
 * what every shape is made of. A module belongs to the first that needs it.
 */
const groups = [
  { name: 'start', roots: ['src/cli/main.ts'] },
  { name: 'command', roots: ['src/cli/run-command.ts'] },
  // apart from the core, which imports it: every command shows sentences, and help needs nothing else
  { name: 'words', roots: ['src/words/en.json'] },
  { name: 'core', roots: ['src/app/check.ts', 'src/app/contract.ts'] },
  { name: 'client', roots: ['src/client/undici-parts.ts'] },
  {
    name: 'shapes',
    roots: ['src/specification/shapes/general.ts', 'src/specification/shapes/homologacao.ts'],
  },
].map(({ name, roots }) => ({ name, roots: roots.map((path) => resolve(path)) }))

function groupOf(id, bundle) {
  for (const root of groups.flatMap(({ roots }) => roots))
    if (!closures.has(root)) closures.set(root, closureOf(root, bundle))
  return groups.find(({ roots }) => roots.some((root) => closures.get(root).has(id)))?.name ?? null
}

/** Keeps a catalogue as text for JSON.parse, which reads it in half the time that the same data takes as a program. */
function jsonAsText() {
  return {
    name: 'json-as-text',
    transform(code, id) {
      if (!/[\\/]src[\\/]words[\\/][\w-]+\.json$/.test(id)) return null
      return {
        code: `export default JSON.parse(${JSON.stringify(JSON.stringify(JSON.parse(code)))})`,
        moduleType: 'js',
      }
    },
  }
}

/** The server of `mcp` never validates against a schema that it receives. Its validator would need Ajv's formats at run time. */
function withoutAjv() {
  return {
    name: 'without-ajv',
    load: (id) =>
      /@modelcontextprotocol[\\/]sdk[\\/].*ajv-provider\.js$/.test(id)
        ? { code: 'export class AjvJsonSchemaValidator {}', moduleType: 'js' }
        : null,
  }
}

/** The tool as one script, for the single executable: nothing can be loaded beside it. */
export const executable = {
  ...shared,
  input: 'src/cli/executable.ts',
  plugins: [jsonAsText(), withoutAjv()],
  external: [/^vitest/, /^playwright-core/, /^@sparticuz/],
  output: { format: 'cjs', codeSplitting: false, minify },
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
      'vitest-reporter': 'src/vitest-reporter.ts',
    },
    plugins: [jsonAsText(), withoutAjv(), bundledPackages()],
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
        groups: [{ name: groupOf }],
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

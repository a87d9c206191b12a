import { defineConfig } from 'rolldown'
import { licences } from './scripts/collect-licences.mjs'

const shared = {
  platform: 'node',
  resolve: { extensionAlias: { '.js': ['.ts', '.tsx', '.js'] } },
}

// names stay, so that a stack trace says something; what need not be read need not be kept in memory
const minify = { compress: false, mangle: false, codegen: { removeWhitespace: true } }

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

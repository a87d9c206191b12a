import { createHash } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'
import preact from '@preact/preset-vite'
import { rolldown } from 'rolldown'
import { defineConfig, type Plugin } from 'vite'
import { viteSingleFile } from 'vite-plugin-singlefile'
import { declarePackages, foldersOf, noticeOf } from './scripts/bundled-packages.mjs'
import { type Catalogue, langs, loadCatalogue } from './src/words/catalogue.js'

/**
 * Builds a page into one file: `vite build --config vite.page.config.ts` the report's template, `dist/page.html`, and with
 * `--mode judge` the page that judges by itself, `dist/judge.html`.
 */
export default defineConfig(({ mode }) => {
  const modules = new Set<string>()
  return {
    root: 'src/page',
    logLevel: 'warn',
    plugins: [
      preact({ devToolsEnabled: false }),
      words(mode === 'judge' ? (catalogue) => catalogue : sectionsOfReport),
      judgeWorker(modules),
      viteSingleFile({ removeViteModuleLoader: true }),
      policy(mode === 'judge' ? ['worker-src blob:', "connect-src 'none'"] : ["connect-src 'self'"]),
      notices(modules),
    ],
    build: {
      outDir: '../../dist',
      emptyOutDir: false,
      target: 'es2022',
      modulePreload: false,
      rollupOptions: { input: `src/page/${mode === 'judge' ? 'judge' : 'page'}.html` },
    },
  }
})

/** What a report says in sentences of the catalogue's `ui`, and the page in the language of its reader. */
const SAID_IN_REPORT =
  /^(?:assumption|untested|contract\.reason|report\.notReached|ending\.fix|ending\.again|prompt|report\.label\.expected|report\.label\.actual|night\.headline|night\.new|night\.fixed\.count)\b/

/** A report's page says its verdict in the words that its report has already. */
function sectionsOfReport({ clauses, findings, readings, page, ui }: Catalogue): object {
  const said = Object.entries(ui).filter(([key]) => SAID_IN_REPORT.test(key))
  return { clauses, findings, readings, page, ui: Object.fromEntries(said) }
}

/** Gives a page those sections of the catalogues that it needs, in every language. */
function words(sections: (catalogue: Catalogue) => object): Plugin {
  return packedModule('virtual:words', async () => {
    const all = await Promise.all(
      langs.map(async (lang) => [lang, sections(await loadCatalogue(lang))] as const),
    )
    return JSON.stringify(Object.fromEntries(all))
  })
}

/** Gives a page the script of the worker that judges: one script, for a worker made of it can ask for no other. */
function judgeWorker(modules: Set<string>): Plugin {
  return packedModule('virtual:judge-worker', async () => {
    const bundle = await rolldown({
      cwd: import.meta.dirname,
      input: 'src/page/judge/worker.ts',
      platform: 'browser',
      resolve: { extensionAlias: { '.js': ['.ts', '.js'] } },
    })
    const { output } = await bundle.generate({ format: 'iife', minify: true, codeSplitting: false })
    await bundle.close()
    const [script, ...others] = output
    if (others.length > 0 || script.imports.length > 0) throw new Error('the worker must be one script')
    for (const id of script.moduleIds) modules.add(id)
    return script.code
  })
}

/** A module that gives a text as `packed`, deflated. */
function packedModule(name: string, make: () => Promise<string>): Plugin {
  return {
    name,
    resolveId: (id) => (id === name ? `\0${name}` : null),
    load: async (id) => {
      if (id !== `\0${name}`) return null
      const packed = deflateRawSync(await make(), { level: 9 }).toString('base64')
      return `export const packed = '${packed}'`
    },
  }
}

/** Lets a page declare that nothing runs but its own script and style, and where it may turn to. */
function policy(more: readonly string[]): Plugin {
  return {
    name: 'page-policy',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type !== 'asset' || !file.fileName.endsWith('.html')) continue
          const html = String(file.source)
          file.source = html.replace('<!--policy-->', () => policyElement(html, more))
        }
      },
    },
  }
}

/** Writes the licences of the code inside a page at its end, and declares its packages beside it. */
function notices(modules: Set<string>): Plugin {
  const folders = () => foldersOf([...modules])
  return {
    name: 'page-notices',
    enforce: 'post',
    renderChunk(_code, { moduleIds }) {
      for (const id of moduleIds) modules.add(id)
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        // Two hyphens would end the comment.
        const text = folders().map(noticeOf).join('\n').replaceAll('--', '- -')
        for (const file of Object.values(bundle))
          if (file.type === 'asset' && file.fileName.endsWith('.html'))
            file.source = `${String(file.source).trimEnd()}\n<!-- Third-party code in this page:\n\n${text}-->\n`
      },
    },
    writeBundle: ({ dir }) => declarePackages(dir ?? '', folders()),
  }
}

function policyElement(html: string, more: readonly string[]): string {
  const scripts = [...html.matchAll(/<script type="module"[^>]*>([\s\S]*?)<\/script>/g)].map(([, text]) =>
    hashOf(text),
  )
  const styles = [...html.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(([, text]) => hashOf(text))
  if (scripts.length !== 1 || styles.length !== 1)
    throw new Error('the page must have one script and one style')
  const content = [
    "default-src 'none'",
    `script-src ${scripts.join(' ')}`,
    `style-src ${styles.join(' ')}`,
    'img-src data:',
    ...more,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
  return `<meta http-equiv="Content-Security-Policy" content="${content}">`
}

function hashOf(text = ''): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

import { createHash } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'
import preact from '@preact/preset-vite'
import { defineConfig, type Plugin } from 'vite'
import { viteSingleFile } from 'vite-plugin-singlefile'
import { type Catalogue, langs, loadCatalogue } from './src/words/catalogue.js'

/** Builds the page into one file, `dist/page.html`: `vite build --config vite.page.config.ts`. */
export default defineConfig({
  root: 'src/page',
  logLevel: 'warn',
  plugins: [
    preact({ devToolsEnabled: false }),
    words(),
    viteSingleFile({ removeViteModuleLoader: true }),
    policy(),
  ],
  build: {
    outDir: '../../dist',
    emptyOutDir: false,
    target: 'es2022',
    modulePreload: false,
    rollupOptions: { input: 'src/page/page.html' },
  },
})

/** Gives the page only those sections of the catalogues that it needs, in every language, deflated. */
function words(): Plugin {
  const name = 'virtual:words'
  const sections = ({ findings, readings, page }: Pick<Catalogue, 'findings' | 'readings' | 'page'>) => ({
    findings,
    readings,
    page,
  })
  return {
    name,
    resolveId: (id) => (id === name ? `\0${name}` : null),
    load: async (id) => {
      if (id !== `\0${name}`) return null
      const all = await Promise.all(
        langs.map(async (lang) => [lang, sections(await loadCatalogue(lang))] as const),
      )
      const json = JSON.stringify(Object.fromEntries(all))
      return `export const packed = '${deflateRawSync(json, { level: 9 }).toString('base64')}'`
    },
  }
}

/** Lets the page declare that nothing runs but its own script and style, and that no request leaves it. */
function policy(): Plugin {
  return {
    name: 'page-policy',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type !== 'asset' || !file.fileName.endsWith('.html')) continue
          const html = String(file.source)
          file.source = html.replace('<!--policy-->', () => policyElement(html))
        }
      },
    },
  }
}

function policyElement(html: string): string {
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
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
  return `<meta http-equiv="Content-Security-Policy" content="${content}">`
}

function hashOf(text = ''): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

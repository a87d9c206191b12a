import { readFileSync } from 'node:fs'
import { defineConfig } from 'vitepress'
import { accessibleTheme } from './accessible-theme.mjs'

const json = (path) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'))
const { version } = json('../../package.json')
const words = json('../words.json')
const navigation = json('../.pages/navigation.json')

/** Ticks and crosses are what the tool ends a run with. */
const icon =
  "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'><rect width='32' height='32' rx='6' fill='%230b6639'/><path d='M8 17l6 6 11-13' fill='none' stroke='white' stroke-width='4'/></svg>"

export default defineConfig({
  srcDir: '.pages',
  base: process.env.SITE_BASE ?? '/',
  title: 'homologa',
  cleanUrls: true,
  metaChunk: true,
  head: [['link', { rel: 'icon', href: icon }]],
  markdown: {
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    languageAlias: { mjs: 'js' },
    // braces are identifiers of routes, not attributes
    attrs: { disable: true },
    anchor: { slugify },
    codeCopyButtonTitle: 'Copiar / Copy',
  },
  vite: { plugins: [accessibleTheme] },
  locales: Object.fromEntries(
    Object.entries(words).map(([lang, { label, theme, tagline }]) => [
      lang === 'en' ? 'en' : 'root',
      { label, lang, description: tagline, themeConfig: themeOf(lang, theme) },
    ]),
  ),
  themeConfig: {
    search: {
      provider: 'local',
      options: {
        locales: { root: { translations: words['pt-BR'].search } },
        miniSearch: { options: { processTerm } },
      },
    },
  },
})

function themeOf(lang, theme) {
  const { nav, changelog, sidebar } = navigation[lang]
  return { ...theme, nav: [...nav, { text: `v${version}`, items: [changelog] }], sidebar }
}

/** As the usual hosts of repositories make anchors, so that links hold in both places. */
function slugify(heading) {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-')
}

/** Finds `homologacao` where `homologação` stands. */
function processTerm(term) {
  return term.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')
}

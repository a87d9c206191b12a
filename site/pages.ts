import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { portuguesePages } from '../scripts/reference.js'
import { faultGroups, faults } from '../src/service/faults/index.js'
import { type Requirement, requirements } from '../src/specification/requirements.js'
import {
  type Catalogue,
  clauseText,
  type Lang,
  langs,
  loadCatalogue,
  loadRequirementTexts,
  type RequirementTexts,
} from '../src/words/catalogue.js'
import allWords from './words.json' with { type: 'json' }

/** A language of the site, with its texts. */
interface Locale {
  readonly lang: Lang
  /** The beginning of each address: empty in Portuguese, `/en` in English. */
  readonly prefix: string
  /** Texts of the site itself. */
  readonly words: (typeof allWords)[Lang]
  readonly catalogue: Catalogue
  readonly texts: RequirementTexts
}

/** Loaded with this module, because the runner of Vite, which loads it, cannot load further modules afterwards. */
const locales: readonly Locale[] = await Promise.all(
  langs.map(async (lang) => ({
    lang,
    prefix: lang === 'en' ? '/en' : '',
    words: allWords[lang],
    catalogue: await loadCatalogue(lang),
    texts: await loadRequirementTexts(lang),
  })),
)

/** An entry of the site's navigation. */
interface Item {
  readonly text: string
  readonly link?: string
  readonly items?: readonly Item[]
}

/** Names of pages on the site, and their files in the root of the repository. */
const rootPages: Readonly<Record<string, string>> = {
  'architecture.md': 'ARCHITECTURE.md',
  'changelog.md': 'CHANGELOG.md',
  'contributing.md': 'CONTRIBUTING.md',
}

/** Files and folders of which the site has another form, and its address. */
const replacedPages: Readonly<Record<string, string>> = {
  'README.md': '',
  'README.pt-BR.md': '',
  'docs/reference/requirements.md': 'requirements/',
  examples: 'examples/',
  schemas: 'reference/schemas',
  'examples/typescript': 'examples/',
}

/** Files of `examples/`, and the titles of their tabs. */
const clients = [
  ['php/homologar.php', 'PHP'],
  ['javascript/homologar.mjs', 'Node'],
  ['python/homologar.py', 'Python'],
  ['typescript/homologation.ts', 'TypeScript'],
] as const

/** The head of a page that shows a report or `judge.html`, and therefore takes the whole width. */
const WIDE_PAGE = '---\npageClass: wide\nsidebar: false\naside: false\nprev: false\nnext: false\n---'

/** A block of code in Markdown. */
const CODE_BLOCK = /^(```\w*\n[\s\S]*?^```)$/m
const tabTitles: Readonly<Record<string, string>> = { php: 'PHP', js: 'Node', ts: 'Node', python: 'Python' }

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
/** Escapes `<`, which would begin an HTML element, except in `code`. */
const escapeOutsideCode = (text: string) =>
  text.replaceAll('<', '&lt;').replace(/`[^`]*`/g, (code) => code.replaceAll('&lt;', '<'))
const paragraphs = (...parts: readonly string[]) => `${parts.join('\n\n')}\n`
const isTranslated = (path: string) => existsSync(`docs/pt-BR/${path}`) || path in portuguesePages

/** The text of a page of the repository, without the line that links to the other language. */
function readPage(path: string): string {
  const generated = portuguesePages[path.replace('docs/pt-BR/', '')]
  return (generated ?? readFileSync(path, 'utf8')).replace(/^\*\[(?:English|Português)\]\(.*\)\*\n\n/m, '')
}

/**
 * Writes everything that VitePress needs into a folder: the pages of both languages, `navigation.json`, and in `public` the files that
 * are served unchanged.
 */
export function writePages(folder: string): void {
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const serve = (path: string, publicPath = path) =>
    cpSync(path, join(folder, 'public', publicPath), { recursive: true })
  const navigation: Record<string, object> = {}
  for (const locale of locales) {
    const documents = readdirSync('docs', { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.md') && !path.startsWith('pt-BR/'))
      .filter((path) => replacedPages[`docs/${path}`] === undefined)
    const pages: Record<string, string> = { ...generatePages(locale) }
    for (const path of [...documents, ...Object.keys(rootPages)])
      pages[path] = documentPage(path, locale, (file) => serve(file, `files/${file}`))
    const index = pages['index.md'] ?? ''
    const tutorials = readTutorials(index, locale)
    navigation[locale.lang] = createNavigation(index, tutorials, locale)
    pages['index.md'] = homePage(index, tutorials, locale)
    for (const [path, text] of Object.entries(pages)) write(`${locale.prefix.slice(1)}/${path}`, text)
  }
  write('navigation.json', JSON.stringify(navigation))
  for (const path of ['schema', 'schemas', 'docs/pictures']) serve(path)
}

/**
 * A page of the repository with links that work on the site. A page without a translation is shown in English, and the Portuguese
 * site says so. `serveFile` publishes a file to which the page links.
 */
function documentPage(path: string, locale: Locale, serveFile: (file: string) => void): string {
  const source =
    rootPages[path] ?? `docs/${locale.lang === 'pt-BR' && isTranslated(path) ? 'pt-BR/' : ''}${path}`
  const isOnlyEnglish = locale.lang === 'pt-BR' && !source.startsWith('docs/pt-BR/')
  const addressOf = (target: string) => {
    if (/^(?:[a-z]+:|#)/.test(target)) return target
    const [relativePath = '', anchor] = target.split('#')
    const file = posix.join(posix.dirname(source), relativePath).replace(/\/(?:README\.md)?$/, '')
    const rootPage = Object.keys(rootPages).find((name) => rootPages[name] === file)
    const page = rootPage ?? /^docs\/(?:pt-BR\/)?(.*\.md)$/.exec(file)?.[1]
    const address = replacedPages[file] ?? page?.replace(/(?:\bindex)?\.md$/, '')
    // An English page names a heading in English, which only the English target has.
    if (address !== undefined && anchor !== undefined)
      return `${isOnlyEnglish ? '/en' : locale.prefix}/${address}#${anchor}`
    if (address !== undefined) return `${locale.prefix}/${address}`
    if (!statSync(file).isFile()) throw new Error(`${source} links to ${target}, which is no page`)
    serveFile(file)
    return `/files/${file}`
  }
  // Splitting at a group keeps the code blocks as every second part. Links in them stay as they are.
  const parts = readPage(source).split(CODE_BLOCK)
  const withAddresses = parts.map((part, i) =>
    i % 2 === 1 ? part : part.replace(/\]\(([^()\s]+)\)/g, (_link, to) => `](${addressOf(to)})`),
  )
  const text = withTabs(withAddresses.join(''))
  if (!isOnlyEnglish) return text
  return paragraphs(
    `<p class="foreign">${allWords['pt-BR'].onlyEnglish}</p>`,
    '<div lang="en">',
    text,
    '</div>',
  )
}

/** Turns consecutive code blocks in several languages into tabs. */
function withTabs(text: string): string {
  return text.replace(/(?:^```(?:php|js|ts|python)\n(?:(?!```)[\s\S])*^```\n+){2,}/gm, (blocks) => {
    const withTitles = blocks.replace(/^```(\w+)$/gm, (_line, name) => `\`\`\`${name} [${tabTitles[name]}]`)
    return `::: code-group\n\n${withTitles.trim()}\n\n:::\n\n`
  })
}

/** One of the three tutorials on the home page. */
interface Tutorial {
  readonly title: string
  readonly details: string
  readonly link: string
  readonly linkText: string
}

/** Reads the table of tutorials in the index of the documentation, and the first two sentences of each tutorial. */
function readTutorials(index: string, { lang }: Locale): readonly Tutorial[] {
  return [...index.matchAll(/^\| (.+) \| \[(.+)\]\((?:\/en)?\/(.+)\) \|$/gm)].map(
    ([, title = '', linkText = '', path = '']) => {
      const tutorial = readPage(`docs/${lang === 'en' ? '' : 'pt-BR/'}${path}.md`)
      const [, opening = ''] = tutorial.split('\n\n')
      const details = opening
        .replaceAll('\n', ' ')
        .split(/(?<=\.) /)
        .slice(0, 2)
        .join(' ')
      return { title, details, link: `${lang === 'en' ? '/en' : ''}/${path}`, linkText }
    },
  )
}

function homePage(index: string, tutorials: readonly Tutorial[], { lang, prefix, words }: Locale): string {
  const readme = readPage(lang === 'en' ? 'README.md' : 'README.pt-BR.md').split('\n\n')
  const [, why = '', what = ''] = readme
  const [, alt, src] = /!\[(.*)\]\((.*)\)/.exec(readme.find((part) => part.startsWith('![')) ?? '') ?? []
  const front = {
    layout: 'home',
    titleTemplate: false,
    hero: {
      name: 'homologa',
      text: words.tagline,
      tagline: what.replaceAll('`', '').replaceAll('\n', ' '),
      actions: [
        { theme: 'brand', text: words.start, link: tutorials[0]?.link },
        { theme: 'alt', text: words.tryOut, link: `${prefix}/playground` },
        { theme: 'alt', text: words.seeReport, link: `${prefix}/samples` },
      ],
      image: { src: `/${src}`, alt },
    },
    features: tutorials,
  }
  const sections = index.split(/^(?=## )/m).slice(1)
  return paragraphs(
    `---\n${JSON.stringify(front)}\n---`,
    why,
    '<div class="index">',
    ...sections.map((section) => `<section>\n\n${section}\n\n</section>`),
    '</div>',
  )
}

/** The navigation at the top and at the side, made from the index of the documentation. */
function createNavigation(index: string, tutorials: readonly Tutorial[], locale: Locale): object {
  const { lang, prefix, words } = locale
  const itemOf = ([, text = '', link = '']: RegExpMatchArray): Item => {
    const path = link.replace(/^\/en\/|^\//, '')
    const isOnlyEnglish = lang === 'pt-BR' && existsSync(`docs/${path}.md`) && !isTranslated(`${path}.md`)
    return { text: capitalize(text) + (isOnlyEnglish ? ` (${words.inEnglish})` : ''), link }
  }
  const sections = index.split(/^## /m).slice(1)
  const documentation = sections.map((section) => ({
    text: section.slice(0, section.indexOf('\n')).replace(/ …$/, ''),
    items: [...section.matchAll(/\[([^\]]+)\]\((\/[^)]+)\)/g)].map(itemOf),
  }))
  const familyItems = families.map(([text]) => ({ text, link: `${prefix}/requirements/#${text}` }))
  const allFamilies = { text: words.requirements, items: familyItems }
  const familySidebars = families.map(([family, members]) => {
    const items = members.map(({ id }) => ({ text: nameOf(id), link: `${prefix}/requirements/${id}` }))
    return [`${prefix}/requirements/${family}/`, [{ text: family, items }, allFamilies]]
  })
  return {
    nav: [
      { text: words.samples, link: `${prefix}/samples` },
      { text: words.playground, link: `${prefix}/playground` },
      { text: words.requirements, link: `${prefix}/requirements/` },
      { text: words.faults, link: `${prefix}/faults` },
    ],
    changelog: { text: words.changelog, link: `${prefix}/changelog` },
    sidebar: {
      ...Object.fromEntries(familySidebars),
      [`${prefix}/requirements/`]: [allFamilies],
      [`${prefix}/`]: [
        { text: words.start, items: tutorials.map(({ linkText, link }) => ({ text: linkText, link })) },
        ...documentation,
      ],
    },
  }
}

const familyOf = (id: string) => id.slice(0, id.indexOf('/'))
/** The requirements, grouped by the first part of their ids: `[['homologation', […]], …]`. */
const families = [...new Set(requirements.map(({ id }) => familyOf(id)))].map(
  (family) => [family, requirements.filter(({ id }) => familyOf(id) === family)] as const,
)
const nameOf = (id: string) => id.slice(id.indexOf('/') + 1)

/** The pages that exist only on the site. They are made from the data of the tool. */
function generatePages(locale: Locale): Readonly<Record<string, string>> {
  const { words } = locale
  const requirementPages = requirements.map((requirement) => [
    `requirements/${requirement.id}.md`,
    requirementPage(requirement, locale),
  ])
  return {
    'requirements/index.md': requirementsPage(locale),
    ...Object.fromEntries(requirementPages),
    'faults.md': faultsPage(locale),
    'reference/schemas.md': paragraphs(
      `# ${words.schemas}`,
      words.schemasText,
      linksTo('schemas'),
      words.schemaText,
      linksTo('schema'),
    ),
    'examples/index.md': paragraphs(
      `# ${words.clients}`,
      words.clientsText,
      '::: code-group',
      ...clients.map(([path, title]) => `<<< @/../../examples/${path} [${title}]`),
      ':::',
    ),
    'samples.md': samplesPage(locale),
    'playground.md': paragraphs(
      WIDE_PAGE,
      `# ${words.playground}`,
      words.playgroundText,
      `<Framed src="/judge.html" title="${words.playground}" lang="${locale.lang}" :recordings='${JSON.stringify(
        [
          { text: words.useFailing, src: '/samples/fail.har' },
          { text: words.usePassing, src: '/samples/pass.har' },
        ],
      )}' />`,
      words.playgroundMore.replace('(/how-to', `(${locale.prefix}/how-to`),
    ),
  }
}

function linksTo(folder: string): string {
  return readdirSync(folder)
    .map((name) => `- [${name}](/${folder}/${name})`)
    .join('\n')
}

function samplesPage({ lang, words }: Locale): string {
  const sample = (name: string, title: string, text: string) => {
    const src = `/samples/${lang}/${name}.html`
    return [
      `## ${title}`,
      `${text} <a :href="$withBase('${src}')" target="_self">${words.open}</a>.`,
      `<Framed src="${src}" title="${title}" lang="${lang}" />`,
    ]
  }
  return paragraphs(
    WIDE_PAGE,
    `# ${words.samples}`,
    words.samplesText,
    ...sample('fail', words.sampleFail, words.sampleFailText),
    ...sample('pass', words.samplePass, words.samplePassText),
    ...sample('night', words.sampleNight, words.sampleNightText),
  )
}

/** `*must*, by the reading in force` */
function levelOf({ level, byReading }: Requirement, { catalogue, words }: Locale): string {
  return `*${catalogue.ui[`cli.requirement.level.${level}`]}*${byReading ? `, ${words.byReading}` : ''}`
}

function requirementsPage(locale: Locale): string {
  const { prefix, texts, words } = locale
  const parts = families.flatMap(([family, members]) => [
    `## ${family}`,
    members
      .map(
        (member) =>
          `- [${nameOf(member.id)}](${prefix}/requirements/${member.id}) (${levelOf(member, locale)}): ${escapeOutsideCode(texts[member.id].text)}`,
      )
      .join('\n'),
  ])
  return paragraphs(`# ${words.requirements}`, words.requirementsText, ...parts)
}

/** The text of `homologa explain` for a requirement, and all faults that break it. */
function requirementPage(requirement: Requirement, locale: Locale): string {
  const { prefix, texts, catalogue } = locale
  const { id, clause } = requirement
  const { text, means, why, breaks, fix } = texts[id]
  const { ui } = catalogue
  const breaking = [...faultGroups.steps, ...faultGroups.routes].filter((name) => faults[name].breaks === id)
  const list = breaking.map(
    (name) => `- [\`${name}\`](${prefix}/faults#${name}): ${escapeOutsideCode(catalogue.faults[name])}`,
  )
  return paragraphs(
    `# ${id}`,
    `${levelOf(requirement, locale)} · ${ui['cli.explain.clause']}: ${clauseText(clause, catalogue.clauses)}`,
    `**${capitalize(escapeOutsideCode(text))}${text.endsWith('.') ? '' : '.'}**`,
    `## ${ui['cli.explain.means']}`,
    escapeOutsideCode(means),
    `## ${ui['cli.explain.why']}`,
    escapeOutsideCode(why),
    `## ${ui['cli.explain.breaks']}`,
    escapeOutsideCode(breaks),
    `## ${ui['cli.explain.fix']}`,
    escapeOutsideCode(fix),
    ...(list.length > 0 ? [`## ${ui['cli.explain.faults']}`, list.join('\n')] : []),
  )
}

/** All faults on one page, with an anchor for each. */
function faultsPage({ prefix, catalogue, words }: Locale): string {
  const group = (kind: 'steps' | 'routes', command: string) => [
    `## ${catalogue.ui[`cli.faults.${kind}`].split(/,| \(/)[0]}`,
    `\`homologa ${command} --fault ${words.name}\``,
    ...faultGroups[kind].flatMap((name) => {
      const { breaks } = faults[name]
      const broken = `${words.breaks} [${breaks}](${prefix}/requirements/${breaks}).`
      return [`### ${name}`, `${capitalize(escapeOutsideCode(catalogue.faults[name]))}. ${broken}`]
    }),
  ]
  return paragraphs(
    '---\noutline: 2\n---',
    `# ${words.faults}`,
    words.faultsText,
    ...group('steps', 'check'),
    ...group('routes', 'contract --write'),
  )
}

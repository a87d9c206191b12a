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

/** What the pages of one language are made with. */
interface Locale {
  readonly lang: Lang
  /** Before each address: nothing in Portuguese, `/en` in English. */
  readonly prefix: string
  readonly words: (typeof allWords)[Lang]
  readonly catalogue: Catalogue
  readonly texts: RequirementTexts
}

/** Ready when the module is: whoever imports it by Vite's runner has no runner afterwards. */
const locales: readonly Locale[] = await Promise.all(
  langs.map(async (lang) => ({
    lang,
    prefix: lang === 'en' ? '/en' : '',
    words: allWords[lang],
    catalogue: await loadCatalogue(lang),
    texts: await loadRequirementTexts(lang),
  })),
)

interface Item {
  readonly text: string
  readonly link?: string
  readonly items?: readonly Item[]
}

/** Pages of the repository's root, by the name that they have at the site. */
const fromRoot: Readonly<Record<string, string>> = {
  'architecture.md': 'ARCHITECTURE.md',
  'changelog.md': 'CHANGELOG.md',
  'contributing.md': 'CONTRIBUTING.md',
}

/** Addresses of what the site shows in another form than the repository. */
const elsewhere: Readonly<Record<string, string>> = {
  'README.md': '',
  'README.pt-BR.md': '',
  'docs/reference/requirements.md': 'requirements/',
  examples: 'examples/',
  schemas: 'reference/schemas',
  'examples/typescript': 'examples/',
}

/** Example clients, and the titles of their tabs. */
const clients = [
  ['php/homologar.php', 'PHP'],
  ['javascript/homologar.mjs', 'Node'],
  ['python/homologar.py', 'Python'],
  ['typescript/homologation.ts', 'TypeScript'],
] as const

/** A page that shows one of the tool takes the whole width. */
const TOOL_PAGE = '---\npageClass: wide\nsidebar: false\naside: false\nprev: false\nnext: false\n---'

const FENCE = /^(```\w*\n[\s\S]*?^```)$/m
const tabTitles: Readonly<Record<string, string>> = { php: 'PHP', js: 'Node', ts: 'Node', python: 'Python' }

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
/** Outside of code, `<` would begin an element. */
const escaped = (text: string) =>
  text.replaceAll('<', '&lt;').replace(/`[^`]*`/g, (code) => code.replaceAll('&lt;', '<'))
const paragraphs = (...parts: readonly string[]) => `${parts.join('\n\n')}\n`
const isTranslated = (path: string) => existsSync(`docs/pt-BR/${path}`) || path in portuguesePages

/** Text of a page of the repository, without the line that leads to its other language. */
function sourceText(path: string): string {
  const made = portuguesePages[path.replace('docs/pt-BR/', '')]
  return (made ?? readFileSync(path, 'utf8')).replace(/^\*\[(?:English|Português)\]\(.*\)\*\n\n/m, '')
}

/** Writes the pages of both languages below `folder`, what is served as it is below `folder/public`, and `navigation.json`. */
export function writePages(folder: string): void {
  const put = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const serve = (path: string, as = path) => cpSync(path, join(folder, 'public', as), { recursive: true })
  const navigation: Record<string, object> = {}
  for (const locale of locales) {
    const documents = readdirSync('docs', { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.md') && !path.startsWith('pt-BR/'))
      .filter((path) => elsewhere[`docs/${path}`] === undefined)
    const pages: Record<string, string> = { ...madePages(locale) }
    for (const path of [...documents, ...Object.keys(fromRoot)])
      pages[path] = documentPage(path, locale, (file) => serve(file, `files/${file}`))
    const doors = doorsOf(pages['index.md'] ?? '', locale)
    navigation[locale.lang] = navigationOf(pages['index.md'] ?? '', doors, locale)
    pages['index.md'] = homePage(pages['index.md'] ?? '', doors, locale)
    for (const [path, text] of Object.entries(pages)) put(`${locale.prefix.slice(1)}/${path}`, text)
  }
  put('navigation.json', JSON.stringify(navigation))
  for (const path of ['schema', 'schemas', 'docs/pictures']) serve(path)
}

/** A page of the repository. Where it exists in English alone, both languages have it, and one of them says so. */
function documentPage(path: string, locale: Locale, serveFile: (file: string) => void): string {
  const source =
    fromRoot[path] ?? `docs/${locale.lang === 'pt-BR' && isTranslated(path) ? 'pt-BR/' : ''}${path}`
  const isForeign = locale.lang === 'pt-BR' && !source.startsWith('docs/pt-BR/')
  const addressOf = (target: string) => {
    if (/^(?:[a-z]+:|#)/.test(target)) return target
    const [way = '', anchor] = target.split('#')
    const file = posix.join(posix.dirname(source), way).replace(/\/(?:README\.md)?$/, '')
    const root = Object.keys(fromRoot).find((name) => fromRoot[name] === file)
    const name = root ?? /^docs\/(?:pt-BR\/)?(.*\.md)$/.exec(file)?.[1]
    const address = elsewhere[file] ?? name?.replace(/(?:\bindex)?\.md$/, '')
    // an anchor is a heading in the language of the page that links to it
    if (address !== undefined && anchor !== undefined)
      return `${isForeign ? '/en' : locale.prefix}/${address}#${anchor}`
    if (address !== undefined) return `${locale.prefix}/${address}`
    if (!statSync(file).isFile()) throw new Error(`${source} links to ${target}, which is no page`)
    serveFile(file)
    return `/files/${file}`
  }
  const linked = sourceText(source)
    .split(FENCE)
    .map((part, i) =>
      i % 2 === 1 ? part : part.replace(/\]\(([^()\s]+)\)/g, (_link, to) => `](${addressOf(to)})`),
    )
    .join('')
  const text = withTabs(linked)
  if (!isForeign) return text
  return paragraphs(
    `<p class="foreign">${allWords['pt-BR'].onlyEnglish}</p>`,
    '<div lang="en">',
    text,
    '</div>',
  )
}

/** Blocks of several languages that follow each other become tabs. */
function withTabs(text: string): string {
  return text.replace(/(?:^```(?:php|js|ts|python)\n(?:(?!```)[\s\S])*^```\n+){2,}/gm, (blocks) => {
    const titled = blocks.replace(/^```(\w+)$/gm, (_line, name) => `\`\`\`${name} [${tabTitles[name]}]`)
    return `::: code-group\n\n${titled.trim()}\n\n:::\n\n`
  })
}

interface Door {
  readonly title: string
  readonly details: string
  readonly link: string
  readonly linkText: string
}

/** The three doors, which are a table in the index of the documentation, with the first sentences of their tutorials. */
function doorsOf(index: string, { lang }: Locale): readonly Door[] {
  return [...index.matchAll(/^\| (.+) \| \[(.+)\]\((?:\/en)?\/(.+)\) \|$/gm)].map(
    ([, title = '', linkText = '', path = '']) => {
      const tutorial = sourceText(`docs/${lang === 'en' ? '' : 'pt-BR/'}${path}.md`)
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

function homePage(index: string, doors: readonly Door[], { lang, prefix, words }: Locale): string {
  const readme = sourceText(lang === 'en' ? 'README.md' : 'README.pt-BR.md').split('\n\n')
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
        { theme: 'brand', text: words.start, link: doors[0]?.link },
        { theme: 'alt', text: words.tryOut, link: `${prefix}/playground` },
        { theme: 'alt', text: words.seeReport, link: `${prefix}/samples` },
      ],
      image: { src: `/${src}`, alt },
    },
    features: doors,
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

/** The bar and the column of the site: the index of the documentation is their source as well. */
function navigationOf(index: string, doors: readonly Door[], locale: Locale): object {
  const { lang, prefix, words } = locale
  const itemOf = ([, text = '', link = '']: RegExpMatchArray): Item => {
    const path = link.replace(/^\/en\/|^\//, '')
    const isForeign = lang === 'pt-BR' && existsSync(`docs/${path}.md`) && !isTranslated(`${path}.md`)
    return { text: capitalised(text) + (isForeign ? ` (${words.inEnglish})` : ''), link }
  }
  const sections = index.split(/^## /m).slice(1)
  const column = sections.map((section) => ({
    text: section.slice(0, section.indexOf('\n')).replace(/ …$/, ''),
    items: [...section.matchAll(/\[([^\]]+)\]\((\/[^)]+)\)/g)].map(itemOf),
  }))
  const familyItems = families.map(([text]) => ({ text, link: `${prefix}/requirements/#${text}` }))
  const allFamilies = { text: words.requirements, items: familyItems }
  const ofFamily = families.map(([family, members]) => {
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
      ...Object.fromEntries(ofFamily),
      [`${prefix}/requirements/`]: [allFamilies],
      [`${prefix}/`]: [
        { text: words.start, items: doors.map(({ linkText, link }) => ({ text: linkText, link })) },
        ...column,
      ],
    },
  }
}

const familyOf = (id: string) => id.slice(0, id.indexOf('/'))
/** The requirements by the first part of their ids. */
const families = [...new Set(requirements.map(({ id }) => familyOf(id)))].map(
  (family) => [family, requirements.filter(({ id }) => familyOf(id) === family)] as const,
)
const nameOf = (id: string) => id.slice(id.indexOf('/') + 1)

/** Pages that exist at the site alone, made of the data of the tool. */
function madePages(locale: Locale): Readonly<Record<string, string>> {
  const { words } = locale
  const requirementPages = requirements.map((one) => [
    `requirements/${one.id}.md`,
    requirementPage(one, locale),
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
      TOOL_PAGE,
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
    TOOL_PAGE,
    `# ${words.samples}`,
    words.samplesText,
    ...sample('fail', words.sampleFail, words.sampleFailText),
    ...sample('pass', words.samplePass, words.samplePassText),
    ...sample('night', words.sampleNight, words.sampleNightText),
  )
}

/** `must`, and whether the reading in force decides. */
function levelOf({ level, byReading }: Requirement, { catalogue, words }: Locale): string {
  return `*${catalogue.ui[`cli.requirement.level.${level}`]}*${byReading ? `, ${words.byReading}` : ''}`
}

function requirementsPage(locale: Locale): string {
  const { prefix, texts, words } = locale
  const parts = families.flatMap(([family, members]) => [
    `## ${family}`,
    members
      .map(
        (one) =>
          `- [${nameOf(one.id)}](${prefix}/requirements/${one.id}) (${levelOf(one, locale)}): ${escaped(texts[one.id].text)}`,
      )
      .join('\n'),
  ])
  return paragraphs(`# ${words.requirements}`, words.requirementsText, ...parts)
}

/** What `explain` says of a requirement, and every fault that breaks it. */
function requirementPage(requirement: Requirement, locale: Locale): string {
  const { prefix, texts, catalogue } = locale
  const { id, clause } = requirement
  const { text, means, why, breaks, fix } = texts[id]
  const { ui } = catalogue
  const breaking = [...faultGroups.steps, ...faultGroups.routes].filter((name) => faults[name].breaks === id)
  const list = breaking.map(
    (name) => `- [\`${name}\`](${prefix}/faults#${name}): ${escaped(catalogue.faults[name])}`,
  )
  return paragraphs(
    `# ${id}`,
    `${levelOf(requirement, locale)} · ${ui['cli.explain.clause']}: ${clauseText(clause, catalogue.clauses)}`,
    `**${capitalised(escaped(text))}${text.endsWith('.') ? '' : '.'}**`,
    `## ${ui['cli.explain.means']}`,
    escaped(means),
    `## ${ui['cli.explain.why']}`,
    escaped(why),
    `## ${ui['cli.explain.breaks']}`,
    escaped(breaks),
    `## ${ui['cli.explain.fix']}`,
    escaped(fix),
    ...(list.length > 0 ? [`## ${ui['cli.explain.faults']}`, list.join('\n')] : []),
  )
}

/** One page with an anchor for each fault: a page of one line would help nobody. */
function faultsPage({ prefix, catalogue, words }: Locale): string {
  const group = (kind: 'steps' | 'routes', command: string) => [
    `## ${catalogue.ui[`cli.faults.${kind}`].split(/,| \(/)[0]}`,
    `\`homologa ${command} --fault ${words.name}\``,
    ...faultGroups[kind].flatMap((name) => {
      const { breaks } = faults[name]
      const broken = `${words.breaks} [${breaks}](${prefix}/requirements/${breaks}).`
      return [`### ${name}`, `${capitalised(escaped(catalogue.faults[name]))}. ${broken}`]
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

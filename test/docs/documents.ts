import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

export const root = join(import.meta.dirname, '../..')

/** A page that people read. */
export interface Document {
  /** Below the root. */
  readonly path: string
  readonly text: string
}

function below(folder: string): readonly string[] {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.md'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
}

const atRoot = readdirSync(root).filter((name) => name.endsWith('.md'))

export const documents: readonly Document[] = [...atRoot, ...below('docs'), ...below('examples')].map(
  (path) => ({
    path,
    text: readFileSync(join(root, path), 'utf8'),
  }),
)

const fence = /^```(\w*)\n([\s\S]*?)^```$/gm

/** The fenced blocks of a page in one of these languages. */
export function blocksOf({ text }: Document, languages: readonly string[]): readonly string[] {
  return [...text.matchAll(fence)].flatMap(([, language = '', block = '']) =>
    languages.includes(language) ? [block] : [],
  )
}

/** The page without its fenced blocks. */
export function proseOf({ text }: Document): string {
  return text.replace(fence, '')
}

/** Targets of a page's links and images that lie within the repository. */
export function targetsOf(document: Document): readonly string[] {
  return [
    ...proseOf(document)
      .replace(/`[^`\n]*`/g, '')
      .matchAll(/\]\(([^()\s]+)\)/g),
  ]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
}

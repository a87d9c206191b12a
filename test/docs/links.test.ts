import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Document, documents, root, targetsOf } from './documents.js'

/** As the usual hosts make anchors of headings. */
function anchorsOf(path: string): readonly string[] {
  return [...readFileSync(path, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(' ', '-'),
  )
}

function isDead({ path }: Document, target: string): boolean {
  const [file = '', anchor] = target.split('#')
  const full = file === '' ? join(root, path) : join(root, dirname(path), file)
  if (!existsSync(full)) return true
  return anchor !== undefined && !anchorsOf(full).includes(anchor)
}

/** Pages that a reader reaches from a page, links followed; a folder leads to its pages. */
function reachedFrom(start: string): ReadonlySet<string> {
  const reached = new Set([start])
  for (const path of reached) {
    const document = documents.find((one) => one.path === path)
    if (document === undefined) continue
    for (const target of targetsOf(document)) {
      const [file = ''] = target.split('#')
      if (file !== '') reached.add(relative(root, join(root, dirname(path), file)))
    }
  }
  return reached
}

/** Pages of docs that a file of the code names: in a sentence, a comment or a template. */
function namedIn(folder: string): readonly (readonly [file: string, page: string])[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(m?[jt]s|json|ya?ml)$/.test(entry.name))
    .flatMap((entry) => {
      const file = join(entry.parentPath, entry.name)
      const named = readFileSync(file, 'utf8').matchAll(/\bdocs\/[\w./-]+\.md\b/g)
      return [...named].map(([page]) => [relative(root, file), page] as const)
    })
}

describe('links', () => {
  it.each(documents.map((document) => [document.path, document] as const))(
    'of %s lead somewhere',
    (_path, document) => {
      expect(targetsOf(document).filter((target) => isDead(document, target))).toEqual([])
    },
  )

  it('are looked at: a dead one, and a dead anchor, are found', () => {
    const sample = {
      path: 'README.md',
      text: '[a](no-such.md) [b](README.md#no-such) [c](README.md#install)',
    }
    expect(targetsOf(sample).filter((target) => isDead(sample, target))).toEqual([
      'no-such.md',
      'README.md#no-such',
    ])
  })

  it('bring a reader from docs/index.md to every page of docs', () => {
    const reached = reachedFrom('docs/index.md')
    const pages = documents.map(({ path }) => path).filter((path) => path.startsWith('docs/'))
    expect(pages.filter((path) => !reached.has(path) && !reached.has(dirname(path)))).toEqual([])
  })

  it.each(['src', 'scripts', 'bench', 'test', 'examples', '.github'])(
    'of the code in %s name pages that exist',
    (folder) => {
      expect(namedIn(folder).filter(([, page]) => !existsSync(join(root, page)))).toEqual([])
    },
  )
})

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '..')

/** The import table: what the files of a folder may import of ours, beside their own folder. Types may come from anywhere below `types`. */
const allowed: Readonly<
  Record<string, { readonly values: readonly string[]; readonly types?: readonly string[] }>
> = {
  specification: { values: [] },
  exchange: { values: [], types: ['specification'] },
  words: { values: ['specification'] },
  node: { values: ['words'], types: ['exchange'] },
  documents: { values: ['exchange', 'node', 'words'] },
  rules: { values: ['specification', 'exchange'], types: ['words'] },
  judging: { values: ['specification', 'exchange', 'rules'], types: ['words'] },
  settings: { values: ['specification', 'documents', 'node', 'words', 'package.json'], types: ['client'] },
  client: { values: ['specification', 'exchange', 'node', 'words'] },
  service: { values: ['specification', 'exchange', 'node'] },
  run: {
    values: [
      ...['specification', 'exchange', 'client', 'documents', 'drift', 'judging', 'node', 'rules', 'service'],
      ...['settings', 'suites', 'words'],
    ],
  },
  report: { values: ['specification', 'exchange', 'rules', 'judging', 'words'], types: ['run', 'settings'] },
  drift: { values: ['specification', 'exchange', 'documents', 'node', 'rules', 'words'] },
  watching: { values: [], types: ['exchange', 'judging', 'node'] },
  examine: {
    values: ['watching', 'specification', 'exchange', 'judging', 'node', 'report', 'service'],
    types: ['rules', 'words'],
  },
  proxy: { values: ['watching', 'specification', 'exchange', 'client', 'judging', 'node'] },
  review: {
    values: [
      ...[
        'specification',
        'exchange',
        'client',
        'documents',
        'judging',
        'node',
        'report',
        'rules',
        'service',
      ],
      ...['settings', 'words'],
    ],
  },
  page: { values: ['specification', 'exchange', 'rules', 'judging', 'report', 'settings', 'words'] },
  app: {
    values: [
      ...['specification', 'exchange', 'client', 'drift', 'examine', 'judging', 'node', 'page', 'proxy'],
      ...['report', 'review', 'rules', 'run', 'service', 'settings', 'suites', 'words'],
    ],
  },
  cli: {
    values: [
      ...['specification', 'exchange', 'client', 'app', 'examine', 'node', 'report', 'run', 'settings'],
      'words',
    ],
    types: ['drift', 'service'],
  },
}

interface Import {
  readonly file: string
  readonly target: string
  /** The path as it is imported, resolved. */
  readonly from: string
  readonly isType: boolean
  readonly isLate: boolean
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    if (statSync(path).isDirectory()) return filesBelow(path)
    return /\.tsx?$/.test(name) && !/\.(test|fixture|fixture\.config)\.tsx?$/.test(name) ? [path] : []
  })
}

/** Folder of a path below `src`: `rules`; of a door, its own name. */
function areaOf(path: string): string {
  const [first = '', second = ''] = relative(root, path).split('/')
  return first === 'src' ? second.replace(/\.(js|ts)$/, '') : first
}

function importsOf(path: string): Import[] {
  return importsIn(readFileSync(path, 'utf8'), path)
}

function importsIn(text: string, path: string): Import[] {
  const pattern =
    /(?:import|export)\s+(type\s+)?(\{[^}]*\}|[^'";]*?)\s*from\s*'(\.[^']+)'|import\('(\.[^']+)'\)|^import\s+'(\.[^']+)'/gm
  return [...text.matchAll(pattern)].map(([, type, names = '', from, dynamic, bare]) => {
    const inBraces = names.startsWith('{') ? names.slice(1, -1).split(',') : [names]
    const onlyTypes = inBraces
      .filter((name) => name.trim() !== '')
      .every((name) => name.trim().startsWith('type '))
    const target = resolve(dirname(path), from ?? dynamic ?? bare ?? '')
    return {
      file: relative(root, path),
      target: areaOf(target),
      from: target,
      isLate: dynamic !== undefined,
      isType: type !== undefined || (!dynamic && !bare && onlyTypes),
    }
  })
}

describe('the import table', () => {
  it('has a row for every folder', () => {
    const folders = readdirSync(join(root, 'src')).filter((name) =>
      statSync(join(root, 'src', name)).isDirectory(),
    )
    expect(folders.filter((name) => !(name in allowed))).toEqual([])
  })

  it('sees an import without names', () => {
    const names = importsIn("import './b.js'\nimport type { C } from '../c/c.js'\n", join(root, 'src/a/a.ts'))
    expect(names.map(({ target, isType }) => [target, isType])).toEqual([
      ['a', false],
      ['c', true],
    ])
  })

  it.each(Object.keys(allowed))('holds for src/%s', (area) => {
    const { values, types = [] } = allowed[area] as (typeof allowed)[string]
    const own = [area, ...values]
    const broken = filesBelow(join(root, 'src', area))
      .flatMap(importsOf)
      .filter(({ target, isType }) => !own.includes(target) && !(isType && types.includes(target)))
      .map(({ file, target, isType }) => `${file} imports ${isType ? 'a type of ' : ''}${target}`)
    expect([...new Set(broken)]).toEqual([])
  })

  it('lets nobody import the command line', () => {
    const areas = readdirSync(join(root, 'src')).filter(
      (name) => name !== 'cli' && statSync(join(root, 'src', name)).isDirectory(),
    )
    const importers = areas
      .flatMap((area) => filesBelow(join(root, 'src', area)))
      .flatMap(importsOf)
      .filter(({ target }) => target === 'cli')
    expect(importers).toEqual([])
  })
})

describe('circles of files', () => {
  /** The files that a file imports, for values or for types alone; what is loaded late is not needed to read it. */
  function importedBy(path: string): string[] {
    return importsOf(path).flatMap(({ from, isLate }) => (isLate ? [] : (sourceOf(from) ?? [])))
  }

  function sourceOf(target: string): string | undefined {
    const bare = target.replace(/\.js$/, '')
    return [`${bare}.ts`, `${bare}.tsx`].find((path) => existsSync(path))
  }

  /** The first circle that is met from any of the files, in its order; null where there is none. */
  function circleIn(
    files: readonly string[],
    imported: (path: string) => readonly string[],
  ): string[] | null {
    const done = new Set<string>()
    const way: string[] = []
    const visit = (path: string): string[] | null => {
      if (way.includes(path)) return [...way.slice(way.indexOf(path)), path]
      if (done.has(path)) return null
      done.add(path)
      way.push(path)
      for (const next of imported(path)) {
        const circle = visit(next)
        if (circle) return circle
      }
      way.pop()
      return null
    }
    for (const path of files) {
      const circle = visit(path)
      if (circle) return circle
    }
    return null
  }

  it('are seen', () => {
    const graph: Record<string, string[]> = { a: ['b'], b: ['c', 'd'], c: [], d: ['b'] }
    expect(circleIn(['a'], (path) => graph[path] ?? [])).toEqual(['b', 'd', 'b'])
    expect(circleIn(['a'], (path) => (path === 'd' ? [] : (graph[path] ?? [])))).toBeNull()
  })

  it('are none, not even of types', () => {
    const files = ['src', 'suites'].flatMap((folder) => filesBelow(join(root, folder)))
    expect(files.length).toBeGreaterThan(500)
    expect(circleIn(files, importedBy)?.map((path) => relative(root, path)) ?? null).toBeNull()
  })
})

describe('what rules must not touch', () => {
  it('is network, files and clocks', () => {
    const touching = filesBelow(join(root, 'src/rules')).filter((file) =>
      /node:(fs|http|https|net|timers)|performance\.now|Date\.now|new Date\(\)|setTimeout|\bfetch\(|\bawait\b/.test(
        readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, ''),
      ),
    )
    expect(touching.map((file) => relative(root, file))).toEqual([])
  })
})

describe('what is pure', () => {
  it('remembers nothing between calls', () => {
    const rooms = ['specification', 'exchange', 'rules', 'judging'].map((name) => join(root, 'src', name))
    const remembering = rooms.flatMap(filesBelow).filter((file) => /^let /m.test(readFileSync(file, 'utf8')))
    expect(remembering.map((file) => relative(root, file))).toEqual([])
  })
})

describe('the definitions inside of zod', () => {
  it('are read by one file alone', () => {
    const readers = filesBelow(join(root, 'src')).filter((file) =>
      /\b_zod\b/.test(readFileSync(file, 'utf8')),
    )
    expect(readers.map((file) => relative(root, file))).toEqual(['src/specification/schemas/form.ts'])
  })
})

describe('what runs in a browser as well', () => {
  /** Files on disk are opened by these alone. */
  const faces = ['journal.ts', 'write-har.ts', 'recording.ts', 'make-folder.ts', 'write-whole.ts'].map(
    (name) => `src/exchange/${name}`,
  )
  const folders = ['specification', 'exchange', 'rules', 'judging'].map((name) => join(root, 'src', name))
  const files = folders.flatMap(filesBelow).filter((file) => !faces.includes(relative(root, file)))

  it('has nothing of Node', () => {
    const bound = files.filter((file) =>
      /from 'node:|import\('node:|\bBuffer\b|\bprocess\.|\bNodeJS\b|\brequire\(|__dirname/.test(
        readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, ''),
      ),
    )
    expect(bound.map((file) => relative(root, file))).toEqual([])
  })

  it('imports of the faces to files no more than types', () => {
    const values = files.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/^import (?!type\b)([^'"]*?) from '([^']+)'/gm)]
        .filter(([, names = '', from = '']) => {
          const target = relative(root, resolve(dirname(file), from)).replace(/\.js$/, '.ts')
          return faces.includes(target) && /(?:^|[{,])\s*(?!type\b)\w/.test(names)
        })
        .map(([line]) => `${relative(root, file)}: ${line}`),
    )
    expect(values).toEqual([])
  })
})

describe('printing and exiting', () => {
  it('happen in src/cli alone', () => {
    const elsewhere = filesBelow(join(root, 'src'))
      .filter((file) => areaOf(file) !== 'cli')
      .filter((file) =>
        /process\.(stdout|stderr|exit\b)|console\.\w+\(/.test(
          readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, ''),
        ),
      )
    expect(elsewhere.map((file) => relative(root, file))).toEqual([])
  })
})

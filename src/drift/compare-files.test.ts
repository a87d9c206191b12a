import { describe, expect, it } from 'vitest'
import { FileFlaw } from '../documents/read-document.js'
import { fill, type Lang, langs, loadCatalogue } from '../words/catalogue.js'
import { say } from '../words/errors.js'
import { toBaseline } from './baseline.js'
import { writeBaseline } from './baseline-file.js'
import { compareFiles, failsOn, renderDriftJson, renderDriftText } from './compare-files.js'
import { learnResponse, type Shapes } from './shapes.js'

const baseline = (file: string, ...records: object[]) => {
  const shapes: Shapes = new Map()
  for (const record of records)
    learnResponse(shapes, 'GET /produtos/{idProduto}', 200, JSON.stringify(record))
  return { file, text: writeBaseline(toBaseline(shapes)) }
}

const flawOf = (file: Parameters<typeof compareFiles>[0]): FileFlaw => {
  try {
    compareFiles(file, old)
  } catch (error) {
    if (error instanceof FileFlaw) return error
  }
  throw new Error('the file was read')
}

const repeated = (record: object) => Array.from({ length: 10 }, () => record)
const old = baseline('old.yaml', ...repeated({ id: 1, nome: 'x' }))
const now = baseline('new.yaml', ...repeated({ id: '1', nome: 'x', marca: 'y' }))

describe('two files', () => {
  it('are compared', () => {
    const result = compareFiles(old, now)
    expect([result.kind, result.summary]).toEqual(['baseline', { error: 1, warning: 0, info: 1 }])
    expect(
      result.changes.map(({ code, operation, place, before, after }) => [
        code,
        operation,
        place,
        before,
        after,
      ]),
    ).toEqual([
      ['drift/type:changed', 'GET /produtos/{idProduto}', '200 $.id', 'integer', 'string'],
      ['drift/added:field', 'GET /produtos/{idProduto}', '200 $.marca', '\u2014', 'string'],
    ])
  })

  it('name as the place of a change what it concerns, and nothing that it does not', () => {
    const of = (file: string, routes: readonly (readonly [route: string, status: number])[]) => {
      const shapes: Shapes = new Map()
      for (const [route, status] of routes)
        for (let i = 0; i < 10; i++) learnResponse(shapes, route, status, '{"id":1}')
      return { file, text: writeBaseline(toBaseline(shapes)) }
    }
    const before = of('old.yaml', [['GET /produtos', 200]])
    const after = of('new.yaml', [
      ['GET /produtos', 201],
      ['GET /vendedores', 200],
    ])
    const { changes } = compareFiles(before, after)
    expect(changes.map(({ code, operation, place }) => [code, operation, place])).toEqual([
      ['drift/status:changed', 'GET /produtos', '201'],
      ['drift/added:route', 'GET /vendedores', null],
    ])
  })

  it('that are the same file differ in nothing', () => {
    expect(compareFiles(old, old).changes).toEqual([])
  })

  it.each([
    ['the older', { file: 'x', text: 'a: 1' }, now],
    ['the newer', old, { file: 'x', text: 'a: 1' }],
  ])('are refused where %s is no baseline', (_, a, b) => {
    expect(() => compareFiles(a, b)).toThrow(expect.objectContaining({ code: 'not-a-baseline', file: 'x' }))
  })

  it.each([
    [
      { error: 1, warning: 0, info: 0 },
      { error: true, warning: true, info: true },
    ],
    [
      { error: 0, warning: 1, info: 0 },
      { error: false, warning: true, info: true },
    ],
    [
      { error: 0, warning: 0, info: 1 },
      { error: false, warning: false, info: true },
    ],
    [
      { error: 0, warning: 0, info: 0 },
      { error: false, warning: false, info: false },
    ],
  ])('fail on what is grave enough: %j', (summary, expected) => {
    const result = { ...compareFiles(old, old), summary }
    for (const level of ['error', 'warning', 'info'] as const)
      expect(failsOn(result, level)).toBe(expected[level])
  })
})

describe.each(langs)('in %s', (lang: Lang) => {
  it('text and JSON hold every change', async () => {
    const words = await loadCatalogue(lang)
    const result = compareFiles(old, now)
    for (const render of [renderDriftText, renderDriftJson]) {
      const text = render(result, words, lang)
      for (const { operation } of result.changes) expect(text).toContain(operation)
      expect(text).not.toMatch(/\{\w+\}(?<!\{idProduto\})/)
    }
  })

  it('shows the gravest change of an operation first', async () => {
    const words = await loadCatalogue(lang)
    const text = renderDriftText(compareFiles(old, now), words, lang)
    expect(text.indexOf('$.id')).toBeGreaterThan(-1)
    expect(text.indexOf('$.id')).toBeLessThan(text.indexOf('$.marca'))
  })

  it('what was not compared is named, and where all was, nothing', async () => {
    const words = await loadCatalogue(lang)
    const none = { file: 'none.yaml', text: 'homologa-baseline: 1\nroutes:\n' }
    const said = fill(words.ui['drift.notCompared'], { routes: 'GET /produtos/{idProduto}' }, lang)
    expect(renderDriftText(compareFiles(old, none), words, lang)).toContain(said)
    const rest = (words.ui['drift.notCompared'].split('{')[0] ?? '').trim()
    expect(renderDriftText(compareFiles(old, old), words, lang)).not.toContain(rest)
  })

  it('no difference is said in words', async () => {
    const words = await loadCatalogue(lang)
    expect(renderDriftText(compareFiles(old, old), words, lang)).toContain(words.ui['drift.none'])
  })

  it('an unreadable file is named with its line', async () => {
    const words = await loadCatalogue(lang)
    const text = say(flawOf({ file: 'a.yaml', text: 'homologa-baseline: 1\nx' }), words, lang)
    expect(text).toMatch(/^a\.yaml:2:1: "x"/)
    expect(text).toBe(fill(text, {}))
  })
})

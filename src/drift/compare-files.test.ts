import { describe, expect, it } from 'vitest'
import { stringify } from 'yaml'
import { fill, type Lang, langs, loadCatalogue } from '../words/catalogue.js'
import { say } from '../words/errors.js'
import { FileFlaw } from '../yaml-document.js'
import { toBaseline } from './baseline.js'
import { writeBaseline } from './baseline-file.js'
import { compareFiles, failsOn } from './compare-files.js'
import { changeGrades } from './openapi/comparison/change.js'
import { sample } from './openapi/sample.fixture.js'
import { renderDriftJson, renderDriftText } from './render-drift.js'
import { learnAnswer, type Shapes } from './shapes.js'

const baseline = (file: string, ...records: object[]) => {
  const shapes: Shapes = new Map()
  for (const record of records) learnAnswer(shapes, 'GET /produtos/{idProduto}', 200, JSON.stringify(record))
  return { file, text: writeBaseline(toBaseline(shapes)) }
}

const repeated = (record: object) => Array.from({ length: 10 }, () => record)
const old = baseline('old.yaml', ...repeated({ id: 1, nome: 'x' }))
const now = baseline('new.yaml', ...repeated({ id: '1', nome: 'x', marca: 'y' }))

const document = (file: string, change: (document: ReturnType<typeof sample>) => void = () => {}) => {
  const value = sample()
  change(value)
  return { file, text: file.endsWith('.json') ? JSON.stringify(value) : stringify(value) }
}

const changed = document('new.yaml', (d) => {
  d.components.schemas.Produto.properties.nome.type = 'integer'
  d.paths['/produtos'].get.summary = 'Other | <words>'
})

describe('two files', () => {
  it('are compared as baselines where they are baselines', async () => {
    const result = await compareFiles(old, now)
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

  it('name as the place of a change what it concerns, and nothing that it does not', async () => {
    const of = (file: string, routes: readonly (readonly [route: string, status: number])[]) => {
      const shapes: Shapes = new Map()
      for (const [route, status] of routes)
        for (let i = 0; i < 10; i++) learnAnswer(shapes, route, status, '{"id":1}')
      return { file, text: writeBaseline(toBaseline(shapes)) }
    }
    const before = of('old.yaml', [['GET /produtos', 200]])
    const after = of('new.yaml', [
      ['GET /produtos', 201],
      ['GET /vendedores', 200],
    ])
    const { changes } = await compareFiles(before, after)
    expect(changes.map(({ code, operation, place }) => [code, operation, place])).toEqual([
      ['drift/status:changed', 'GET /produtos', '201'],
      ['drift/added:route', 'GET /vendedores', null],
    ])
  })

  it('are compared as documents where they are documents, JSON against YAML', async () => {
    const result = await compareFiles(document('old.json'), changed)
    expect([result.kind, result.summary, result.operations?.unchanged]).toEqual([
      'openapi',
      { error: 1, warning: 0, info: 1 },
      2,
    ])
  })

  it('that are the same file differ in nothing', async () => {
    for (const file of [old, changed]) expect((await compareFiles(file, file)).changes).toEqual([])
  })

  it.each([
    ['a baseline and a document', old, changed, 'different-kinds'],
    ['a document and a baseline', changed, old, 'different-kinds'],
    ['a baseline and something else', old, { file: 'x', text: 'a: 1' }, 'unknown-kind'],
    ['two of something else', { file: 'x', text: 'a: 1' }, { file: 'y', text: 'b: 1' }, 'unknown-kind'],
  ])('are refused: %s', async (_, a, b, code) => {
    await expect(compareFiles(a, b)).rejects.toMatchObject({ name: 'InputError', code })
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
  ])('fail on what is grave enough: %j', async (summary, expected) => {
    const result = { ...(await compareFiles(old, old)), summary }
    for (const level of ['error', 'warning', 'info'] as const)
      expect(failsOn(result, level)).toBe(expected[level])
  })
})

describe.each(langs)('in %s', (lang: Lang) => {
  it('text and JSON hold every change of both kinds', async () => {
    const words = await loadCatalogue(lang)
    for (const result of [await compareFiles(old, now), await compareFiles(document('old.json'), changed)]) {
      for (const render of [renderDriftText, renderDriftJson]) {
        const text = render(result, words, lang)
        for (const change of result.changes)
          expect(text).toContain(JSON.stringify(change.operation).slice(1, -1))
        expect(text).not.toMatch(/\{\w+\}(?<!\{idProduto\})/)
      }
    }
  })

  it('what is worded anew is one line an operation in text, and each place elsewhere', async () => {
    const words = await loadCatalogue(lang)
    const reworded = document('new.yaml', ({ paths, components }) => {
      paths['/produtos'].get.summary = 'Other'
      Object.assign(paths['/produtos'].get, { description: 'Other' })
      components.schemas.Produto.properties.nome.type = 'integer'
    })
    const result = await compareFiles(document('old.json'), reworded)
    const block = renderDriftText(result, words, lang).split('GET /produtos\n')[1]?.split('\n\n')[0]
    const sentence = words.ui['drift.change.text-changed']
    expect(block).toContain(fill(words.ui['drift.wording'], { count: 2 }, lang))
    expect(block).not.toContain(`  ${sentence}\n`)
    expect(block).toContain('$.data[].nome')
    expect(renderDriftJson(result, words, lang).split(JSON.stringify(sentence))).toHaveLength(3)
  })

  it('operations that are worded anew alone are one line, behind those of which more is to say', async () => {
    const words = await loadCatalogue(lang)
    const reworded = document('new.yaml', ({ paths, components }) => {
      for (const operation of [paths['/produtos'].get, paths['/produtos'].post])
        Object.assign(operation, { summary: 'Other' })
      Object.assign(paths['/produtos/{idProduto}'].delete, { summary: 'Other', description: 'Other' })
      components.schemas.Produto.properties.nome.type = 'integer'
    })
    const text = renderDriftText(await compareFiles(document('old.json'), reworded), words, lang)
    const [, shown, said] = text.split('\n\n')
    expect(shown).toMatch(/^GET \/produtos\n.*\$\.data\[\]\.nome/)
    expect(said).toBe(fill(words.ui['drift.worded'], { count: 2, places: 3 }, lang))
    expect(text).not.toMatch(/POST|DELETE/)
  })

  it('one that is worded anew alone is a line with its sentence', async () => {
    const words = await loadCatalogue(lang)
    const reworded = document('new.yaml', ({ paths }) => {
      paths['/produtos'].get.summary = 'Other'
    })
    const text = renderDriftText(await compareFiles(document('old.json'), reworded), words, lang)
    expect(text).toContain(
      `${words.ui['drift.severity.info'].padEnd(8)}  (summary)  ${words.ui['drift.change.text-changed']}\n`,
    )
  })

  it('what was not compared is named, and where all was, nothing', async () => {
    const words = await loadCatalogue(lang)
    const none = { file: 'none.yaml', text: 'homologa-baseline: 1\nroutes:\n' }
    const said = fill(words.ui['drift.notCompared'], { routes: 'GET /produtos/{idProduto}' }, lang)
    expect(renderDriftText(await compareFiles(old, none), words, lang)).toContain(said)
    const rest = (words.ui['drift.notCompared'].split('{')[0] ?? '').trim()
    expect(renderDriftText(await compareFiles(old, old), words, lang)).not.toContain(rest)
  })

  it('no difference is said in words', async () => {
    const words = await loadCatalogue(lang)
    expect(renderDriftText(await compareFiles(old, old), words, lang)).toContain(words.ui['drift.none'])
  })

  it('every code of a change has a sentence', async () => {
    const words = await loadCatalogue(lang)
    const silent = Object.keys(changeGrades).filter(
      (code) => !words.ui[`drift.change.${code as 'deprecated'}`],
    )
    expect(silent).toEqual([])
  })

  it('an unreadable file is named with its line', async () => {
    const words = await loadCatalogue(lang)
    const error = await compareFiles({ file: 'a.yaml', text: 'homologa-baseline: 1\nx' }, old).catch(
      (thrown: unknown) => thrown,
    )
    if (!(error instanceof FileFlaw)) throw new Error('the file was read')
    const text = say(error, words, lang)
    expect(text).toMatch(/^a\.yaml:2:1: "x"/)
    expect(text).toBe(fill(text, {}))
  })
})

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, it } from 'vitest'
import { newFolder, removeFolders, reportOf, runInside } from './tool.js'

afterAll(removeFolders)

const yaml = `
openapi: 3.0.3
info: { title: Biblioteca, version: '1' }
paths:
  /livros:
    get: { responses: { '200': { description: ok, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Livro' } } } } } } }
    post:
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Livro' } } } }
      responses: { '201': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Livro' } } } } }
  /livros/{isbn}:
    get: { responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Livro' } } } } } }
  /contatos:
    get: { responses: { '200': { description: ok, content: { application/json: { example: [ours, not] } } } } }
components:
  schemas:
    Livro:
      type: object
      required: [isbn, titulo]
      properties: { isbn: { type: string, readOnly: true }, titulo: { type: string } }
`

const client = `
const base = process.env.HOMOLOGA_BASE_URL
const headers = { authorization: 'Bearer ' + process.env.HOMOLOGA_ACCESS_TOKEN, 'content-type': 'application/json' }
const say = async (method, path, body) => {
  const answer = await fetch(base + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  const text = await answer.text()
  console.log(method, path.replace(/\\d+$/, '{id}'), answer.status)
  return text && JSON.parse(text)
}
const made = await say('POST', '/livros', { titulo: 'Vidas secas' })
const read = await say('GET', '/livros/' + made.isbn)
console.log(read.titulo)
await say('POST', '/livros', {})
await say('GET', '/livros/0')
await say('GET', '/revistas')
const { data } = await say('GET', '/contatos')
console.log(data.length)
`

async function examined(words: readonly string[], text = yaml) {
  const cwd = newFolder()
  writeFileSync(join(cwd, 'livros.yaml'), text)
  writeFileSync(join(cwd, 'client.mjs'), client)
  return runInside([...words, '--', process.execPath, join(cwd, 'client.mjs')], { cwd })
}

describe.concurrent('--openapi of the user', () => {
  it('serves what the service does not know, keeps what is created, and lets its own routes rule', {
    timeout: 60_000,
  }, async ({ expect }) => {
    const run = await examined(['examine', '--no-page', '--openapi', 'livros.yaml'])
    const said = `${run.out}${run.err}`
    for (const line of [
      'livros.yaml: 3 of its 4 operations are not known',
      'POST /livros: answered from livros.yaml.',
      'POST /livros 201',
      'GET /livros/{id} 200',
      'Vidas secas',
      'POST /livros 400',
      'GET /livros/{id} 404',
      'GET /revistas 404',
      'GET /contatos 200',
      '\n12\n',
    ])
      expect(said).toContain(line)
    expect(said.match(/POST \/livros: answered from/g)).toHaveLength(1)
  })

  it('names no route of it as one that version 3 does not have', { timeout: 60_000 }, async ({ expect }) => {
    const told = async (words: readonly string[]) =>
      reportOf(await examined(['examine', '--no-page', ...words]))
        .findings.filter(({ requirement }) => requirement === 'versioning/unavailable')
        .map(({ severity, values }) => [severity, values?.path])
    expect(await told(['--openapi', 'livros.yaml'])).toEqual([
      ['warning', '/revistas'],
      ['info', '/livros'],
    ])
    expect(await told([])).toEqual([
      ['warning', '/livros'],
      ['warning', '/livros/undefined'],
      ['warning', '/revistas'],
    ])
  })

  it('says so where the service knows all of it', { timeout: 60_000 }, async ({ expect }) => {
    const known = yaml.replaceAll('/livros', '/produtos').replaceAll('{isbn}', '{idProduto}')
    const run = await examined(['examine', '--no-page', '--openapi', 'livros.yaml'], known)
    expect(run.err).toContain('livros.yaml: the embedded service knows all 4 operations of it')
  })

  it('says where a document is wrong, before anything is served', { timeout: 60_000 }, async ({ expect }) => {
    const run = await examined(
      ['examine', '--no-page', '--openapi', 'livros.yaml'],
      yaml.replace('type: string }', 'type: strong }'),
    )
    expect(run.status).toBe(2)
    expect(run.err).toContain('livros.yaml')
  })
})

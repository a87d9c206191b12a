import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readOpenApi } from './openapi.js'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openapi-'))
})
afterEach(() => rm(folder, { recursive: true }))

const head = 'openapi: 3.0.0\ninfo: { title: x, version: "1" }\n'

describe("a user's OpenAPI document", () => {
  it.each([
    ['no paths', head],
    ['paths without an entry', `${head}paths: {}\n`],
    ['a path without an operation', `${head}paths: { /a: {} }\n`],
  ])('with %s is refused, for nothing would be compared', async (_, text) => {
    await writeFile(join(folder, 'o.yaml'), text)
    await expect(readOpenApi('o.yaml', folder)).rejects.toMatchObject({
      code: 'openapi-empty',
      file: 'o.yaml',
    })
  })

  it('with one operation is read', async () => {
    await writeFile(join(folder, 'o.yaml'), `${head}paths: { /a: { get: { responses: {} } } }\n`)
    const { operations } = await readOpenApi('o.yaml', folder)
    expect(operations.map(({ name }) => name)).toEqual(['GET /a'])
  })
})

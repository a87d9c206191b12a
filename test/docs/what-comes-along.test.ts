import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from './documents.js'

const read = (path: string) => readFileSync(join(root, path), 'utf8')

it.each([
  ['README.md', 'Six packages come along (zod, ajv and the four that ajv needs)'],
  ['README.pt-BR.md', 'Seis pacotes vêm junto (zod, ajv e os quatro de que o ajv precisa)'],
])('%s says how many packages an installation brings', (page, sentence) => {
  const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, { dev?: true }> }
  const brought = Object.keys(packages).filter((path) => path !== '' && packages[path]?.dev !== true)
  expect(brought.map((path) => path.replace('node_modules/', ''))).toEqual([
    'ajv',
    'fast-deep-equal',
    'fast-uri',
    'json-schema-traverse',
    'require-from-string',
    'zod',
  ])
  expect(read(page)).toContain(sentence)
})

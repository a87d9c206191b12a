import { describe, expect, it } from 'vitest'
import { allRoutes, routeName } from '../../src/specification/find-route.js'
import { type Called, callEveryMethod, methods } from './call-every-method.js'

/**
 * The published client as its users know it, by its types, against the embedded service: what goes out rightly gets the response that the
 * document shows and the types say. `vitest -u` writes the page anew.
 */
const page = '../../docs/examples/bling-erp-api-methods.md'
const called = await callEveryMethod()
const byMethod = new Map(
  methods.map(({ name }) => [name, called.filter(({ method }) => method === name)] as const),
)
const sound = called.filter(isSound)

/** Where neither the types nor the response are at fault: slips of the document. */
const documentSlips: Readonly<Record<string, string>> = {
  'produtos.changeSituationMany':
    'the document requires nothing of the body; one that names no product is refused',
  'vendedores.get': 'the document and the types have one object where a list is asked for',
}

function isSound({ requestFlaws }: Called): boolean {
  return requestFlaws.length === 0
}

describe('every method of bling-erp-api 5.8.1', () => {
  it('is called, each against records that there are', () => {
    expect(byMethod.size).toBe(methods.length)
    expect(byMethod.size).toBeGreaterThan(200)
    expect(called.filter(({ place }) => place === '')).toEqual([])
  })

  it('is answered without a flaw by our own rules where it sends rightly', () => {
    expect(sound.filter(({ responseFlaws }) => responseFlaws.length > 0)).toEqual([])
  })

  it('is answered a status that the document shows where it sends rightly', () => {
    const statuses = new Map(
      allRoutes('document').map((route) => [routeName(route), route.documented?.statuses]),
    )
    const others = sound.filter(
      ({ place, status, method }) =>
        !(method in documentSlips) && statuses.get(place)?.includes(status ?? 0) === false,
    )
    expect(others).toEqual([])
  })

  it('is refused in spite of that by a slip of the document alone', () => {
    const refused = sound.filter(({ typeFlaws }) => typeFlaws.includes('refused'))
    expect(refused.filter(({ method }) => !(method in documentSlips))).toEqual([])
    const right = sound.filter(({ typeFlaws }) => typeFlaws.length === 0)
    expect(new Set(right.map(({ method }) => method)).size).toBeGreaterThan(160)
  })

  it('is refused where it sends wrongly, unless a list takes more than it knows', () => {
    const taken = called.filter((call) => !isSound(call) && !call.typeFlaws.includes('refused'))
    expect(
      taken.flatMap(({ requestFlaws }) => requestFlaws).filter((flaw) => !/:unknown |path takes/.test(flaw)),
    ).toEqual([])
  })

  it('is listed in the documentation, by what is wrong with it', async () => {
    await expect(pageOf()).toMatchFileSnapshot(page)
  })
})

function pageOf(): string {
  const rows = [...byMethod].map(([method, calls]) => rowOf(method, calls))
  const sent = rows.filter(({ unsent }) => unsent === '')
  return `# Every method of a published client

Made by \`test/examples/bling-erp-api-methods.test.ts\`: each method of \`bling-erp-api\` 5.8.1, unmodified, is called against the embedded service under the
profile \`bling\`, with the arguments that its types demand and with all that they allow. [What else this client does](bling-erp-api.md).

- ${rows.length} methods, of which ${sent.length} send a request that is right by our rules.
- ${sent.filter(({ unlike }) => unlike === '').length} of these get the response that the client's types announce.

## Sent wrongly

${listed(rows, ({ unsent }) => unsent)}

## The response differs from the types

${listed(sent, ({ unlike }) => unlike)}
`
}

type Row = ReturnType<typeof rowOf>

/** Methods by their reason; those without one are left out. */
function listed(rows: readonly Row[], reasonIn: (row: Row) => string): string {
  return unique(rows.map(reasonIn).filter((reason) => reason !== ''))
    .map((reason) => {
      const methods = rows.filter((row) => reasonIn(row) === reason).map(({ method }) => `\`${method}\``)
      return `- ${reason}: ${methods.join(', ')}`
    })
    .join('\n')
}

function rowOf(method: string, calls: readonly Called[]) {
  const right = calls.filter(isSound)
  const isSent = right.length > 0
  const flaws = unique(calls.flatMap(({ requestFlaws }) => requestFlaws))
    .map(codeSpans)
    .join('; ')
  const unlike = isSent ? reasonOf(method, unique(right.flatMap(({ typeFlaws }) => typeFlaws))) : ''
  return { method, unlike, unsent: isSent ? '' : flaws }
}

function reasonOf(method: string, flaws: readonly string[]): string {
  if (flaws.length === 0) return ''
  const slip = documentSlips[method]
  if (slip) return `${slip} ([a slip](../contributing/document-slips.md))`
  if (flaws.includes('no body')) return 'the types have an object, but no body comes'
  return `the document differs at ${flaws.map((path) => `\`${path}\``).join(', ')}`
}

/** \`request/body:missing $.nome\` and sentences alike. */
function codeSpans(flaw: string): string {
  return flaw.startsWith('request/') ? `\`${flaw}\`` : flaw
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)]
}

import { describe, expect, it } from 'vitest'
import { allRoutes, routeName } from '../../src/specification/find-route.js'
import { type Called, callEveryMethod, methods } from './call-every-method.js'

/**
 * The published client as its users know it, by its types, against the embedded service: what goes out rightly is answered as the
 * document has it, and as the types say. `vitest -u` writes the page anew.
 */
const page = '../../docs/examples/bling-erp-api-methods.md'
const called = await callEveryMethod()
const byMethod = new Map(
  methods.map(({ name }) => [name, called.filter(({ method }) => method === name)] as const),
)
const sound = called.filter(isSound)

/** Where neither the types nor the answer are at fault: slips of the document. */
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
    expect(sound.filter(({ answerFlaws }) => answerFlaws.length > 0)).toEqual([])
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

  it('is told of in the documentation, one row each', async () => {
    await expect(pageOf()).toMatchFileSnapshot(page)
  })
})

function pageOf(): string {
  const rows = [...byMethod].map(([method, calls]) => rowOf(method, calls))
  const sent = rows.filter(({ isSent }) => isSent)
  return `# Every method of a published client, answered

Made from the code by \`test/examples/bling-erp-api-methods.test.ts\`: \`bling-erp-api\` 5.8.1 from npm, unmodified, against the embedded
service under the profile \`bling\`. Each method is called with what the client's types demand, and with all that they allow; an argument
that keeps the types and not the document is tried again with other values. [What else it does](bling-erp-api.md).

- ${rows.length} methods, of which ${sent.length} send a request that is right by our own rules.
- ${sent.filter(({ why }) => why === '').length} of these are answered as the client's types say.
- The others are answered as the document has it, which is not what the types say: the last column names where.

A request without an answer's body arrives in this client as \`''\`, where its types say \`null\`: taken for the same here.

| method | goes out as | sent rightly | answered as its types say |
|---|---|---|---|
${rows.map(({ cells }) => `| ${cells.join(' | ')} |`).join('\n')}
`
}

function rowOf(method: string, calls: readonly Called[]) {
  const right = calls.filter(isSound)
  const isSent = right.length > 0
  const flaws = unique(calls.flatMap(({ requestFlaws }) => requestFlaws))
    .map(codeSpans)
    .join('; ')
  const why = isSent ? reasonOf(method, unique(right.flatMap(({ typeFlaws }) => typeFlaws))) : ''
  const statuses = unique(right.map(({ status }) => String(status))).join(', ')
  const sent = isSent ? (flaws === '' ? 'yes' : `yes, but for ${flaws}`) : `no: ${flaws}`
  const answered = isSent ? `${statuses}, ${why === '' ? 'yes' : `no: ${why}`}` : ''
  return { isSent, why, cells: [`\`${method}\``, `\`${calls[0]?.place}\``, sent, answered] }
}

function reasonOf(method: string, flaws: readonly string[]): string {
  if (flaws.length === 0) return ''
  const slip = documentSlips[method]
  if (slip) return `${slip} ([a slip](../discoveries/document-slips.md))`
  if (flaws.includes('no body')) return 'the types have an object where no body comes'
  return `the document says otherwise of ${flaws.map((path) => `\`${path}\``).join(', ')}`
}

/** \`request/body:missing $.nome\` and sentences alike. */
function codeSpans(flaw: string): string {
  return flaw.startsWith('request/') ? `\`${flaw}\`` : flaw
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)]
}

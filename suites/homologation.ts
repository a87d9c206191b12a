import { isObject, type Json, property } from '../src/exchange/json.js'
import { type JsonSlice, jsonSlice, replaceProperty, sliceOf } from '../src/run/json-slice.js'
import type { Captures, StepResponse, Suite, SuiteStep } from '../src/run/suite.js'
import { type HomologationStep, homologationSteps, routeOf } from '../src/specification/homologation.js'
import type { Profile } from '../src/specification/profile.js'

/** The five steps of the homologation. §Homologation procedure */
const [read, create, replace, patch, remove] = homologationSteps

export const homologation: Suite = {
  id: 'homologation',
  title: 'homologation',
  carriesHash: true,
  onLimit: 'repeats-suite',
  withoutSuccess: 'ends',
  steps: [
    step(read, { captures: product }),
    step(create, { needs: ['product'], body: ({ product }) => product?.text, captures: identifier }),
    step(replace, {
      needs: ['product'],
      body: ({ product }, profile) => product && changed(product, profile),
    }),
    step(patch, {
      body: (_captures, { situation }) => JSON.stringify({ [situation.field]: situation.sends }),
    }),
    step(remove, {}),
  ],
}

function step(it: HomologationStep, rest: Partial<SuiteStep>): SuiteStep {
  return { id: it.id, title: routeOf(it), method: it.method, path: it.path, ...rest }
}

/** `data` of step 1 in its own text, so that step 2 sends it unchanged. */
function product(response: StepResponse): Captures {
  const data = dataOf(response)
  return data !== null && isObject(data.value) && Object.keys(data.value).length > 0 ? { product: data } : {}
}

/** The identifier of the "created" product: where the specification's envelope has it, or `data` itself. */
function identifier(response: StepResponse): Captures {
  const data = dataOf(response)
  if (data === null) return {}
  const candidates = isObject(data.value) ? [sliceOf(data, 'id'), sliceOf(data, 'idProduto')] : [data]
  const id = candidates.find((one) => one !== null && isUsableId(one))
  return id === null || id === undefined ? {} : { idProduto: id }
}

/** Whether the identifier can be part of an address. Rules judge whether it is also correct. */
function isUsableId({ text, value }: JsonSlice): boolean {
  if (typeof value === 'number') return [text, String(value)].some((digits) => /^[1-9]\d*$/.test(digits))
  return typeof value === 'string' && value.trim() !== ''
}

/** The product's data with the description field changed, all else byte for byte. */
function changed(data: JsonSlice, { change }: Profile): string {
  const field = change.field === 'auto' ? describingField(data.value) : change.field
  return replaceProperty(data, field, textFor(data.value, field, change))
}

/** A product that holds the text already would not change: where the profile demands none, another one is sent. */
function textFor(data: Json, field: string, { text, sends }: Profile['change']): string {
  return text === null && property(data, field) === sends ? `${sends} 2` : sends
}

/** `descricao` where the data has it; else `nome`, which the service's own example changes; else `descricao` is added. */
function describingField(data: Json): string {
  if (!isObject(data) || Object.hasOwn(data, 'descricao')) return 'descricao'
  return typeof data.nome === 'string' ? 'nome' : 'descricao'
}

function dataOf({ text }: StepResponse): JsonSlice | null {
  const body = text === null ? null : jsonSlice(text)
  return body === null ? null : sliceOf(body, 'data')
}

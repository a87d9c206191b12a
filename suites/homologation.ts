import { isObject, type Json, property } from '../src/exchange/json.js'
import { dataSlice, type JsonSlice, replaceProperty, sliceOf } from '../src/run/json-slice.js'
import type { Captures, StepResponse, Suite, SuiteStep } from '../src/run/suite.js'
import { type HomologationStep, homologationSteps, routeOf } from '../src/specification/homologation.js'
import type { Profile } from '../src/specification/profile.js'

const [read, create, replace, patch, remove] = homologationSteps

/**
 * The five steps of the homologation, which `homologa check` sends. After a hit limit they begin again with step 1, and a step
 * without success ends the run. §Homologation procedure
 */
export const homologation: Suite = {
  id: 'homologation',
  title: 'homologation',
  carriesHash: true,
  onLimit: 'repeats-suite',
  withoutSuccess: 'ends',
  steps: [
    step(read, { captures: captureProduct }),
    step(create, { needs: ['product'], body: ({ product }) => product?.text, captures: captureIdentifier }),
    step(replace, {
      needs: ['product'],
      body: ({ product }, profile) => product && changeProduct(product, profile),
    }),
    step(patch, {
      body: (_captures, { situation }) => JSON.stringify({ [situation.field]: situation.sends }),
    }),
    step(remove, {}),
  ],
}

function step(specified: HomologationStep, rest: Partial<SuiteStep>): SuiteStep {
  const { id, method, path } = specified
  return { id, title: routeOf(specified), method, path, ...rest }
}

/** Captures `data` of step 1 as text, so that step 2 sends it unchanged. */
function captureProduct(response: StepResponse): Captures {
  const data = dataSlice(response.text)
  return data !== null && isObject(data.value) && Object.keys(data.value).length > 0 ? { product: data } : {}
}

/** Captures the identifier in the response to step 2: `data.id`, `data.idProduto` or `data` itself. */
function captureIdentifier(response: StepResponse): Captures {
  const data = dataSlice(response.text)
  if (data === null) return {}
  const candidates = isObject(data.value) ? [sliceOf(data, 'id'), sliceOf(data, 'idProduto')] : [data]
  const id = candidates.find((candidate) => candidate !== null && isUsableId(candidate))
  return id ? { idProduto: id } : {}
}

/** Whether the identifier can be a part of a URL; `7.0` and `1e3` are sent as `7` and `1000`. Rules judge if it is also correct. */
function isUsableId({ text, value }: JsonSlice): boolean {
  if (typeof value === 'number') return [text, String(value)].some((digits) => /^[1-9]\d*$/.test(digits))
  return typeof value === 'string' && value.trim() !== ''
}

/** The product's data with one field changed. The rest of the text stays as it is, byte for byte. */
function changeProduct(data: JsonSlice, { change }: Profile): string {
  const field = change.field === 'auto' ? descriptionField(data.value) : change.field
  return replaceProperty(data, field, textFor(data.value, field, change))
}

/** The text to send. If the product has it already and the profile demands no text (`text` is null), another text is sent. */
function textFor(data: Json, field: string, { text, sends }: Profile['change']): string {
  return text === null && property(data, field) === sends ? `${sends} 2` : sends
}

/** The field to change: the description (`descricao`), or `nome` if only that exists, as in the service's own example. */
function descriptionField(data: Json): string {
  if (!isObject(data) || Object.hasOwn(data, 'descricao')) return 'descricao'
  return typeof data.nome === 'string' ? 'nome' : 'descricao'
}

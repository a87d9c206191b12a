import { describe, expect, it } from 'vitest'
import { headerValue } from '../../exchange/exchange.js'
import { isObject, parseJson, property } from '../../exchange/json.js'
import { spec } from '../../specification/profile.js'
import { hitsLimit } from '../../specification/recognise.js'
import type { RequirementId } from '../../specification/requirements.js'
import { langs, loadCatalogue } from '../../words/catalogue.js'
import type { HttpResponse } from '../response.js'
import { createService } from '../service.js'
import { passThrough, type Seen } from '../virtual-client.fixture.js'
import { type Fault, faultGroups, faultNames, faults, isFaultName } from './index.js'

/** Faults of the routes outside the homologation are tried beside the resources. */
const procedureFaults = Object.values(faults).filter(
  ({ where }) => typeof where !== 'function' && where !== 'resource',
)

describe('the faults', () => {
  it('are found by name, and only by a whole one', () => {
    expect(isFaultName('no-hash')).toBe(true)
    expect(isFaultName('no-has')).toBe(false)
    expect(isFaultName('toString')).toBe(false)
  })

  it('are each in one group, and none is lost', () => {
    const { steps, routes } = faultGroups
    expect([...steps, ...routes].toSorted()).toEqual(faultNames)
    expect(faultNames.map((name) => faults[name].name)).toEqual(faultNames)
  })

  it.each(langs)('have a sentence of their own each in %s', async (lang) => {
    const { faults: sentences } = await loadCatalogue(lang)
    expect(Object.keys(sentences)).toEqual(faultNames)
    expect(new Set(Object.values(sentences)).size).toBe(faultNames.length)
  })
})

describe('a service with a fault', () => {
  it.each(procedureFaults)('$name answers as a sound one until the fault strikes, where it says', (fault) => {
    const [sound, spoilt] = firstDifference(fault)
    expect(spoilt.label).toBe(labelOf(fault))
    expect(aspects(spoilt.response)).not.toEqual(aspects(sound.response))
  })

  it.each(procedureFaults)('$name breaks $breaks', (fault) => {
    const [, spoilt] = firstDifference(fault)
    const isBroken = broken[fault.breaks]
    if (fault.severity === 'none') expect(exchangesOf(fault).passed).toBe(true)
    else expect(isBroken?.(spoilt.response, fault)).toBe(true)
  })

  it('strikes as often as it says', () => {
    const labels = exchangesOf(faults['too-many-once']).labels
    expect(labels.filter((label) => label === 'step 1')).toHaveLength(2)
    expect(exchangesOf(faults['too-many-always']).labels).toEqual(['step 1', 'step 1', 'step 1'])
  })
})

function exchangesOf(fault: Fault | null) {
  const service = createService({ seed: 'faults', invalidateAt: 4, faults: fault ? [fault] : [] })
  return passThrough(service)
}

/** The first exchange in which a sound service and the faulty one differ. */
function firstDifference(fault: Fault): [sound: Seen, spoilt: Seen] {
  const [sound, spoilt] = [exchangesOf(null).seen, exchangesOf(fault).seen]
  const at = spoilt.findIndex((seen, i) => different(seen, sound[i]))
  const pair = [sound[at], spoilt[at]]
  if (!pair[0] || !pair[1]) throw new Error(`the fault "${fault.name}" never struck`)
  return [pair[0], pair[1]]
}

function different(a: Seen, b: Seen | undefined): boolean {
  return JSON.stringify(aspects(a.response)) !== JSON.stringify(b && aspects(b.response))
}

function aspects({ status, headers, body, delivery }: HttpResponse) {
  return { status, headers, body: body === null ? null : Buffer.from(body).toString('latin1'), delivery }
}

/** Where the difference must show. A dead token shows at the step after the renewal that gave it. */
function labelOf({ name, where }: Fault): string {
  if (name === 'renewal-dead-token') return 'step 4'
  if (where === 'renewal') return 'renewal'
  if (where === 'refusal') return 'step 4'
  return where === 'every-step' ? 'step 1' : `step ${where}`
}

const expectedStatuses: Record<string, number> = { 1: 200, 2: 201, 3: 204, 4: 204, 5: 204 }

/** Whether a response breaks the requirement, told as plainly as can be. */
const broken: Partial<Record<RequirementId, (response: HttpResponse, fault: Fault) => boolean>> = {
  'homologation/answer-status': ({ status }, { where }) => status !== expectedStatuses[String(where)],
  'homologation/product-data': (response) => {
    const data = property(jsonOf(response), 'data')
    return !isObject(data) || Object.keys(data).length === 0
  },
  'homologation/hash-issued': ({ headers }) => !headerValue(headers, 'x-service-homologacao'),
  'homologation/product-id': (response) => {
    const id = property(property(jsonOf(response), 'data'), 'id')
    return !(typeof id === 'number' && Number.isInteger(id) && id > 0)
  },
  'homologation/limit-hit': (response) => hitsLimit({ ...response, text: String(response.body) }, spec),
  'envelope/json': (response) =>
    jsonOf(response) === undefined || headerValue(response.headers, 'content-type') !== 'application/json',
  'envelope/data': (response) => Object.keys(jsonOf(response) as object).join() !== 'data',
  'envelope/created': (response) => property(jsonOf(response), 'data') === undefined,
  'envelope/no-content': ({ status, body }) => status === 204 && body !== null,
  'service/answers': ({ delivery, headers }) =>
    delivery.kind !== 'whole' ||
    (delivery.delayMs ?? 0) > 10_000 ||
    headers.some(([name, value]) => name === 'Content-Encoding' || value.length > 1_000_000),
  'auth/renewal': (response, fault) =>
    !exchangesOf(fault).passed || response.delivery.kind !== 'whole' || response.status !== 200,
}

function jsonOf({ body }: HttpResponse) {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(body ?? ''))
    const parsed = parseJson(text)
    return parsed.ok ? parsed.value : undefined
  } catch {
    return undefined
  }
}

/** The shortest script that a person would write instead of `homologa check`: undici, zod, four waits, no report. `check.ts` compares both. */
import { setTimeout as sleep } from 'node:timers/promises'
import { request } from 'undici'
import { z } from 'zod'

const { HOMOLOGA_BASE_URL: base, HOMOLOGA_ACCESS_TOKEN: token, BARE_WAIT_MS: wait = '2000' } = process.env
const product = z.object({ data: z.record(z.string(), z.unknown()) })
const created = z.object({ data: z.object({ id: z.number().int().positive() }).loose() })
let hash

async function send(method, path, status, body) {
  const headers = { authorization: `Bearer ${token}` }
  if (hash) headers['x-service-homologacao'] = hash
  if (body) headers['content-type'] = 'application/json'
  const response = await request(`${base}${path}`, { method, headers, body: body && JSON.stringify(body) })
  if (response.statusCode !== status) throw new Error(`${method} ${path}: ${response.statusCode}`)
  hash = response.headers['x-service-homologacao'] ?? hash
  return status === 204 ? response.body.dump() : response.body.json()
}

const { data } = product.parse(await send('GET', '/homologacao/produtos', 200))
await sleep(Number(wait))
const { id } = created.parse(await send('POST', '/homologacao/produtos', 201, data)).data
await sleep(Number(wait))
await send('PUT', `/homologacao/produtos/${id}`, 204, { ...data, nome: 'Copo' })
await sleep(Number(wait))
await send('PATCH', `/homologacao/produtos/${id}/situacoes`, 204, { situacao: 'I' })
await sleep(Number(wait))
await send('DELETE', `/homologacao/produtos/${id}`, 204)
console.log('success')
process.exit()

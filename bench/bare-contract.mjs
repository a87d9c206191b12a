/**
 * The shortest script that a person would write instead of `homologa contract`: undici, zod, four requests at a time, no report.
 * `contract.ts` compares both.
 */
import { readFileSync } from 'node:fs'
import { request } from 'undici'
import { z } from 'zod'

const { BARE_ADDRESSES: file = '', HOMOLOGA_ACCESS_TOKEN: token } = process.env
const responseShape = z.object({ data: z.union([z.array(z.looseObject({})), z.looseObject({})]) })
const waiting = JSON.parse(readFileSync(file, 'utf8'))

async function work() {
  for (let url = waiting.shift(); url; url = waiting.shift()) {
    const { statusCode, body } = await request(url, { headers: { authorization: `Bearer ${token}` } })
    const json = await body.json()
    if (statusCode === 200) responseShape.parse(json)
  }
}

await Promise.all([work(), work(), work(), work()])
process.exit()

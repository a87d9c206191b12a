import { beforeAll, describe, expect, it } from 'vitest'
import type { Exchange } from '../../exchange/exchange.js'
import { allRoutes, matchRoute } from '../../specification/find-route.js'
import { routeName } from '../../specification/route.js'
import { type ContractTrialOutcome, tryContract } from './contract.fixture.js'
import { allowanceOf, embeddedPermissions, type Permissions, readOnly } from './permissions.js'
import { embeddedRecords } from './plan.js'

/** `400 PUT /anuncios/{idAnuncio}`: every error that the tables name. */
const cells = allRoutes('specification')
  .filter(({ tabulated }) => tabulated)
  .flatMap((route) => route.errors.map((status) => `${status} ${routeName(route)}`))

/** Cells whose error a request asked for, and whether it came. */
function asked(exchanges: readonly Exchange[]): { readonly sent: Set<string>; readonly shown: Set<string> } {
  const [sent, shown] = [new Set<string>(), new Set<string>()]
  for (const { intent, request, response } of exchanges) {
    const path = new URL(request.url).pathname.replace(/^\/Api\/v3/, '')
    const route = matchRoute(request.method, path)?.route
    const status = intent === 'invalid' ? 400 : intent === 'unknown-record' ? 404 : null
    if (!route || status === null || !response) continue
    sent.add(`${status} ${routeName(route)}`)
    if (response.status === status) shown.add(`${status} ${routeName(route)}`)
  }
  return { sent, shown }
}

/** A borderô of the run's own comes of a payment, which must be named. */
const names = ['*', 'POST /contas/receber/{idContaReceber}/baixar']
const live: Permissions = { ...readOnly, write: true, allow: allowanceOf(names) }

describe('the errors of the tables', () => {
  let liveRun: Promise<ContractTrialOutcome>
  beforeAll(() => {
    liveRun = tryContract({ permissions: live, captures: embeddedRecords })
  })

  it('are 36 cells', () => {
    expect(cells.filter((cell) => cell.startsWith('400'))).toHaveLength(18)
    expect(cells.filter((cell) => cell.startsWith('404'))).toHaveLength(18)
  })

  it.each([
    ['the embedded service', () => tryContract({ permissions: embeddedPermissions })],
    ['a live account', () => liveRun],
  ])('are each asked for on %s, and told alike', async (name, run) => {
    const { exchanges, judgement, openEntries } = await run()
    const { sent, shown } = asked(exchanges)
    expect(cells.filter((cell) => !sent.has(cell))).toEqual([])
    expect(cells.filter((cell) => !shown.has(cell))).toEqual([])
    expect(judgement.findings).toEqual([])
    if (name === 'a live account') expect(openEntries).toBe(0)
  })

  it('are asked of no record but the run’s own on a live account', async () => {
    const { exchanges, log } = await liveRun
    const created = new Set(
      exchanges
        .filter(({ request }) => request.method === 'POST')
        .flatMap(({ response }) =>
          [...(response?.body?.text ?? '').matchAll(/"id":"?(\w+)/g)].map(([, id]) => id),
        ),
    )
    const writes = log.filter((line) => !line.startsWith('GET') && /\d{5}/.test(line))
    const foreign = writes.filter((line) => ![...line.matchAll(/\d{5,}/g)].some(([id]) => created.has(id)))
    expect(writes.length).toBeGreaterThan(20)
    expect(foreign.filter((line) => !line.includes('/borderos/'))).toEqual([])
  })
})

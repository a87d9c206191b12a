import { describe, expect, it } from 'vitest'
import {
  exchange,
  failingExchanges,
  passingExchanges,
  procedureAsSeen as procedureOf,
} from '../../test/browser/samples.js'
import { spec } from '../specification/profile.js'

/** Each request by the letters of the hash that it was given and of the one that it sent. */
function summary(exchanges: Parameters<typeof procedureOf>[0], profile = spec) {
  const procedure = procedureOf(exchanges, profile)
  const hashes = [...new Set(procedure.flatMap(({ sentHash, issuedHash }) => [sentHash, issuedHash]))]
  const known = hashes.filter((hash) => hash !== null)
  const letter = (hash: string | null) => (hash === null ? '-' : 'ABCDEFGH'.charAt(known.indexOf(hash)))
  return procedure.map(
    ({ issuedHash, sentHash, carried }) => `${letter(issuedHash)}${letter(sentHash)} ${carried}`,
  )
}

describe('procedureOf', () => {
  it('names equal hashes alike and sees each sent on', () => {
    expect(summary(passingExchanges())).toEqual([
      'A- first',
      'BA newest',
      'CB newest',
      'DC newest',
      'ED newest',
      '-E newest',
    ])
  })

  it('leads a hash of old back to the row that issued it', () => {
    const chain = procedureOf(failingExchanges())
    expect(chain.map(({ carried }) => carried)).toEqual(['first', 'newest', 'newest', 'older', 'none'])
    expect(chain[3]).toMatchObject({ sentFrom: 0, newestHash: chain[2]?.issuedHash })
  })

  it('keeps the hash before a refusal where a refusal issues none', () => {
    const profile = { ...spec, hash: { ...spec.hash, refusalIssues: false } }
    expect(summary(passingExchanges(), profile)[3]).toBe('DC older')
  })

  it('tells a hash that nobody issued', () => {
    const chain = [
      exchange('e1', { issues: 'aaaa1111aaaa' }),
      exchange('e2', { method: 'POST', atMs: 2000, hash: 'true' }),
    ]
    expect(summary(chain)[1]).toBe('-B unknown')
  })

  it('finds a hash in the address or in another header', () => {
    const issued = exchange('e1', { issues: 'aaaa1111aaaa' })
    const query = exchange('e2', {
      method: 'POST',
      atMs: 2000,
      path: '/homologacao/produtos?hash=aaaa1111aaaa',
    })
    const header = exchange('e3', { method: 'POST', atMs: 4000, headers: [['X-Hash', 'aaaa1111aaaa']] })
    expect(summary([issued, query, header])).toEqual(['A- first', '-A misplaced', '-A misplaced'])
  })

  it('begins anew with each attempt', () => {
    const exchanges = [...passingExchanges(), exchange('e8', { atMs: 13_000, issues: 'ffff000011112222' })]
    expect(summary(exchanges).at(-1)).toBe('F- first')
  })

  it('takes an empty hash for none, and leaves token requests out', () => {
    const chain = [
      exchange('e1', { responseHeaders: [['x-service-homologacao', ' ']] }),
      exchange('e2', { channel: 'token', atMs: 1 }),
    ]
    expect(summary(chain)).toEqual(['-- first'])
  })
})

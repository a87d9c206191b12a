import type { RunHeader } from '../../src/exchange/journal.js'
import { bling } from '../../src/specification/profile.js'

/** The header of a proxy's journal, for traffic with a service at this address. */
export function runHeaderOf(baseUrl: string): RunHeader {
  return {
    id: 'bench',
    command: 'proxy',
    startedAt: '2026-01-01T00:00:00.000Z',
    tool: { name: 'homologa', version: '0' },
    profile: bling,
    baseUrl,
    tokenUrl: null,
    embedded: false,
    toleranceMs: 5,
    seed: null,
    source: 'proxy',
  }
}

import { describe, expect, it } from 'vitest'
import { createMasker, record } from '../../src/exchange/masking.js'
import { judge } from '../../src/judging/judge.js'
import type { Finding } from '../../src/rules/finding.js'
import { type Fault, stepFaults } from '../../src/service/faults/index.js'
import { createService, type ServiceOptions } from '../../src/service/service.js'
import { bling, type Profile, spec } from '../../src/specification/profile.js'
import { homologation } from '../../suites/homologation.js'
import { rehearse } from '../rehearsal/rehearse.js'

/** Our own run against the embedded service, in virtual time, judged as `check` judges it. */
async function check(options: ServiceOptions, profile: Profile = spec) {
  const masker = createMasker()
  const runs = rehearse({
    suite: homologation,
    profile,
    runs: 1,
    seed: options.seed ?? 'table',
    userAgent: 'homologa/test',
    timeoutMs: 5_000,
    service: (seed) => createService({ profile, enforce: true, ...options, seed }),
    onSecret: (kind, value) => masker.register(kind, value),
  })
  for await (const run of runs) {
    const exchanges = run.exchanges.map((raw) => record(raw, masker))
    const context = { profile, baseUrl: 'http://localhost/Api/v3', tokenUrl: null, toleranceMs: 0 }
    return judge(exchanges, { ...context, ended: true, underTest: 'service' })
  }
  throw new Error('no run')
}

function roots(findings: readonly Finding[]): string[] {
  const real = findings.filter((one) => one.consequenceOf === null && one.severity !== 'info')
  return [...new Set(real.map(({ requirement }) => requirement))]
}

// the size of a header is a matter of sockets: `src/run/homologation/live.test.ts` holds it
const faults: readonly Fault[] = Object.values<Fault>(stepFaults).filter(({ name }) => name !== 'huge-header')
const severityOf = ({ severity }: Fault) => severity

describe('our own run against each fault of the service', () => {
  it.each(faults.map((fault) => [fault.name, fault] as const))(
    'names what %s breaks, and nothing else',
    async (_, fault) => {
      const { findings, verdict } = await check({ faults: [fault], invalidateAt: 3 })
      if (severityOf(fault) === 'none') {
        expect({ roots: roots(findings), verdict }).toEqual({ roots: [], verdict: 'pass' })
      } else {
        const expected = severityOf(fault) === 'warning' ? 'pass' : 'fail'
        expect({ roots: roots(findings), verdict }).toEqual({ roots: [fault.breaks], verdict: expected })
      }
    },
  )
})

describe('our own run against a service that keeps the specification', () => {
  const steps = [1, 2, 3, 4, 5, 'never'] as const
  const variants = [spec, bling].flatMap((profile) =>
    steps.flatMap((invalidateAt) =>
      (['rotating', 'fixed'] as const).flatMap((hash) =>
        (['401', '400'] as const).flatMap((deadToken) =>
          [true, false].map((hashOnRefusal) => ({ profile, invalidateAt, hash, deadToken, hashOnRefusal })),
        ),
      ),
    ),
  )
  it.each(variants)(
    'passes: $profile.name, token dies at $invalidateAt, hash $hash, $deadToken, hash on refusal $hashOnRefusal',
    async ({ profile, ...options }) => {
      const { findings, verdict } = await check(options, profile)
      expect({ verdict, findings: findings.map(({ code }) => code) }).toEqual({
        verdict: 'pass',
        findings: [],
      })
    },
  )
})

import { describe, expect, it } from 'vitest'
import { run as explain } from '../../src/app/explain.js'
import type { Invocation } from '../../src/app/invocation.js'
import { createMasker, record } from '../../src/exchange/masking.js'
import { judge } from '../../src/judging/judge.js'
import type { Finding } from '../../src/rules/finding.js'
import { changeJson, setBody } from '../../src/service/faults/changes.js'
import { type FaultRow, faultOf } from '../../src/service/faults/fault.js'
import {
  faults as allFaults,
  type Fault,
  type FaultName,
  stepFaults,
} from '../../src/service/faults/index.js'
import { createService, type ServiceOptions } from '../../src/service/service.js'
import { bling, type Profile, spec } from '../../src/specification/profile.js'
import { requirementIds } from '../../src/specification/requirements.js'
import { homologation } from '../../suites/homologation.js'
import { recordCourse } from '../broken/client.js'
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
    const context = {
      profile,
      baseUrl: 'http://localhost/Api/v3',
      tokenUrl: null,
      toleranceMs: 0,
      embedded: true,
    }
    return judge(exchanges, { ...context, ended: true, underTest: 'service' })
  }
  throw new Error('no run')
}

function roots(findings: readonly Finding[]): string[] {
  const real = findings.filter((one) => one.consequenceOf === null && one.severity !== 'info')
  return [...new Set(real.map(({ requirement }) => requirement))]
}

// the size of a header is a matter of sockets: `src/run/run-steps.test.ts` holds it
const faults: readonly Fault[] = Object.values<Fault>(stepFaults).filter(({ name }) => name !== 'huge-header')
const severityOf = ({ severity }: Fault) => severity

describe('our own run against each fault of the service', () => {
  it.each(faults.map((fault) => [fault.name, fault] as const))(
    'names what %s breaks, and nothing else',
    async (_, fault) => {
      const { findings, verdict } = await check({ faults: [fault], invalidateAt: 3 })
      const errors = findings.filter(({ severity }) => severity === 'error')
      expect(errors.filter(({ blame }) => blame !== 'service').map(({ code }) => code)).toEqual([])
      if (severityOf(fault) === 'none') {
        expect({ roots: roots(findings), verdict }).toEqual({ roots: [], verdict: 'pass' })
      } else {
        const expected = severityOf(fault) === 'warning' ? 'pass' : 'fail'
        expect({ roots: roots(findings), verdict }).toEqual({ roots: [fault.breaks], verdict: expected })
      }
    },
  )
})

describe('the faults that `explain` lists for a requirement', () => {
  const listedFor = async (id: string): Promise<readonly FaultName[]> => {
    const { data } = await explain({ args: [id], lang: 'en' } as unknown as Invocation)
    return (data as { faults: FaultName[] }).faults
  }

  it.each(requirementIds)('each break it, as the root, in `check`: %s', async (id) => {
    for (const name of (await listedFor(id)).filter((name) => name !== 'huge-header')) {
      const { findings, verdict } = await check({ faults: [allFaults[name]], invalidateAt: 3 })
      expect({ name, roots: roots(findings) }).toEqual({ name, roots: [id] })
      expect(verdict).toBe(allFaults[name].severity === 'warning' ? 'pass' : 'fail')
    }
  })

  it('are listed where there are any', async () => {
    expect(await listedFor('envelope/no-content')).not.toEqual([])
  })
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

/** Of our own run against a service that errs in this way, and else takes whatever comes: roots, and who is blamed. */
async function blamed(row: FaultRow, idForm: Profile['product']['idForm'] = 'integer') {
  const profile: Profile = { ...spec, product: { idForm } }
  const { findings, verdict } = await check({ faults: [faultOf('own', row)], enforce: false }, profile)
  const real = findings.filter((one) => one.consequenceOf === null && one.severity !== 'info')
  return { verdict, roots: real.map(({ code, blame }) => `${code} ${blame}`) }
}

const sound = { verdict: 'pass', roots: [] }
const faulty = (code: string) => ({ verdict: 'fail', roots: [`${code} service`] })

describe('an identifier in the response to step 2', () => {
  const responded = (id: string, idForm?: Profile['product']['idForm']) =>
    blamed(
      {
        breaks: 'homologation/product-id',
        where: 2,
        change: (response) => setBody(`{"data":{"id":${id}}}`)(response),
      },
      idForm,
    )

  it.each(['1', '16090462005', '9007199254740993', '12345678901234567890', '1e3', '1.0', '20.00', '1E+2'])(
    'is a whole number, however it is written: %s',
    async (id) => expect(await responded(id)).toEqual(sound),
  )
  it.each([
    '1e21',
    '1e22',
    '1e400',
    '1E+400',
    '12345678901234567890.5',
    '1e-400',
    '-1e21',
    '0',
    '0e5',
    '-1',
    '1.5',
    'true',
    'null',
    '[]',
    '[7]',
    '{}',
    '""',
    '"12"',
  ])("is none where it is not digits above zero, which is the service's: %s", async (id) =>
    expect(await responded(id)).toEqual(faulty('homologation/product-id:not-an-identifier')),
  )
  it.each(['"P-1"', '"01J5Z_a"', '"12"'])('may be a text where the profile says so: %s', async (id) => {
    expect(await responded(id, 'text')).toEqual(sound)
    expect(await responded(id, 'either')).toEqual(sound)
  })
  it.each(['""', '" "', '".."', '"."', '"../../produtos"', '"a/b"', '"a b"', '"é"', '"a?b"', '1e21'])(
    "is none where no path can hold it as one segment, which is the service's: %s",
    async (id) => {
      const told = faulty('homologation/product-id:not-an-identifier')
      expect(await responded(id, 'text')).toEqual(told)
      expect(await responded(id, 'either')).toEqual(told)
    },
  )
  it.each(['1e21', 'true', '""', '0'])('is none either without its envelope: %s', async (id) => {
    const row: FaultRow = {
      breaks: 'homologation/product-id',
      where: 2,
      change: (response) => setBody(`{"id":${id}}`)(response),
    }
    expect(await blamed(row)).toEqual(faulty('homologation/product-id:not-an-identifier'))
  })
})

describe('a property beside `data`', () => {
  it.each([1, 2] as const)("in the response to step %i is the service's", async (where) => {
    const row: FaultRow = {
      breaks: 'envelope/data',
      where,
      change: changeJson((value) => ({ ...value, sucesso: true })),
    }
    expect(await blamed(row)).toEqual(faulty('envelope/data:extra'))
  })
})

describe('two faults of a service, of which neither brings about the other', () => {
  const first = ['undeclared-json', 'json-as-html', 'beside-data', 'no-hash', 'empty-hash'] as const
  const later = ['post-400', 'put-404', 'put-500', 'patch-500', 'delete-404', 'delete-500'] as const
  const pairs = first.flatMap((one) => later.map((other) => [one, other] as const))
  const wantedOf = (...names: readonly (keyof typeof stepFaults)[]) =>
    new Set(names.map((name) => stepFaults[name].breaks))

  it.each(pairs)('are two roots to our own run: %s and %s', async (one, other) => {
    const { findings } = await check({ faults: [stepFaults[one], stepFaults[other]] })
    expect(new Set(roots(findings))).toEqual(wantedOf(one, other))
  })
  it.each(pairs)('are two roots in the traffic of an application: %s and %s', (one, other) => {
    const { exchanges, ...facts } = recordCourse({
      service: { faults: [stepFaults[one], stepFaults[other]], invalidateAt: 4 },
    })
    const context = { ...facts, toleranceMs: 5, ended: true, underTest: 'application' } as const
    expect(new Set(roots(judge(exchanges, context).findings))).toEqual(wantedOf(one, other))
  })
  it('are one where the later follows: steps that nothing was handed out for', async () => {
    const pairsOfOne = [
      ['unwrapped-data', 'homologation/product-data'],
      ['no-id', 'homologation/product-id'],
    ] as const
    for (const [name, wanted] of pairsOfOne) {
      const { findings } = await check({ faults: [stepFaults[name], stepFaults['delete-404']] })
      expect(roots(findings)).toEqual([wanted])
    }
  })
})

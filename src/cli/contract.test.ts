import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { judge } from '../app/library/judge.js'
import { accountKey } from '../client/tokens.js'
import { type Report, reportSchema } from '../report/report.js'
import { createLedger } from '../run/contract/ledger.js'
import { startOtherService } from '../run/contract/other-service.fixture.js'
import { listen } from '../service/listen.js'
import { openResources } from '../service/resources/open.js'
import { createService } from '../service/service.js'
import { runTool } from './run-tool.fixture.js'

let cwd: string
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'homologa-cli-'))
})
afterEach(() => rmSync(cwd, { recursive: true, force: true }))

const homologa = (words: string, env: Record<string, string> = {}) => runTool(words.split(' '), { env, cwd })

function report(dir: string): Report {
  return reportSchema.parse(JSON.parse(readFileSync(join(cwd, dir, 'report.json'), 'utf8')))
}

async function liveService(instead: (path: string) => string | null = () => null) {
  const service = createService({
    seed: 'l',
    invalidateAt: 'never',
    resources: await openResources({ seed: 'l' }),
  })
  const log: string[] = []
  const { respond } = service
  const heard = {
    ...service,
    respond: (request: Parameters<typeof respond>[0], nowMs: number) => {
      log.push(`${request.method} ${request.path}`)
      const body = instead(request.path)
      return { ...respond(request, nowMs), ...(body !== null && { status: 200, body }) }
    },
  }
  const listener = await listen(heard)
  const env = {
    HOMOLOGA_BASE_URL: listener.baseUrl,
    HOMOLOGA_ACCESS_TOKEN: service.credentials.accessToken ?? '',
    HOMOLOGA_NO_COLOR: 'true',
  }
  return { env, log, close: () => listener.close() }
}

describe('the end of a contract run', () => {
  it('says of a fault that it changed nothing, and of one that struck nothing of the kind', async () => {
    const { status, err } = await homologa(
      'contract contatos --fault data-array --fault blocked-after-errors --fault errors-as-html',
    )
    expect(status).toBe(1)
    expect(err.match(/The fault '[\w-]+' changed nothing/g)).toEqual([
      "The fault 'data-array' changed nothing",
      "The fault 'blocked-after-errors' changed nothing",
    ])
  })

  it('is no pass where a planted fault never took place, and says so once', async () => {
    const { status, out, err } = await homologa('contract depositos --fault created-id-zero')
    expect(status).toBe(4)
    expect(`${out}${err}`.match(/The fault 'created-id-zero' changed nothing/g)).toHaveLength(1)
  })

  it('is one screen: exercised, failed and left out, why, requests, the slowest', async () => {
    const { out, err } = await homologa('contract contatos --fault errors-as-html --report-dir s --verbose')
    expect(err).not.toContain('::error')
    const end = out.slice(out.indexOf('  Exercised'), out.lastIndexOf('✗ FAIL'))
    expect(end.split('\n').length).toBeLessThanOrEqual(24)
    expect(end).toMatch(/Exercised +\d+ routes\n +Failed +\d+\n[\s\S]*Left out +\d+ routes\n +\d+: /)
    expect(end).toMatch(/Requests +\d+ in [\d.]+ m?s\n +Slowest +\w+ \//)
    const summary = readFileSync(join(cwd, 's/summary.md'), 'utf8')
    const [findings, coverage] = [summary.indexOf('## Findings'), summary.indexOf('## Coverage')]
    expect([findings > 0, coverage > findings, summary.includes('## Steps')]).toEqual([true, true, false])
    const [first] = report('s').findings.filter(({ severity }) => severity === 'error')
    const print = first?.fingerprint ?? 'none'
    expect(out).toMatch(new RegExp(`Fingerprint +${print} \\(contract --accept\\)`))
    expect(summary).toContain(`- Fingerprint: \`${print}\` (\`contract --accept\`)`)
    const junit = readFileSync(join(cwd, 's/junit.xml'), 'utf8')
    expect(junit).toContain(`Fingerprint: ${print} (contract --accept)`)
  }, 30_000)

  it('is annotated where a workflow of GitHub runs it', async () => {
    const env = { GITHUB_ACTIONS: 'true' }
    const few = await homologa('contract contatos --min-routes 1000 --report-dir t', env)
    expect(few.err).toMatch(/^::error title=homologa::Only \d+ routes were exercised/m)
  }, 30_000)
})

describe('homologa contract --min-routes', () => {
  it('is incomplete below the floor, from every source alike, and passes at it', async () => {
    const { status } = await homologa('contract contatos --report-dir a')
    const seen = report('a').coverage.routes.exercised.length
    expect([status, seen]).toEqual([0, expect.any(Number)])
    const enough = await homologa(`contract contatos --min-routes ${seen} --report-dir b`)
    expect([enough.status, report('b').verdict]).toEqual([0, 'pass'])
    const few = await homologa(`contract contatos --min-routes ${seen + 1} --report-dir c`)
    expect([few.status, report('c').verdict, report('c').cause]).toEqual([
      4,
      'incomplete',
      expect.stringContaining(`${seen + 1}`),
    ])
    expect((await homologa('judge c/journal.ndjson --report-dir d')).status).toBe(4)
    expect((await homologa('report c')).status).toBe(4)
    expect((await homologa(`report a --min-routes ${seen + 1} --report-dir e`)).status).toBe(4)
  }, 30_000)
})

describe('a contract run that is judged again', () => {
  it.each([
    ['as it was', ''],
    ['with findings that its user takes for less', ' --severity envelope/status=warning'],
    ['with findings that its user left out', ' --severity envelope/status=off'],
    ['with a baseline', ' --baseline known.yaml'],
  ])(
    'comes to the same %s, from journal and HAR, by every way',
    async (_, more) => {
      if (more.includes('baseline')) {
        const learnt = await homologa(
          'contract categorias-produtos --write --update-baseline --baseline known.yaml --report-dir k',
        )
        expect(learnt.status).toBe(0)
        const text = readFileSync(join(cwd, 'known.yaml'), 'utf8')
        writeFileSync(join(cwd, 'known.yaml'), text.replaceAll('descricao', 'descricaoAntiga'))
      }
      const { status } = await homologa(
        `contract categorias-produtos --fault create-answers-200 --write --report-dir a${more}`,
      )
      const told = ({ verdict, cause, findings, coverage, off }: Report) => ({
        verdict,
        cause,
        findings,
        coverage,
        off,
      })
      const live = told(report('a'))
      expect(live.off).toEqual(more.includes('off') ? ['envelope/status'] : undefined)
      const found = new Set(live.findings.map(({ requirement }) => requirement.split('/')[0]))
      expect([found.has('envelope'), found.has('drift')]).toEqual([
        !more.includes('off'),
        more.includes('baseline'),
      ])
      for (const words of ['judge a/journal.ndjson', 'judge a/exchanges.har', 'report a']) {
        const again = await homologa(`${words} --report-dir b`)
        expect([words, again.status, told(report('b'))]).toEqual([words, status, live])
      }
      expect(told((await judge(join(cwd, 'a/journal.ndjson'))).report)).toEqual(live)
    },
    30_000,
  )
})

describe('homologa contract', () => {
  it('checks every resource of the embedded service, read-only, and keeps the files of a run', async () => {
    const { status, out, err } = await homologa('contract --report-dir r')
    expect([status, err]).toEqual([0, expect.stringContaining('Read-only')])
    expect(out).toContain('PASS')
    expect(readdirSync(join(cwd, 'r'))).toEqual(
      expect.arrayContaining(['journal.ndjson', 'report.json', 'junit.xml', 'summary.md', 'exchanges.har']),
    )
    const { coverage, steps } = report('r')
    expect(steps.every(({ route }) => route.startsWith('GET '))).toBe(true)
    expect(coverage.routes.notExercised).toContainEqual({
      route: 'POST /contatos',
      reason: 'It writes, and the run is read-only; see --write.',
    })
  })

  it('names a planted breach and fails', async () => {
    const { status, out, err } = await homologa(
      'contract contatos depositos --fault scope-missing --lang pt-BR',
    )
    expect(status).toBe(1)
    expect(`${out}${err}`).toContain('envelope/status')
    expect(out).toContain('falta um escopo')
  })

  it('lists all routes with risk, and sends nothing', async () => {
    const live = await liveService()
    const { status, out } = await homologa('contract --list --json --write --allow *', live.env)
    await live.close()
    const listed = JSON.parse(out) as {
      requests: number
      leastSeconds: number
      routes: { route: string; reason: string }[]
    }
    expect([status, live.log, listed.routes.length]).toEqual([0, [], 166])
    expect(listed.leastSeconds).toBeGreaterThan(listed.requests / 3 - 2)
    expect(listed.routes).toContainEqual(
      expect.objectContaining({
        route: 'POST /nfe/{idNotaFiscal}/enviar',
        risk: 'fiscal',
        requests: 0,
        reason: 'risky',
      }),
    )
  })

  it('lists what requests refer to, whose it is, and what is kept back for want of a record', async () => {
    const live = await liveService()
    writeFileSync(join(cwd, 's.yaml'), 'records: { /formas-pagamentos: 4711 }\n')
    const words =
      'contract contas-pagar pedidos-compras produtos-lojas --list --write --allow contas-pagar --allow contatos --allow produtos-lojas'
    const { status, out } = await homologa(`${words} --samples s.yaml`, live.env)
    await live.close()
    expect([status, live.log]).toEqual([0, []])
    expect(out).toContain(
      'POST /contas/pagar  contato.id (/contatos): a record that this run creates first\n' +
        'POST /contas/pagar  formaPagamento.id (/formas-pagamentos): 4711, which the file of --samples names\n',
    )
    expect(out).toMatch(
      /POST \/produtos\/lojas {2}\(It needs a record of \/produtos, \/canais-venda: allow that resource/,
    )
    expect(out).toMatch(/POST \/pedidos\/compras {2}\(Its resource is not on the list of --allow\.\)/)
  })

  it('sends no values of the embedded service to the test address of the interface reference', async () => {
    const { env, log, close } = await liveService()
    const { HOMOLOGA_BASE_URL: docsTestUrl, ...others } = env
    await homologa('contract anuncios --target docs-test --profile bling --rate 1000 --report-dir r', {
      ...others,
      HOMOLOGA_DOCS_TEST_URL: docsTestUrl,
    })
    await close()
    expect(log.filter((line) => line.includes('tipoIntegracao'))).toEqual([])
    expect(report('r').coverage.routes.notExercised.map(({ route }) => route)).toContain('GET /anuncios')
  })

  it('lists of a shard what it sends, and the rest as the others’', async () => {
    const listed = async (flags: string) => {
      const { out } = await homologa(`contract --list --json${flags}`)
      return JSON.parse(out) as { requests: number; routes: { requests: number; reason: string | null }[] }
    }
    const whole = await listed('')
    const parts = [await listed(' --shard 1/3'), await listed(' --shard 2/3'), await listed(' --shard 3/3')]
    const sent = parts.map(({ requests }) => requests)
    expect([Math.min(...sent) > 0, sent.reduce((sum, one) => sum + one, 0)]).toEqual([true, whole.requests])
    for (const { routes } of parts)
      expect(routes.map(({ requests, reason }) => (requests > 0 ? null : reason))).toEqual(
        whole.routes.map(({ reason }, i) => (routes[i]?.requests ? null : (reason ?? 'other-shard'))),
      )
  })

  it.each([
    ['contract contato', '"contato" is not a resource of version 3 and no suite. Did you mean "contatos"?'],
    ['contract produtos/lojas', 'Did you mean "produtos-lojas"?'],
    ['contract xyzxyz', 'Known: anuncios, '],
    ['contract --write --allow nadanada', 'Give a resource ("contatos")'],
    ['contract --write --allow /produtos/fornecedores', 'Did you mean "produtos-fornecedores"?'],
    ['contract --write --allow POST/nfe', 'Did you mean "POST /nfe"?'],
    ['contract --list --samples none.yaml', "'none.yaml'"],
    ['contract --list --baseline none.yaml', "'none.yaml'"],
    ['contract --baseline none.yaml', 'the first one with --update-baseline'],
    ['contract --list --accept none.yaml', "'none.yaml'"],
    ['contract --list --openapi none.yaml', "'none.yaml'"],
    ['contract --list --severity nada=error', "'nada' is not known"],
    ['contract --shard 4/3', "'--shard' is '4/3'"],
    ['contract --rate 0', "'--rate' is '0'"],
    ['contract --tag nada', '--tag "nada"'],
    ['contract --suite nada.mjs', 'there is no such file'],
    [
      `contract --suite ${join(import.meta.dirname, '../../action.yml')} --lang pt-BR`,
      'um módulo JavaScript',
    ],
    ['contract --severity drift/addd=off', 'drift/added'],
    ['contract --severity hash-carrie=off', 'homologation/hash-carried'],
    ['contract --severity drift/added:feld=off', 'drift/added:field'],
    ['contract --severity nada=error', "'nada' is not known"],
    ['contract --target docs-test', 'HOMOLOGA_DOCS_TEST_URL'],
    ['contract --target live', "'--target live' needs the address of the service"],
    ['contract --severity drift/added', "'--severity' is 'drift/added'"],
  ])('ends with 2 for %s', async (words, sentence) => {
    const { status, err } = await homologa(words)
    expect(err).toContain(sentence)
    expect(status).toBe(2)
  })

  it('refuses --write on a live account without --allow, and another company, before it sends anything else', async () => {
    const live = await liveService()
    const write = await homologa('contract --write', live.env)
    expect([write.status, live.log]).toEqual([2, []])
    const other = await homologa('contract vendedores', { ...live.env, HOMOLOGA_ACCOUNT: 'Outra Ltda' })
    await live.close()
    expect(other.status).toBe(2)
    expect(other.err).toContain('not to "Outra Ltda"')
    expect(live.log.filter((line) => !line.includes('/empresas'))).toEqual([])
  })

  it('judges nothing of what it asks to know whose account it is', async () => {
    const live = await liveService((path) =>
      path.endsWith('/empresas') ? '{"data":{"nome":"Nossa"}}' : null,
    )
    const env = { ...live.env, HOMOLOGA_ACCOUNT: 'Nossa' }
    const { status } = await homologa('contract vendedores --rate 200 --report-dir r', env)
    await live.close()
    expect(live.log.filter((line) => line.includes('/empresas')).length).toBeGreaterThan(0)
    expect([status, report('r').findings]).toEqual([0, []])
  })

  it('writes to what was allowed on a live account, leaves nothing, and no ledger', async () => {
    const live = await liveService()
    const { status } = await homologa(
      'contract contatos --write --allow contatos --rate 200 --report-dir r',
      live.env,
    )
    await live.close()
    expect(status).toBe(0)
    expect(report('r').coverage.routes.exercised).toContain('DELETE /contatos/{idContato}')
    expect(live.log.filter((line) => /^DELETE .*\?/.test(line))).toEqual([])
    expect(readdirSync(join(cwd, '.homologa')).filter((name) => name.startsWith('ledger'))).toEqual([])
  })

  it('accepts a baseline, is quiet about the same service, and names what is gone', async () => {
    expect((await homologa('contract produtos --seed a --update-baseline')).status).toBe(0)
    const first = readFileSync(join(cwd, 'homologa.baseline.yaml'), 'utf8')
    writeFileSync(join(cwd, 'homologa.baseline.yaml'), `# ours\n${first}`)
    const quiet = await homologa('contract produtos --seed a --update-baseline')
    expect(quiet).toMatchObject({ status: 0, err: expect.stringContaining('stays as it is') })
    expect(readFileSync(join(cwd, 'homologa.baseline.yaml'), 'utf8')).toBe(`# ours\n${first}`)
    writeFileSync(
      join(cwd, 'b.yaml'),
      first.replace(/^(\s+)(\$\.data\[\]\.nome:.*)$/m, '$1$2\n$1$.data[].perdido: string 6/6'),
    )
    const lost = await homologa('contract produtos --seed a --baseline b.yaml --report-dir r')
    expect(report('r').findings.map(({ requirement }) => requirement)).toContain('drift/removed')
    expect(lost.out).toContain('perdido')
    expect(lost.out).toMatch(/✗ FAIL {2}drift\/removed · GET \/produtos /)
  })

  it('accepts a cause that shows on several routes by the fingerprint of its report, and on one of them alone', async () => {
    const night = (words: string) => homologa(`contract ${words} --seed a --fault errors-as-html`)
    expect((await night('formas-pagamentos depositos --report-dir r')).status).toBe(1)
    const [finding] = report('r').findings
    expect(finding?.places?.map(({ route }) => route)).not.toContain(finding?.route)
    const entry = `{fingerprint: ${finding?.fingerprint}, reason: known, expires: 2999-01-01}`
    writeFileSync(join(cwd, 'a.yaml'), `accepted:\n  - ${entry}\n`)
    for (const resources of ['formas-pagamentos depositos', 'depositos']) {
      const { status, err } = await night(`${resources} --accept a.yaml`)
      expect([status, err.includes('matches nothing')]).toEqual([0, false])
    }
  })

  it.each([
    ['en', 'Accepted', 'Until 2999-01-01: ticket 7, [email#1]'],
    ['pt-BR', 'Aceitos', 'Até 2999-01-01: ticket 7, [email#1]'],
  ] as const)(
    'tells in every report what was accepted, and again from the journal, in %s',
    async (lang, label, why) => {
      const night = (words: string) =>
        homologa(`contract depositos --seed a --fault errors-as-html --lang ${lang} ${words}`)
      await night('--report-dir before')
      const [broken] = report('before').findings
      const entry = `{requirement: errors/*, reason: 'ticket 7, ana@exemplo.invalid', expires: 2999-01-01}`
      writeFileSync(join(cwd, 'a.yaml'), `accepted:\n  - ${entry}\n`)
      const { out } = await night('--accept a.yaml --report-dir r')
      const { verdict, findings, accepted = [] } = report('r')
      expect([verdict, findings]).toEqual(['pass', []])
      const acceptance = { reason: 'ticket 7, [email#1]', expires: '2999-01-01' }
      expect(accepted).toEqual([{ ...broken, acceptance }])
      const line = `errors/shape GET /depositos/{idDeposito}: ${accepted[0]?.message} ${why}`
      const file = (name: string) => readFileSync(join(cwd, 'r', name), 'utf8')
      expect(out.replaceAll(/\s+/g, ' ')).toContain(`${label} ${line}`)
      expect(file('summary.md').replaceAll('\\', '')).toContain(`- ${label}: 1; ${line}`)
      expect(file('junit.xml')).toContain(`<property name="accepted" value="${line}"/>`)
      await homologa(`report r --lang ${lang} --report-dir again`)
      expect(report('again').accepted).toEqual(accepted)
    },
  )

  it('makes the folder of a new baseline, and says before the night where that cannot be', async () => {
    expect((await homologa('contract depositos --baseline kept/b.yaml --update-baseline')).status).toBe(0)
    expect(existsSync(join(cwd, 'kept/b.yaml'))).toBe(true)
    const refused = await homologa(
      'contract depositos --baseline kept/b.yaml/c.yaml --update-baseline --report-dir r',
    )
    expect(refused).toMatchObject({ status: 2, err: expect.stringContaining('kept/b.yaml/c.yaml') })
    expect(existsSync(join(cwd, 'r'))).toBe(false)
  })

  const several = 'anuncios borderos categorias-lojas contatos depositos nfe produtos vendedores'

  it('makes one report of the parts, with every route once', async () => {
    for (const part of [1, 2, 3])
      expect(
        (await homologa(`contract ${several} --seed s --shard ${part}/3 --report-dir p${part}`)).status,
      ).toBe(0)
    expect((await homologa('report p1 p2 p3 --report-dir m')).status).toBe(0)
    const whole = report('m')
    expect(new Set(whole.steps.map(({ id }) => id)).size).toBe(whole.steps.length)
    expect((await homologa(`contract ${several} --seed s --report-dir w`)).status).toBe(0)
    expect([...whole.coverage.routes.exercised].sort()).toEqual(
      [...report('w').coverage.routes.exercised].sort(),
    )
  })

  it('leaves the parts as they are, so that the same comes of them a second time', async () => {
    for (const part of [1, 2])
      await homologa(`contract ${several} --seed s --shard ${part}/2 --report-dir p${part}`)
    const kept = [1, 2].map((part) => readFileSync(join(cwd, `p${part}/report.json`), 'utf8'))
    const merge = async () => (await homologa('report p1 p2 --json')).out
    const first = await merge()
    expect(await merge()).toBe(first)
    expect([1, 2].map((part) => readFileSync(join(cwd, `p${part}/report.json`), 'utf8'))).toEqual(kept)
    expect(report(`reports/${report('p1').run.id}-merged`).steps).toEqual(JSON.parse(first).steps)
  })

  it('takes no part twice, and says how to make the whole again', async () => {
    for (const part of [1, 2])
      await homologa(`contract depositos vendedores --seed s --shard ${part}/2 --report-dir p${part}`)
    expect(await homologa('report p1 ./p1/journal.ndjson --report-dir m')).toMatchObject({
      status: 2,
      err: expect.stringContaining("'p1' and './p1/journal.ndjson' are the same part"),
    })
    expect(existsSync(join(cwd, 'm'))).toBe(false)
    await homologa('report p1 p2 --report-dir m')
    const page = readFileSync(join(cwd, 'm/report.html'), 'utf8')
    expect(page).toContain('npx homologa contract depositos vendedores --seed s --report-dir p1')
    expect(page).not.toContain('--shard 1/2')
  })

  it('lets nothing pass while a part is missing', async () => {
    for (const part of [1, 3])
      expect(
        (await homologa(`contract ${several} --seed s --shard ${part}/3 --report-dir p${part}`)).status,
      ).toBe(0)
    expect((await homologa('report p1 p3 --report-dir m')).status).toBe(4)
    expect(report('m').verdict).toBe('incomplete')
    expect(report('m').cause).toContain('part')
  })

  it.each([
    ['another profile', 'contract vendedores --profile bling', 'differ in `profile` ("spec"; "bling")'],
    ['another law', 'contract vendedores --strict-shapes', 'differ in `strictShapes` (false; true)'],
    ['another command', 'check --spacing-ms 0', "'p2' is not a run of `contract`"],
  ])('makes none of what are not parts of one run: %s', async (_, other, said) => {
    await homologa('contract depositos --report-dir p1')
    await homologa(`${other} --report-dir p2`)
    const refused = await homologa('report p1 p2 --report-dir m')
    expect(refused).toEqual({ status: 2, out: '', err: expect.stringContaining(said) })
    expect(existsSync(join(cwd, 'm'))).toBe(false)
  })

  it('takes parts that differ in their pace and in where their own service listened', async () => {
    await homologa('contract depositos --report-dir p1')
    await homologa('contract vendedores --rate 5 --report-dir p2')
    expect((await homologa('report p1 p2 --report-dir m')).status).toBe(0)
  })

  it('judges a kept run again as it was judged', async () => {
    await homologa('contract anuncios --write --fault listing-situation-5 --report-dir r')
    await homologa('report r --report-dir again')
    const { run: _, ...before } = report('r')
    const { run: __, ...after } = report('again')
    expect(after).toEqual(before)
    renameSync(join(cwd, 'r/journal.ndjson'), join(cwd, 'kept.ndjson'))
    expect((await homologa('judge kept.ndjson --report-dir judged')).status).toBe(1)
    const { run: ___, ...judged } = report('judged')
    expect(judged).toEqual(before)
  })

  it('is incomplete where its budget is used up, though all that came was right', async () => {
    const two = `export default { id: 'two', steps: ['produtos', 'contatos'].map((id) => ({ id, method: 'GET', path: '/' + id })) }`
    writeFileSync(join(cwd, 'two.mjs'), two)
    const { status } = await homologa('contract two --suite two.mjs --budget 1 --report-dir r')
    expect([status, report('r').verdict, report('r').findings]).toEqual([4, 'incomplete', []])
    expect((await homologa('contract two --suite two.mjs --budget 2 --report-dir whole')).status).toBe(0)
  })

  it('gives up a service that nobody can reach, and is incomplete', async () => {
    const env = {
      HOMOLOGA_BASE_URL: 'http://127.0.0.1:9/Api/v3',
      HOMOLOGA_ACCESS_TOKEN: 'some-token-or-other',
    }
    const { status, err } = await homologa('contract --rate 1000 --report-dir r', env)
    expect(status).toBe(4)
    expect(err).toContain('nobody listens')
    const sent = report('r').steps.filter(({ exchanges }) => exchanges.length > 0)
    expect(sent.length).toBeLessThan(20)
    expect(report('r').coverage.routes.exercised).toEqual([])
  })

  it('refuses a suite or a step that has the id of another, before anything is sent', async () => {
    const suite = (step: string) =>
      `export default { id: 'vendedores', steps: [{ id: '${step}', method: 'GET', path: '/vendedores' }] }`
    writeFileSync(join(cwd, 'own.mjs'), suite('first'))
    const own = await homologa('contract vendedores --suite own.mjs --list')
    expect(own.status).toBe(2)
    expect(own.err).toContain(`The suite "vendedores" in 'own.mjs' has an id that is taken already`)
    writeFileSync(join(cwd, 'five.mjs'), suite('first').replace('vendedores', 'homologation'))
    const five = await homologa('contract vendedores --suite five.mjs --list')
    expect([five.status, five.err]).toEqual([2, expect.stringContaining('The suite "homologation" in')])
    writeFileSync(join(cwd, 'both.mjs'), suite('first').replace('vendedores', 'ours'))
    const both = await homologa('contract --suite both.mjs --suite both.mjs --list')
    expect([both.status, both.err]).toEqual([2, expect.stringContaining('"ours/first"')])
    writeFileSync(join(cwd, 'twin.mjs'), suite('list'))
    const twin = await homologa('contract vendedores --suite twin.mjs --list')
    expect([twin.status, twin.err]).toEqual([2, expect.stringContaining('"vendedores/list"')])
  })

  it('keeps a user’s own suite behind the gate', async () => {
    const suite = `export default { id: 'own', steps: [
      { id: 'list', method: 'GET', path: '/produtos', captures: ({ text }) => ({ idProduto: { text: String(JSON.parse(text).data[0].id), value: 1 } }) },
      { id: 'remove', method: 'DELETE', path: '/produtos/{idProduto}' } ] }`
    writeFileSync(join(cwd, 'own.mjs'), suite)
    const live = await liveService()
    await homologa('contract own --suite own.mjs --write --allow * --report-dir r', live.env)
    await live.close()
    expect(live.log).toEqual(['GET /Api/v3/produtos'])
    expect(report('r').steps.map(({ id, verdict }) => [id, verdict])).toEqual([
      ['own/list', 'pass'],
      ['own/remove', 'not-applicable'],
    ])
  })
})

describe('contract --openapi', () => {
  const suite = `export default { id: 'own', steps: ['livros', 'revistas'].map((name) => ({ id: name, method: 'GET', path: '/' + name })) }`
  const responses = { '200': { description: 'ok' }, '404': { description: 'none' } }
  const document = {
    openapi: '3.0.3',
    info: { title: 'Biblioteca', version: '1' },
    paths: { '/livros': { get: { responses: responses } } },
  }
  const unavailable = (dir: string) =>
    report(dir)
      .findings.filter(({ code }) => code === 'versioning/unavailable:unknown-path')
      .map(({ severity, route, places }) => [severity, route, ...(places ?? []).map((place) => place.route)])

  it('names no route of it as one that version 3 does not have, live and from the journal alone', async () => {
    writeFileSync(join(cwd, 'own.mjs'), suite)
    writeFileSync(join(cwd, 'own.json'), JSON.stringify(document))
    await homologa('contract own --suite own.mjs --report-dir bare')
    expect(unavailable('bare')).toEqual([['warning', 'GET /livros', 'GET /revistas']])
    await homologa('contract own --suite own.mjs --openapi own.json --report-dir r')
    expect(unavailable('r')).toEqual([
      ['info', 'GET /livros'],
      ['warning', 'GET /revistas'],
    ])
    renameSync(join(cwd, 'r/journal.ndjson'), join(cwd, 'kept.ndjson'))
    await homologa('judge kept.ndjson --report-dir judged')
    const { run: _, ...live } = report('r')
    const { run: __, ...judged } = report('judged')
    expect(judged).toEqual(live)
  })
})

describe('the example of docs/own-suites.md', () => {
  const text = readFileSync(join(import.meta.dirname, '../../docs/own-suites.md'), 'utf8')
  const block = (name: string) => text.split(`// suites/${name}\n`)[1]?.split('```')[0] ?? ''

  it('runs on the command line, by name and by tag', async () => {
    writeFileSync(join(cwd, 'our-products.mjs'), block('our-products.mjs'))
    const { status } = await homologa('contract our-products --suite our-products.mjs --report-dir r')
    expect(status).toBe(0)
    expect(report('r').steps.map(({ id, verdict }) => [id, verdict])).toEqual([
      ['our-products/active', 'pass'],
      ['our-products/one', 'pass'],
      ['our-products/unknown', 'pass'],
    ])
    await homologa('contract our-products --suite our-products.mjs --tag nightly --report-dir t')
    expect(report('t').steps.map(({ id }) => id)).toEqual(['our-products/active', 'our-products/one'])
  })
})

describe('homologa contract against a service of another make', () => {
  const resources =
    'contatos produtos depositos categorias-produtos categorias-lojas contas-pagar campos-customizados pedidos-compras'
  const errors = (dir: string) =>
    report(dir)
      .findings.filter(({ severity }) => severity === 'error')
      .map(({ code, route }) => `${code} ${route}`)

  it.each(['--rate 300', '--rate 300 --write --allow *'])('raises no error with %s', async (flags) => {
    const other = await startOtherService()
    const env = { HOMOLOGA_BASE_URL: other.baseUrl, HOMOLOGA_ACCESS_TOKEN: other.token }
    const before = other.records()
    const { status } = await homologa(`contract ${resources} ${flags} --report-dir r`, env)
    await other.close()
    expect(errors('r')).toEqual([])
    expect(status).toBe(0)
    const left = other.records().filter((record) => !before.includes(record))
    expect(left).toEqual([])
    // values of filters come from what its lists show, under the filter's own name as well
    expect(other.log).toContain('GET /categorias/lojas?idCategoriaProdutoPai=30')
    const writes = other.log.filter((line) => !line.startsWith('GET '))
    expect(writes.filter((line) => /baixar|lancar|estornar|\?ids/.test(line))).toEqual([])
    if (flags.includes('--write')) expect(writes.length).toBeGreaterThan(40)
    else expect(writes).toEqual([])
  })
})

describe('records that a writing run leaves in the account', () => {
  it.each([
    ['en', 'Left in the account', 'the resource has no DELETE'],
    ['pt-BR', 'Restam na conta', 'o recurso não tem DELETE'],
  ])('are told by every report, and again from the journal, in %s', async (lang, label, why) => {
    const live = await liveService()
    const words = 'contract depositos --rate 300 --write --allow depositos --report-dir r'
    const { status, err } = await homologa(`${words} --lang ${lang}`, live.env)
    await live.close()
    expect([status, report('r').verdict]).toEqual([0, 'pass'])
    const { left = [] } = report('r')
    expect(left).toEqual([
      {
        route: '/depositos',
        id: expect.stringMatching(/^\d+$/),
        reason: expect.stringContaining(why),
      },
    ])
    const line = `/depositos ${left[0]?.id}: ${left[0]?.reason}`
    expect(err).toContain(line)
    const file = (name: string) => readFileSync(join(cwd, 'r', name), 'utf8')
    expect(file('summary.md')).toContain(`- ${label}: 1; /depositos ${left[0]?.id}: ${why}`)
    expect(file('junit.xml')).toContain(`<property name="left" value="/depositos ${left[0]?.id}: ${why}`)
    expect(file('junit.xml')).toContain('failures="0"')
    await homologa(`report r --lang ${lang} --report-dir again`)
    expect(report('again').left).toEqual(left)
  })
})

describe('a token that is refused', () => {
  it('ends the run, and live and later reports give the reason', async () => {
    const live = await liveService()
    const { HOMOLOGA_BASE_URL = '' } = live.env
    const env = { HOMOLOGA_BASE_URL, HOMOLOGA_ACCESS_TOKEN: 'never-issued-to-anybody' }
    const { status, err } = await homologa('contract vendedores --rate 100 --report-dir r', env)
    await live.close()
    const line = 'The access token was refused, and could not be renewed'
    expect([status, report('r').cause, err]).toEqual([4, ...Array(2).fill(expect.stringContaining(line))])
    expect(readFileSync(join(cwd, 'r/summary.md'), 'utf8')).toContain(line)
    expect(readFileSync(join(cwd, 'r/junit.xml'), 'utf8')).toContain(
      `<property name="stopped" value="${line}`,
    )
    for (const command of ['report', 'judge']) {
      await homologa(`${command} r --report-dir ${command}`)
      expect(report(command).stops).toEqual([{ reason: expect.stringContaining(line) }])
    }
    expect(err + JSON.stringify(report('r'))).not.toContain(env.HOMOLOGA_ACCESS_TOKEN)
  })
})

describe('homologa cleanup', () => {
  /** The ledger of a killed run on an account of somebody's: a contact, and what nobody heard of. */
  function leftBy(run: string, baseUrl = 'https://api.exemplo.invalid/Api/v3'): string {
    const header = { run, account: 'somebody', baseUrl, mark: `[homologa ${run}]`, startedAt: 'x' }
    const ledger = createLedger(join(cwd, '.homologa'), header)
    ledger.update(ledger.intend('/contatos', { fields: ['nome'] }), { id: '7' })
    ledger.intend('/logisticas/objetos')
    return join(cwd, `.homologa/ledger-${run}-somebody.ndjson`)
  }

  it.each<[string, (text: string) => string]>([
    ['without checksums, as anybody may write it', (text) => text.replaceAll(/"sum":"\w+",/g, '')],
    ['whose mark was emptied', (text) => text.replace('[homologa r1]', '')],
    ['that names another record', (text) => text.replace('"7"', '"8"')],
  ])('refuses a ledger %s, sends nothing, and says which file it is', async (_what, change) => {
    const live = await liveService()
    const path = leftBy('r1', live.env.HOMOLOGA_BASE_URL)
    writeFileSync(path, change(readFileSync(path, 'utf8')))
    const { status, err } = await homologa('cleanup', live.env)
    await live.close()
    expect([status, live.log]).toEqual([2, []])
    expect(err).toContain(`${path}" was not written by a run of yours on this machine`)
    expect((await homologa('cleanup --forget r1/1')).status).toBe(2)
  })

  it('leaves the ledger of another account alone, and says so', async () => {
    const live = await liveService()
    leftBy('r1', live.env.HOMOLOGA_BASE_URL)
    const { status, err } = await homologa('cleanup', live.env)
    await live.close()
    expect([status, live.log]).toEqual([1, ['GET /Api/v3/contatos/7']])
    expect(err).toContain('another account')
    expect(err).toContain('homologa cleanup --forget r1/1')
    expect(readdirSync(join(cwd, '.homologa'))).toContain('ledger-r1-somebody.ndjson')
  })

  it('knows the account of a replaced token by the mark of what it left there', async () => {
    const live = await liveService()
    const { HOMOLOGA_BASE_URL: baseUrl = '', HOMOLOGA_ACCESS_TOKEN: T1 = '' } = live.env
    const mark = '[homologa r1]'
    const response = await fetch(`${baseUrl}/contatos`, {
      method: 'POST',
      headers: { authorization: `Bearer ${T1}`, 'content-type': 'application/json' },
      body: JSON.stringify({ nome: `Armazém ${mark}`, tipo: 'J', situacao: 'A' }),
    })
    const { data } = (await response.json()) as { data: { id: number } }
    const header = { run: 'r1', account: 'by-the-old-token', baseUrl, mark, startedAt: 'x', allow: ['*'] }
    const ledger = createLedger(join(cwd, '.homologa'), header)
    ledger.update(ledger.intend('/contatos', { fields: ['nome'] }), { id: String(data.id) })
    const { status, out } = await homologa('cleanup', live.env)
    expect([status, out]).toEqual([0, expect.stringContaining('1 deleted')])
    expect(live.log.filter((line) => line.startsWith('DELETE'))).toEqual([
      `DELETE /Api/v3/contatos/${data.id}`,
    ])
    expect(readdirSync(join(cwd, '.homologa')).filter((name) => name.startsWith('ledger'))).toEqual([])
    await live.close()
  })

  it('forgets what it is told to, sends nothing for it, and ends with 0 where nothing is left', async () => {
    leftBy('r1')
    const unknown = await homologa('cleanup --forget r1/3')
    expect([unknown.status, unknown.err]).toEqual([2, expect.stringContaining('Known: r1/1, r1/2')])
    const another = leftBy('r2')
    const several = await homologa('cleanup --forget 7')
    expect([several.status, several.err]).toEqual([2, expect.stringContaining('r2/1')])
    rmSync(another)
    const first = await homologa('cleanup --forget 7')
    expect([first.status, first.out]).toEqual([1, expect.stringContaining('Forgotten: 7 (/contatos)')])
    expect(await homologa('cleanup --forget r1/2')).toMatchObject({ status: 0 })
    expect(readdirSync(join(cwd, '.homologa'))).toEqual([])
  })

  it('finds nothing where a request never arrived, and ends with 0', async () => {
    const live = await liveService()
    const credentials = {
      clientId: null,
      tokenCommand: null,
      accessToken: live.env.HOMOLOGA_ACCESS_TOKEN ?? null,
    }
    const account = accountKey(new URL(live.env.HOMOLOGA_BASE_URL ?? '').origin, {
      ...credentials,
      refreshToken: null,
      clientSecret: null,
      tokenUrl: null,
    })
    const ledger = createLedger(join(cwd, '.homologa'), {
      run: 'r1',
      account,
      baseUrl: live.env.HOMOLOGA_BASE_URL ?? '',
      mark: '[homologa r1]',
      startedAt: 'x',
    })
    ledger.intend('/anuncios', { fields: ['titulo'] })
    ledger.intend('/estoques')
    const { status, out } = await homologa('cleanup --timeout-ms 500', live.env)
    expect([status, out]).toEqual([1, expect.stringContaining('0 deleted, 1 were gone already, 1 left')])
    expect(out).toContain('Probably never created: 1.')
    expect(out).toContain('(mark "[homologa r1]"): /anuncios. What')
    expect(out).toContain('homologa cleanup --forget r1/2')
    expect(await homologa('cleanup --forget r1/2 --timeout-ms 500', live.env)).toMatchObject({ status: 0 })
    expect(live.log.every((line) => line.startsWith('GET'))).toBe(true)
    await live.close()
  })

  it('says that certificates are checked, whatever the environment asks', async () => {
    const { err } = await homologa('cleanup', { NODE_TLS_REJECT_UNAUTHORIZED: '0' })
    expect(err).toContain('NODE_TLS_REJECT_UNAUTHORIZED=0 is ignored')
  })

  it('has nothing to do where no run was killed', async () => {
    expect(await homologa('cleanup')).toMatchObject({
      status: 0,
      out: expect.stringContaining('Nothing to clean up'),
    })
  })
})

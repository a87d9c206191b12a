import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { cpus, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import { type FaultName, faults as known } from '../src/service/faults/index.js'
import { listen } from '../src/service/listen.js'
import { openResources } from '../src/service/resources/open.js'
import { createService } from '../src/service/service.js'
import { spec } from '../src/specification/profile.js'
import { numberOf } from './parts/number-of.js'

/**
 * `node bench/run.mjs peers [rounds] [--write]`: the tool beside others that people use for parts of its work, all in one run on one machine.
 * They are installed from npm into a temporary folder (or taken from that of `PEERS_DIR`); what cannot be installed or does not run is
 * named. `--write` writes `docs/contributing/peers.md`.
 */

const READS = 80
const LOAD_S = 3
const CHILDREN: ChildProcess[] = []

/** What is run for one purpose: its arguments behind `node`. */
interface Runner {
  readonly name: string
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

interface Ran {
  readonly status: number | null
  readonly tookMs: number
  readonly peakMb: number
  /** Errors and warnings in its report; null: it writes none. */
  readonly findings: number | null
}

interface Versions {
  readonly [peer: string]: string
}

function peersOf() {
  return {
    '@stoplight/prism-cli': 'prism',
    httpyac: 'httpyac',
    newman: 'newman',
    '@redocly/cli': 'redocly',
  } as const
}

async function measure(rounds: number, isWritten: boolean): Promise<void> {
  const scratch = mkdtempSync(join(tmpdir(), 'homologa-peers-'))
  const dir = process.env.PEERS_DIR ?? scratch
  const lines: string[] = []
  const say = (line = '') => {
    lines.push(line)
    console.log(line)
  }
  try {
    const versions = await install(dir)
    head(say, versions, rounds)
    await compareSteps(say, dir, scratch, rounds)
    await compareReads(say, dir, scratch, rounds)
    await compareServers(say, dir, scratch)
  } finally {
    // who was told to end writes its reports first
    await Promise.all(CHILDREN.map(ended))
    rmSync(scratch, { recursive: true, force: true })
  }
  if (isWritten) writeFileSync(resolve('docs/contributing/peers.md'), `${lines.join('\n').trimEnd()}\n`)
}

async function install(dir: string): Promise<Versions> {
  const peers = Object.keys(peersOf())
  const packageOf = (peer: string) => join(dir, 'node_modules', peer, 'package.json')
  const missing = peers.filter((peer) => !existsSync(packageOf(peer)))
  // one at a time, so that one that cannot be installed keeps no other out; each beside those before it
  if (missing.length > 0 && !existsSync(join(dir, 'package.json')))
    writeFileSync(join(dir, 'package.json'), '{"private":true}')
  for (const peer of missing) {
    const words = ['install', '--no-audit', '--no-fund', '--ignore-scripts', peer]
    await new Promise<void>((done) => execFile('npm', words, { cwd: dir }, () => done()))
  }
  const versionOf = (path: string) =>
    existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).version : 'could not be installed'
  return Object.fromEntries(peers.map((peer) => [peer, versionOf(packageOf(peer))]))
}

function head(say: (line?: string) => void, versions: Versions, rounds: number): void {
  say('# Beside others')
  say()
  say(
    `Made by \`npm run build && node bench/run.mjs peers --write\`. Only what these tools have in common is compared. Medians of ${rounds} rounds, by turns,`,
  )
  say(
    `on one shared machine (Node ${process.version}, ${cpus().length} processors), whose figures vary by half.`,
  )
  say()
  say('| tool | version |')
  say('|---|---|')
  for (const [peer, version] of Object.entries(versions)) say(`| ${peer} | ${version} |`)
}

const FAULTS = [
  ...(['no-hash', 'empty-hash', 'id-text', 'id-zero', 'post-200', 'delete-200'] as const),
  ...(['json-as-html', 'html-as-json', 'data-array', 'broken-json', 'delete-500', 'patch-200'] as const),
]

/** The five steps, with no wait between them, and which faults of the service each notices. */
async function compareSteps(
  say: (line?: string) => void,
  dir: string,
  scratch: string,
  rounds: number,
): Promise<void> {
  const healthy = await open([])
  const runners = stepRunners(dir, scratch, healthy)
  const figures = await byTurns(runners, rounds, scratch)
  const noticed = new Map(runners.map(({ name }) => [name, 0]))
  for (const fault of FAULTS) {
    const broken = await open([fault])
    for (const runner of stepRunners(dir, scratch, broken)) {
      const { status, findings } = await run(runner, scratch)
      if (status !== 0 || findings) noticed.set(runner.name, (noticed.get(runner.name) ?? 0) + 1)
    }
    await broken.close()
  }
  await healthy.close()
  say()
  say('## The five steps')
  say()
  say(
    `Whole processes, without waits. The others check the status of every response, as their examples do. Faults: ${FAULTS.map((fault) => `\`${fault}\``).join(', ')}.`,
  )
  say()
  say(`| tool | passes | time | most memory | faults noticed, of ${FAULTS.length} |`)
  say('|---|---|---|---|---|')
  for (const [name, ran] of figures)
    say(
      `| ${name} | ${passes(ran)} | ${time(ran)} | ${memory(ran)} | ${isAny(ran) ? noticed.get(name) : '–'} |`,
    )
}

async function compareReads(
  say: (line?: string) => void,
  dir: string,
  scratch: string,
  rounds: number,
): Promise<void> {
  const service = await open([])
  const ours: Runner = {
    name: 'homologa contract (every read route)',
    args: [tool(), 'contract', '--no-color'],
  }
  const figures = await byTurns([ours, ...readRunners(dir, scratch, service)], rounds, scratch)
  await service.close()
  await run(ours, scratch)
  const { steps: planned = [] } = JSON.parse(readFileSync(join(scratch, 'report', 'report.json'), 'utf8'))
  const sent = planned.flatMap(({ exchanges }: { exchanges: string[] }) => exchanges).length
  say()
  say(`## ${READS} reads`)
  say()
  say(
    `The others send ${READS} reads of one list and check the status. homologa sends ${sent} requests to its embedded service and judges every response by`,
  )
  say('shape, envelope, pagination and errors; its time holds the service and six report files as well.')
  say()
  say('| tool | passes | time | time a request | most memory |')
  say('|---|---|---|---|---|')
  for (const [name, ran] of figures) {
    const each = isAny(ran)
      ? `${(median(ran.map(({ tookMs }) => tookMs)) / (name === ours.name ? sent : READS)).toFixed(1)} ms`
      : '–'
    say(`| ${name} | ${passes(ran)} | ${time(ran)} | ${each} | ${memory(ran)} |`)
  }
}

/** A service to develop against, and a proxy that watches: Prism is the one that has both. */
async function compareServers(say: (line?: string) => void, dir: string, scratch: string): Promise<void> {
  const document = join(scratch, 'openapi.json')
  writeFileSync(document, JSON.stringify(openapi()))
  const env = join(scratch, 'emulate.env')
  const bare = await spawned(process.execPath, [fileURLToPath(import.meta.url), 'service'], /(\d+)/, scratch)
  const target = `http://127.0.0.1:${bare}/Api/v3`
  const prismTool = join(dir, 'node_modules', '@stoplight', 'prism-cli', 'dist', 'index.js')
  const said = /(?:127\.0\.0\.1|localhost):(\d+)/
  const ours = (...args: string[]) =>
    spawned(process.execPath, [tool(), ...args, '--port', '0', '--no-color'], said, scratch)
  const prism = (port: number, ...args: string[]) =>
    spawned(process.execPath, [prismTool, ...args, '-p', `${port}`, '-v', 'error'], null, scratch, port)
  const [service, proxy] = ['a service to develop against', 'a proxy that checks what passes']
  const started: [string, string, number | null][] = [
    [service, 'homologa emulate', await ours('emulate', '--write-env', env, '--log-level', 'error')],
    [service, 'prism mock', await prism(4810, 'mock', document)],
    [proxy, 'homologa proxy', await ours('proxy', '--target', target)],
    [proxy, 'prism proxy', await prism(4811, 'proxy', document, target)],
  ]
  say()
  say('## Services and proxies')
  say()
  say(
    `One read over 32 connections for ${LOAD_S} seconds; the client runs on the same machine. homologa's emulate keeps records and tokens, its proxy masks,`,
  )
  say('judges and records every exchange; Prism holds each against an OpenAPI document.')
  say()
  say('| for | tool | requests a second | median | not 2xx or failed |')
  say('|---|---|---|---|---|')
  for (const [what, name, port] of started) {
    if (port === null) {
      say(`| ${what} | ${name} | did not start | – | – |`)
      continue
    }
    const path = name.startsWith('prism') ? '/borderos/1' : '/Api/v3/borderos/1'
    const isOurs = name === 'homologa emulate'
    const token = isOurs
      ? (/HOMOLOGA_ACCESS_TOKEN="?([^"\n]+)/.exec(readFileSync(env, 'utf8'))?.[1] ?? '')
      : 'abcdefgh12345678'
    const headers = { authorization: `Bearer ${token}`, accept: 'application/json' }
    const url = `http://127.0.0.1:${port}${isOurs ? '/Api/v3/situacoes/modulos' : path}`
    await autocannon({ url, headers, duration: 4, connections: 32 })
    const { requests, latency, non2xx, errors } = await autocannon({
      url,
      headers,
      duration: LOAD_S,
      connections: 32,
    })
    say(`| ${what} | ${name} | ${Math.round(requests.average)} | ${latency.p50} ms | ${non2xx + errors} |`)
  }
}

/** Ends a child, and waits until it has ended; one that does not go is broken off. */
async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill()
  const late = setTimeout(() => child.kill('SIGKILL'), 20_000)
  await gone
  clearTimeout(late)
}

/** A child that listens, and where; null where it never said so. */
function spawned(
  command: string,
  args: string[],
  said: RegExp | null,
  cwd: string,
  fixed = 0,
): Promise<number | null> {
  const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
  CHILDREN.push(child)
  return new Promise((done) => {
    let text = ''
    const hear = (chunk: Buffer) => {
      text += chunk.toString()
      const port = said?.exec(text)?.[1]
      if (port !== undefined) done(Number(port))
    }
    child.stdout?.on('data', hear)
    child.stderr?.on('data', hear)
    child.on('exit', () => done(null))
    if (said === null) void responding(fixed).then(done)
    setTimeout(() => done(null), 60_000).unref()
  })
}

async function responding(port: number): Promise<number | null> {
  for (let i = 0; i < 300; i++) {
    const isThere = await fetch(`http://127.0.0.1:${port}/borderos/1`).then(
      () => true,
      () => false,
    )
    if (isThere) return port
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return null
}

/** The least a service can be, so that what is measured is the proxy. */
function serve(): void {
  const body = JSON.stringify({ data: { id: 1, data: '2026-03-02', historico: 'Pagamento' } })
  const server = createServer((_req, res) =>
    res
      .writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) })
      .end(body),
  )
  server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port))
}

interface Opened {
  readonly baseUrl: string
  readonly tokenUrl: string
  readonly token: string
  readonly hash: string
  close(): Promise<void>
}

async function open(faults: readonly FaultName[]): Promise<Opened> {
  const profile = { ...spec, spacing: { ...spec.spacing, reading: 'free' as const } }
  const service = createService({
    profile,
    seed: 'peers',
    invalidateAt: 'never',
    resources: await openResources({ seed: 'peers' }),
    faults: faults.map((name) => known[name]),
  })
  const listener = await listen(service)
  const { baseUrl, tokenUrl } = listener
  return {
    baseUrl,
    tokenUrl,
    token: service.credentials.accessToken,
    hash: profile.hash.header,
    close: () => listener.close(),
  }
}

function tool(): string {
  return resolve('dist/homologa.js')
}

function binOf(dir: string, peer: keyof ReturnType<typeof peersOf>): string {
  return join(dir, 'node_modules', '.bin', peersOf()[peer])
}

function stepRunners(dir: string, scratch: string, service: Opened): Runner[] {
  const { baseUrl, tokenUrl, token } = service
  const folder = mkdtempSync(join(scratch, 'steps-'))
  const [http, collection, arazzo] = ['five.http', 'five.json', 'five.arazzo.json'].map((name) =>
    join(folder, name),
  )
  writeFileSync(http ?? '', httpSteps(service))
  writeFileSync(collection ?? '', JSON.stringify(newmanSteps(service)))
  writeFileSync(arazzo ?? '', JSON.stringify(arazzoSteps(service)))
  writeFileSync(join(folder, 'none.json'), JSON.stringify({ ...openapi(), paths: {} }))
  return [
    {
      name: 'homologa check',
      args: [tool(), 'check', '--spacing-ms', '1', '--no-color'],
      env: { HOMOLOGA_BASE_URL: baseUrl, HOMOLOGA_TOKEN_URL: tokenUrl, HOMOLOGA_ACCESS_TOKEN: token },
    },
    { name: 'httpyac', args: [binOf(dir, 'httpyac'), 'send', http ?? '', '--all', '--bail'] },
    { name: 'newman', args: [binOf(dir, 'newman'), 'run', collection ?? '', '--bail'] },
    { name: 'Redocly Respect', args: [binOf(dir, '@redocly/cli'), 'respect', arazzo ?? ''] },
  ]
}

function readRunners(dir: string, scratch: string, { baseUrl, token }: Opened): Runner[] {
  const folder = mkdtempSync(join(scratch, 'reads-'))
  const [http, collection, arazzo] = ['reads.http', 'reads.json', 'reads.arazzo.json'].map((name) =>
    join(folder, name),
  )
  const all = Array.from({ length: READS }, (_, i) => `${baseUrl}/produtos?pagina=${i + 1}`)
  const bearer = `Bearer ${token}`
  writeFileSync(
    http ?? '',
    all.map((url) => `###\nGET ${url}\nAuthorization: ${bearer}\n\n?? status == 200\n`).join('\n'),
  )
  const item = all.map((url, i) =>
    newmanItem(`read ${i}`, 'GET', url, [['Authorization', bearer]], null, 200, ''),
  )
  writeFileSync(collection ?? '', JSON.stringify({ info: newmanInfo, item }))
  const steps = all.map((url, i) =>
    arazzoStep(`read${i}`, 'get', url, { Authorization: bearer }, null, 200, {}),
  )
  writeFileSync(arazzo ?? '', JSON.stringify(arazzoOf(steps)))
  writeFileSync(join(folder, 'none.json'), JSON.stringify({ ...openapi(), paths: {} }))
  return [
    { name: 'httpyac', args: [binOf(dir, 'httpyac'), 'send', http ?? '', '--all', '--bail'] },
    { name: 'newman', args: [binOf(dir, 'newman'), 'run', collection ?? '', '--bail'] },
    {
      name: 'Redocly Respect',
      args: [binOf(dir, '@redocly/cli'), 'respect', arazzo ?? ''],
      env: { REDOCLY_CLI_RESPECT_MAX_STEPS: '10000' },
    },
  ]
}

const steps = [
  ['GET', '', 200],
  ['POST', '', 201],
  ['PUT', '/ID', 204],
  ['PATCH', '/ID/situacoes', 204],
  ['DELETE', '/ID', 204],
] as const

function httpSteps({ baseUrl, token, hash }: Opened): string {
  return steps
    .map(([method, path, status], i) => {
      const url = `${baseUrl}/homologacao/produtos${path.replace('ID', '{{id}}')}`
      const carried = i === 0 ? '' : `${hash}: {{hash}}\n`
      const bodies = [
        '',
        '{{JSON.stringify(product)}}',
        "{{JSON.stringify({ ...product, nome: 'Copo' })}}",
        '{"situacao":"I"}',
        '',
      ]
      const body = bodies[i] ? `Content-Type: application/json\n\n${bodies[i]}\n` : ''
      const learns =
        [`exports.product = response.parsedBody.data;`, `exports.id = response.parsedBody.data.id;`][i] ?? ''
      const script = `{{\n  exports.hash = response.headers['${hash}'] ?? exports.hash;\n  ${learns}\n}}\n`
      return `###\n${method} ${url}\nAuthorization: Bearer ${token}\n${carried}${body}\n?? status == ${status}\n\n${i < 4 ? script : ''}`
    })
    .join('\n')
}

const newmanInfo = {
  name: 'peers',
  schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
}

function newmanItem(
  name: string,
  method: string,
  url: string,
  headers: readonly (readonly [string, string])[],
  body: string | null,
  status: number,
  script: string,
) {
  const test = `pm.test('status', () => pm.response.to.have.status(${status}));${script}`
  return {
    name,
    event: [{ listen: 'test', script: { type: 'text/javascript', exec: [test] } }],
    request: {
      method,
      url,
      header: headers.map(([key, value]) => ({ key, value })),
      ...(body !== null && { body: { mode: 'raw', raw: body } }),
    },
  }
}

function newmanSteps({ baseUrl, token, hash }: Opened) {
  const bodies = [null, '{{product}}', '{{changed}}', '{"situacao":"I"}', null]
  const learns = [
    `const given=pm.response.json().data;pm.globals.set('product',JSON.stringify(given));pm.globals.set('changed',JSON.stringify({...given,nome:'Copo'}));`,
    `pm.globals.set('id',pm.response.json().data.id);`,
  ]
  const item = steps.map(([method, path, status], i) => {
    const headers: [string, string][] = [['Authorization', `Bearer ${token}`]]
    if (i > 0) headers.push([hash, '{{hash}}'])
    if (bodies[i]) headers.push(['Content-Type', 'application/json'])
    const url = `${baseUrl}/homologacao/produtos${path.replace('ID', '{{id}}')}`
    const script = `const h=pm.response.headers.get('${hash}');if(h)pm.globals.set('hash',h);${learns[i] ?? ''}`
    return newmanItem(`step ${i + 1}`, method, url, headers, bodies[i] ?? null, status, script)
  })
  return { info: newmanInfo, item }
}

function arazzoOf(all: readonly object[]) {
  return {
    arazzo: '1.0.1',
    info: { title: 'peers', version: '1.0.0' },
    sourceDescriptions: [{ name: 'none', type: 'openapi', url: './none.json' }],
    workflows: [{ workflowId: 'peers', steps: all }],
  }
}

function arazzoStep(
  stepId: string,
  method: string,
  url: string,
  headers: Readonly<Record<string, string>>,
  payload: unknown,
  status: number,
  outputs: Readonly<Record<string, string>>,
) {
  return {
    stepId,
    'x-operation': { url, method },
    parameters: Object.entries(headers).map(([name, value]) => ({ in: 'header', name, value })),
    ...(payload !== null && { requestBody: { contentType: 'application/json', payload } }),
    successCriteria: [{ condition: `$statusCode == ${status}` }],
    ...(Object.keys(outputs).length > 0 && { outputs }),
  }
}

function arazzoSteps({ baseUrl, token, hash }: Opened) {
  const bodies = [null, '$steps.s1.outputs.product', '$steps.s1.outputs.product', { situacao: 'I' }, null]
  const learnt = { hash: `$response.header.${hash}` }
  const outputs = [
    { ...learnt, product: '$response.body#/data' },
    { ...learnt, id: '$response.body#/data/id' },
    learnt,
    learnt,
    {},
  ]
  return arazzoOf(
    steps.map(([method, path, status], i) => {
      const url = `${baseUrl}/homologacao/produtos${path.replace('ID', '{$steps.s2.outputs.id}')}`
      const carried = i === 0 ? {} : { [hash]: `$steps.s${i}.outputs.hash` }
      const headers = { Authorization: `Bearer ${token}`, ...carried }
      return arazzoStep(`s${i + 1}`, method.toLowerCase(), url, headers, bodies[i], status, outputs[i] ?? {})
    }),
  )
}

function openapi() {
  const response = {
    description: 'ok',
    content: {
      'application/json': {
        schema: {
          type: 'object',
          properties: { data: { type: 'object', properties: { id: { type: 'integer' } } } },
        },
        example: { data: { id: 1, data: '2026-03-02', historico: 'Pagamento' } },
      },
    },
  }
  const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }]
  return {
    openapi: '3.0.3',
    info: { title: 'peers', version: '1' },
    servers: [{ url: 'http://127.0.0.1' }],
    paths: { '/borderos/{id}': { get: { parameters, responses: { 200: response } } } },
  }
}

async function byTurns(
  runners: readonly Runner[],
  rounds: number,
  scratch: string,
): Promise<[string, Ran[]][]> {
  const all = runners.map(({ name }): [string, Ran[]] => [name, []])
  for (let round = 0; round < rounds; round++)
    for (const [i, runner] of runners.entries()) all[i]?.[1].push(await run(runner, scratch))
  return all
}

const TELL_PEAK = `data:text/javascript,process.on('exit',()=>process._rawDebug('peak%20'+process.resourceUsage().maxRSS))`

/** One process from its start to its exit. Its peak is that of the largest process it starts. */
function run({ args, env = {} }: Runner, scratch: string): Promise<Ran> {
  const report = join(scratch, 'report')
  rmSync(report, { recursive: true, force: true })
  mkdirSync(report)
  const isOurs = args[0] === tool()
  const began = performance.now()
  const child = spawn(process.execPath, [...args, ...(isOurs ? ['--report-dir', report] : [])], {
    cwd: scratch,
    env: { PATH: process.env.PATH, HOME: scratch, NODE_OPTIONS: `--import ${TELL_PEAK}`, ...env },
    stdio: ['ignore', process.env.PEERS_DEBUG ? 'inherit' : 'ignore', 'pipe'],
  })
  let err = ''
  child.stderr.on('data', (chunk: Buffer) => {
    err = (err + chunk.toString()).slice(-100_000)
  })
  return new Promise((done) =>
    child.on('close', (status) => {
      const peaks = [...err.matchAll(/^peak (\d+)$/gm)].map(([, kilobytes]) => Number(kilobytes) / 1024)
      if (status !== 0 && process.env.PEERS_DEBUG) console.error(args.join(' '), err.slice(-800))
      done({
        status,
        tookMs: performance.now() - began,
        peakMb: Math.max(0, ...peaks),
        findings: isOurs ? findingsIn(report) : null,
      })
    }),
  )
}

function findingsIn(report: string): number {
  const path = join(report, 'report.json')
  if (!existsSync(path)) return 0
  const { findings } = JSON.parse(readFileSync(path, 'utf8')) as { findings: { severity: string }[] }
  return findings.filter(({ severity }) => severity !== 'info').length
}

function isAny(ran: readonly Ran[]): boolean {
  return ran.some(({ status }) => status === 0)
}

function passes(ran: readonly Ran[]): string {
  return `${ran.filter(({ status }) => status === 0).length} of ${ran.length}`
}

function time(ran: readonly Ran[]): string {
  return `${(median(ran.map(({ tookMs }) => tookMs)) / 1000).toFixed(2)} s`
}

function memory(ran: readonly Ran[]): string {
  return `${Math.round(median(ran.map(({ peakMb }) => peakMb)))} MB`
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN
}

const words = process.argv.slice(2)
if (words[0] === 'service') serve()
else
  await measure(
    numberOf(
      'rounds',
      words.find((word) => word !== '--write'),
      5,
    ),
    words.includes('--write'),
  )

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
import { median } from './parts/figures.js'
import { numberOf } from './parts/number-of.js'
import { PRINT_PEAK, peakMbIn } from './parts/peak.js'

/**
 * `node bench/run.mjs peers [rounds] [--write]`: compares homologa with tools that people use for parts of its work: httpyac, newman, Redocly
 * Respect and Prism. They are installed from npm into a temporary folder, or into the folder of the variable `PEERS_DIR`, and used from there.
 * `--write` writes `docs/contributing/peers.md`. With `PEERS_DEBUG=1` their output is shown.
 */

const READS = 80
const LOAD_SECONDS = 3
/** Processes that must be ended. */
const children: ChildProcess[] = []

/** A tool and the arguments of `node` that make it do the work. */
interface Runner {
  readonly name: string
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

interface RunResult {
  readonly status: number | null
  readonly tookMs: number
  readonly peakMb: number
  /** The number of errors and warnings in its report; null: it writes no report. */
  readonly findings: number | null
}

type Say = (line?: string) => void

/** The packages of the other tools, and their programs. */
const programs = {
  '@stoplight/prism-cli': 'prism',
  httpyac: 'httpyac',
  newman: 'newman',
  '@redocly/cli': 'redocly',
} as const

async function measure(rounds: number, writesPage: boolean): Promise<void> {
  const scratch = mkdtempSync(join(tmpdir(), 'homologa-peers-'))
  const dir = process.env.PEERS_DIR ?? scratch
  const lines: string[] = []
  const say: Say = (line = '') => {
    lines.push(line)
    console.log(line)
  }
  try {
    const versions = await install(dir)
    sayHeader(say, versions, rounds)
    await compareSteps(say, dir, scratch, rounds)
    await compareReads(say, dir, scratch, rounds)
    await compareServers(say, dir, scratch)
  } finally {
    // They may still write into the folder.
    await Promise.all(children.map(endProcess))
    rmSync(scratch, { recursive: true, force: true })
  }
  if (writesPage) writeFileSync(resolve('docs/contributing/peers.md'), `${lines.join('\n').trimEnd()}\n`)
}

/** Installs the tools that are missing, and returns the versions of all. */
async function install(dir: string): Promise<Readonly<Record<string, string>>> {
  const peers = Object.keys(programs)
  const packageOf = (peer: string) => join(dir, 'node_modules', peer, 'package.json')
  const missing = peers.filter((peer) => !existsSync(packageOf(peer)))
  // One at a time, because npm installs nothing at all if one package fails.
  if (missing.length > 0 && !existsSync(join(dir, 'package.json')))
    writeFileSync(join(dir, 'package.json'), '{"private":true}')
  for (const peer of missing) {
    const args = ['install', '--no-audit', '--no-fund', '--ignore-scripts', peer]
    await new Promise<void>((resolve) => execFile('npm', args, { cwd: dir }, () => resolve()))
  }
  const versionOf = (path: string) =>
    existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).version : 'could not be installed'
  return Object.fromEntries(peers.map((peer) => [peer, versionOf(packageOf(peer))]))
}

function sayHeader(say: Say, versions: Readonly<Record<string, string>>, rounds: number): void {
  say('# Compared with other tools')
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

/** Faults that every tool could notice by a look at status, headers or body. */
const FAULTS = [
  ...(['no-hash', 'empty-hash', 'id-text', 'id-zero', 'post-200', 'delete-200'] as const),
  ...(['json-as-html', 'html-as-json', 'data-array', 'broken-json', 'delete-500', 'patch-200'] as const),
]

/** Compares the five steps without waits, and counts the faults of the service that each tool notices. */
async function compareSteps(say: Say, dir: string, scratch: string, rounds: number): Promise<void> {
  const healthy = await startService([])
  const runners = stepRunners(dir, scratch, healthy)
  const resultsByName = await runByTurns(runners, rounds, scratch)
  const noticed = new Map(runners.map(({ name }) => [name, 0]))
  for (const fault of FAULTS) {
    const broken = await startService([fault])
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
  for (const [name, results] of resultsByName) {
    const faultsNoticed = hasPassed(results) ? noticed.get(name) : '–'
    say(`| ${name} | ${passes(results)} | ${time(results)} | ${memory(results)} | ${faultsNoticed} |`)
  }
}

/** Compares many reads. homologa cannot send exactly the same, so the time of one request is compared. */
async function compareReads(say: Say, dir: string, scratch: string, rounds: number): Promise<void> {
  const service = await startService([])
  const ours: Runner = {
    name: 'homologa contract (every read route)',
    args: [tool(), 'contract', '--no-color'],
  }
  const runners = [ours, ...readRunners(dir, scratch, service)]
  const resultsByName = await runByTurns(runners, rounds, scratch)
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
  for (const [name, results] of resultsByName) {
    const requests = name === ours.name ? sent : READS
    const requestMs = median(results.map(({ tookMs }) => tookMs)) / requests
    const each = hasPassed(results) ? `${requestMs.toFixed(1)} ms` : '–'
    say(`| ${name} | ${passes(results)} | ${time(results)} | ${each} | ${memory(results)} |`)
  }
}

/** Compares the embedded service and the proxy with those of Prism under load. */
async function compareServers(say: Say, dir: string, scratch: string): Promise<void> {
  const document = join(scratch, 'openapi.json')
  writeFileSync(document, JSON.stringify(openapi()))
  const env = join(scratch, 'emulate.env')
  const bare = await startServer(
    process.execPath,
    [fileURLToPath(import.meta.url), 'service'],
    /(\d+)/,
    scratch,
  )
  const target = `http://127.0.0.1:${bare}/Api/v3`
  const prismTool = join(dir, 'node_modules', '@stoplight', 'prism-cli', 'dist', 'index.js')
  const portPattern = /(?:127\.0\.0\.1|localhost):(\d+)/
  const ours = (...args: string[]) =>
    startServer(process.execPath, [tool(), ...args, '--port', '0', '--no-color'], portPattern, scratch)
  const prism = (port: number, ...args: string[]) =>
    startServer(process.execPath, [prismTool, ...args, '-p', `${port}`, '-v', 'error'], null, scratch, port)
  const emulator = await ours('emulate', '--write-env', env, '--log-level', 'error')
  const settings = emulator === null ? '' : readFileSync(env, 'utf8')
  const [, ownToken = 'none'] = /HOMOLOGA_ACCESS_TOKEN="?([^"\n]+)/.exec(settings) ?? []
  const [service, proxy] = ['a service to develop against', 'a proxy that checks what passes']
  const started = [
    { purpose: service, name: 'homologa emulate', path: '/Api/v3/situacoes/modulos', port: emulator },
    { purpose: service, name: 'prism mock', path: '/borderos/1', port: await prism(4810, 'mock', document) },
    {
      purpose: proxy,
      name: 'homologa proxy',
      path: '/Api/v3/borderos/1',
      port: await ours('proxy', '--target', target),
    },
    {
      purpose: proxy,
      name: 'prism proxy',
      path: '/borderos/1',
      port: await prism(4811, 'proxy', document, target),
    },
  ]
  // our emulator checks the token, and the others take any
  const headers = { authorization: `Bearer ${ownToken}`, accept: 'application/json' }
  say()
  say('## Services and proxies')
  say()
  say(
    `One read over 32 connections for ${LOAD_SECONDS} seconds; the client runs on the same machine. homologa's emulate keeps records and tokens, its proxy masks,`,
  )
  say('judges and records every exchange; Prism compares each with an OpenAPI document.')
  say()
  say('| for | tool | requests a second | median | not 2xx or failed |')
  say('|---|---|---|---|---|')
  for (const { purpose, name, path, port } of started) {
    if (port === null) {
      say(`| ${purpose} | ${name} | did not start | – | – |`)
      continue
    }
    const load = { url: `http://127.0.0.1:${port}${path}`, headers, connections: 32 }
    await autocannon({ ...load, duration: 4 }) // until the code is compiled
    const { requests, latency, non2xx, errors } = await autocannon({ ...load, duration: LOAD_SECONDS })
    say(`| ${purpose} | ${name} | ${Math.round(requests.average)} | ${latency.p50} ms | ${non2xx + errors} |`)
  }
}

/** Ends a process and waits for its exit, after 20 seconds with SIGKILL. */
async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill()
  const timer = setTimeout(() => child.kill('SIGKILL'), 20_000)
  await exit
  clearTimeout(timer)
}

/**
 * Starts a server and returns its port; null if it does not start. The port is printed by the server and found by `portPattern`. A server
 * that prints nothing listens on `fixedPort`.
 */
function startServer(
  command: string,
  args: string[],
  portPattern: RegExp | null,
  cwd: string,
  fixedPort = 0,
): Promise<number | null> {
  const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
  children.push(child)
  return new Promise((resolve) => {
    let output = ''
    const onData = (chunk: Buffer) => {
      output += chunk.toString()
      const port = portPattern?.exec(output)?.[1]
      if (port !== undefined) resolve(Number(port))
    }
    child.stdout?.on('data', onData)
    child.stderr?.on('data', onData)
    child.on('exit', () => resolve(null))
    if (portPattern === null) void waitForResponse(fixedPort).then(resolve)
    setTimeout(() => resolve(null), 60_000).unref()
  })
}

/** Returns the port once a server responds there; null after 30 seconds. */
async function waitForResponse(port: number): Promise<number | null> {
  for (let i = 0; i < 300; i++) {
    const responds = await fetch(`http://127.0.0.1:${port}/borderos/1`).then(
      () => true,
      () => false,
    )
    if (responds) return port
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return null
}

/** The simplest service, so that it takes little of the time that is measured at the proxies. */
function serve(): void {
  const body = JSON.stringify({ data: { id: 1, data: '2026-03-02', historico: 'Pagamento' } })
  const server = createServer((_req, res) =>
    res
      .writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) })
      .end(body),
  )
  server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port))
}

interface RunningService {
  readonly baseUrl: string
  readonly tokenUrl: string
  readonly token: string
  /** Name of the header that carries the hash. */
  readonly hash: string
  close(): Promise<void>
}

/** Starts the embedded service with these faults. It requires no waits. */
async function startService(faults: readonly FaultName[]): Promise<RunningService> {
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

function programOf(dir: string, peer: keyof typeof programs): string {
  return join(dir, 'node_modules', '.bin', programs[peer])
}

/** The files that httpyac, newman and Redocly Respect run. */
interface PeerFiles {
  readonly http: string
  readonly collection: object
  readonly arazzo: object
}

/** Writes the files of the three other tools, and returns what runs them. */
function peerRunners(dir: string, scratch: string, files: PeerFiles): Runner[] {
  const folder = mkdtempSync(join(scratch, 'files-'))
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  const http = write('requests.http', files.http)
  const collection = write('collection.json', JSON.stringify(files.collection))
  const arazzo = write('requests.arazzo.json', JSON.stringify(files.arazzo))
  write('none.json', JSON.stringify({ ...openapi(), paths: {} }))
  return [
    { name: 'httpyac', args: [programOf(dir, 'httpyac'), 'send', http, '--all', '--bail'] },
    { name: 'newman', args: [programOf(dir, 'newman'), 'run', collection, '--bail'] },
    {
      name: 'Redocly Respect',
      args: [programOf(dir, '@redocly/cli'), 'respect', arazzo],
      env: { REDOCLY_CLI_RESPECT_MAX_STEPS: '10000' },
    },
  ]
}

function stepRunners(dir: string, scratch: string, service: RunningService): Runner[] {
  const { baseUrl, tokenUrl, token } = service
  return [
    {
      name: 'homologa check',
      args: [tool(), 'check', '--spacing-ms', '1', '--no-color'],
      env: { HOMOLOGA_BASE_URL: baseUrl, HOMOLOGA_TOKEN_URL: tokenUrl, HOMOLOGA_ACCESS_TOKEN: token },
    },
    ...peerRunners(dir, scratch, {
      http: httpSteps(service),
      collection: newmanSteps(service),
      arazzo: arazzoSteps(service),
    }),
  ]
}

function readRunners(dir: string, scratch: string, { baseUrl, token }: RunningService): Runner[] {
  const urls = Array.from({ length: READS }, (_, i) => `${baseUrl}/produtos?pagina=${i + 1}`)
  const bearer = `Bearer ${token}`
  const http = urls.map((url) => `###\nGET ${url}\nAuthorization: ${bearer}\n\n?? status == 200\n`)
  const requests = urls.map((url, i) => ({
    name: `read${i}`,
    method: 'GET',
    url,
    headers: { Authorization: bearer },
    status: 200,
  }))
  return peerRunners(dir, scratch, {
    http: http.join('\n'),
    collection: { info: newmanInfo, item: requests.map(newmanItem) },
    arazzo: createArazzo(requests.map(arazzoStep)),
  })
}

/** Method, end of the path, and expected status. */
const steps = [
  ['GET', '', 200],
  ['POST', '', 201],
  ['PUT', '/ID', 204],
  ['PATCH', '/ID/situacoes', 204],
  ['DELETE', '/ID', 204],
] as const

/** The five steps as a `.http` file for httpyac. */
function httpSteps({ baseUrl, token, hash }: RunningService): string {
  return steps
    .map(([method, path, status], i) => {
      const url = `${baseUrl}/homologacao/produtos${path.replace('ID', '{{id}}')}`
      const hashHeader = i === 0 ? '' : `${hash}: {{hash}}\n`
      const bodies = [
        '',
        '{{JSON.stringify(product)}}',
        "{{JSON.stringify({ ...product, nome: 'Copo' })}}",
        '{"situacao":"I"}',
        '',
      ]
      const body = bodies[i] ? `Content-Type: application/json\n\n${bodies[i]}\n` : ''
      const captures =
        [`exports.product = response.parsedBody.data;`, `exports.id = response.parsedBody.data.id;`][i] ?? ''
      const script = `{{\n  exports.hash = response.headers['${hash}'] ?? exports.hash;\n  ${captures}\n}}\n`
      return `###\n${method} ${url}\nAuthorization: Bearer ${token}\n${hashHeader}${body}\n?? status == ${status}\n\n${i < 4 ? script : ''}`
    })
    .join('\n')
}

const newmanInfo = {
  name: 'peers',
  schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
}

/** A request that a tool sends, and the status that it expects. Address, headers and body contain variables in the tool's own notation. */
interface PeerRequest {
  readonly name: string
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly status: number
}

/** @param request `script` keeps values of the response in variables */
function newmanItem(request: PeerRequest & { readonly body?: string; readonly script?: string }) {
  const { name, method, url, headers, status, body, script = '' } = request
  const test = `pm.test('status', () => pm.response.to.have.status(${status}));${script}`
  return {
    name,
    event: [{ listen: 'test', script: { type: 'text/javascript', exec: [test] } }],
    request: {
      method,
      url,
      header: Object.entries(headers).map(([key, value]) => ({ key, value })),
      ...(body !== undefined && { body: { mode: 'raw', raw: body } }),
    },
  }
}

/** The five steps as a Postman collection. */
function newmanSteps({ baseUrl, token, hash }: RunningService) {
  const bodies = [undefined, '{{product}}', '{{changed}}', '{"situacao":"I"}']
  const captures = [
    `const product=pm.response.json().data;pm.globals.set('product',JSON.stringify(product));pm.globals.set('changed',JSON.stringify({...product,nome:'Copo'}));`,
    `pm.globals.set('id',pm.response.json().data.id);`,
  ]
  const item = steps.map(([method, path, status], i) => {
    const body = bodies[i]
    return newmanItem({
      name: `step ${i + 1}`,
      method,
      url: `${baseUrl}/homologacao/produtos${path.replace('ID', '{{id}}')}`,
      headers: {
        Authorization: `Bearer ${token}`,
        ...(i > 0 && { [hash]: '{{hash}}' }),
        ...(body && { 'Content-Type': 'application/json' }),
      },
      status,
      ...(body && { body }),
      script: `const h=pm.response.headers.get('${hash}');if(h)pm.globals.set('hash',h);${captures[i] ?? ''}`,
    })
  })
  return { info: newmanInfo, item }
}

function createArazzo(arazzoSteps: readonly object[]) {
  return {
    arazzo: '1.0.1',
    info: { title: 'peers', version: '1.0.0' },
    sourceDescriptions: [{ name: 'none', type: 'openapi', url: './none.json' }],
    workflows: [{ workflowId: 'peers', steps: arazzoSteps }],
  }
}

/** @param request `payload` is the JSON body; `outputs` keeps values of the response for later steps */
function arazzoStep(request: PeerRequest & { readonly payload?: unknown; readonly outputs?: object }) {
  const { name: stepId, method, url, headers, status, payload, outputs } = request
  return {
    stepId,
    'x-operation': { url, method: method.toLowerCase() },
    parameters: Object.entries(headers).map(([name, value]) => ({ in: 'header', name, value })),
    ...(payload !== undefined && { requestBody: { contentType: 'application/json', payload } }),
    successCriteria: [{ condition: `$statusCode == ${status}` }],
    ...(outputs && { outputs }),
  }
}

/** The five steps as an Arazzo workflow. */
function arazzoSteps({ baseUrl, token, hash }: RunningService) {
  const product = '$steps.s1.outputs.product'
  const payloads = [undefined, product, product, { situacao: 'I' }]
  const hashOutput = { hash: `$response.header.${hash}` }
  const outputs = [
    { ...hashOutput, product: '$response.body#/data' },
    { ...hashOutput, id: '$response.body#/data/id' },
    hashOutput,
    hashOutput,
  ]
  return createArazzo(
    steps.map(([method, path, status], i) =>
      arazzoStep({
        name: `s${i + 1}`,
        method,
        url: `${baseUrl}/homologacao/produtos${path.replace('ID', '{$steps.s2.outputs.id}')}`,
        headers: {
          Authorization: `Bearer ${token}`,
          ...(i > 0 && { [hash]: `$steps.s${i}.outputs.hash` }),
        },
        status,
        payload: payloads[i],
        ...(outputs[i] && { outputs: outputs[i] }),
      }),
    ),
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

/** Runs each tool once in every round. */
async function runByTurns(
  runners: readonly Runner[],
  rounds: number,
  scratch: string,
): Promise<ReadonlyMap<string, readonly RunResult[]>> {
  const resultsByName = new Map<string, RunResult[]>(runners.map(({ name }) => [name, []]))
  for (let round = 0; round < rounds; round++)
    for (const runner of runners) resultsByName.get(runner.name)?.push(await run(runner, scratch))
  return resultsByName
}

/** Runs a tool to its end. The peak memory is that of the largest of its processes. */
function run({ args, env = {} }: Runner, scratch: string): Promise<RunResult> {
  const report = join(scratch, 'report')
  rmSync(report, { recursive: true, force: true })
  mkdirSync(report)
  const isOurs = args[0] === tool()
  const began = performance.now()
  const child = spawn(process.execPath, [...args, ...(isOurs ? ['--report-dir', report] : [])], {
    cwd: scratch,
    env: { PATH: process.env.PATH, HOME: scratch, NODE_OPTIONS: `--import ${PRINT_PEAK}`, ...env },
    stdio: ['ignore', process.env.PEERS_DEBUG ? 'inherit' : 'ignore', 'pipe'],
  })
  let err = ''
  child.stderr.on('data', (chunk: Buffer) => {
    err = (err + chunk.toString()).slice(-100_000)
  })
  return new Promise((resolve) =>
    child.on('close', (status) => {
      if (status !== 0 && process.env.PEERS_DEBUG) console.error(args.join(' '), err.slice(-800))
      resolve({
        status,
        tookMs: performance.now() - began,
        peakMb: peakMbIn(err),
        findings: isOurs ? countFindings(report) : null,
      })
    }),
  )
}

function countFindings(report: string): number {
  const path = join(report, 'report.json')
  if (!existsSync(path)) return 0
  const { findings } = JSON.parse(readFileSync(path, 'utf8')) as { findings: { severity: string }[] }
  return findings.filter(({ severity }) => severity !== 'info').length
}

function hasPassed(results: readonly RunResult[]): boolean {
  return results.some(({ status }) => status === 0)
}

function passes(results: readonly RunResult[]): string {
  return `${results.filter(({ status }) => status === 0).length} of ${results.length}`
}

function time(results: readonly RunResult[]): string {
  return `${(median(results.map(({ tookMs }) => tookMs)) / 1000).toFixed(2)} s`
}

function memory(results: readonly RunResult[]): string {
  return `${Math.round(median(results.map(({ peakMb }) => peakMb)))} MB`
}

const args = process.argv.slice(2)
if (args[0] === 'service') serve()
else {
  const rounds = args.find((arg) => arg !== '--write')
  await measure(numberOf('rounds', rounds, 5), args.includes('--write'))
}

import {
  choice,
  duration,
  flag,
  integer,
  many,
  mapping,
  number,
  path,
  port,
  text,
  url,
  webhook,
} from '../settings/kinds.js'
import { RATE_BOUNDS } from '../specification/rate.js'
import { type CommandDefinition, command } from './command.js'
import { anyDeath, day, death, latency, moment, origin, severity, shard } from './command-kinds.js'
import { reviewCommands } from './review-commands.js'

/** How the embedded service behaves over time, and how much it serves. */
const served = {
  at: { flags: '--at <moment>', help: 'emulate.at', kind: many(moment) },
  latencyMs: { flags: '--latency-ms <range>', help: 'emulate.latency-ms', kind: latency },
  publicUrl: { flags: '--public-url <url>', help: 'emulate.public-url', kind: origin },
  records: { flags: '--records <n>', help: 'emulate.records', kind: integer(0, 100_000) },
} as const
const fault = { flags: '--fault <name>', help: 'check.fault', kind: many(text) } as const
const seed = { flags: '--seed <text>', help: 'check.seed', kind: text } as const
const minRoutes = {
  flags: '--min-routes <n>',
  help: 'contract.min-routes',
  kind: integer(1, 100_000),
} as const

/** Every command. Adding one is its file, its words, and its entry here. */
export const commands: readonly CommandDefinition[] = [
  command({
    name: 'check',
    args: [],
    options: {
      fault,
      invalidateAt: { flags: '--invalidate-at <step>', help: 'check.invalidate-at', kind: death },
      seed,
    },
    examples: [
      'homologa check',
      'homologa check --invalidate-at 4 --profile bling',
      'homologa check --fault no-hash',
      'homologa check --base-url https://erp.example/Api/v3 --token-url https://erp.example/oauth/token',
    ],
    load: () => import('../app/check.js'),
  }),
  command({
    name: 'contract',
    args: [{ name: '[resource...]', help: 'contract.resource' }],
    options: {
      write: { flags: '--write', help: 'contract.write', kind: flag },
      allow: { flags: '--allow <name>', help: 'contract.allow', kind: many(text) },
      list: { flags: '--list', help: 'contract.list', kind: flag },
      rate: { flags: '--rate <n>', help: 'contract.rate', kind: number(RATE_BOUNDS.least, RATE_BOUNDS.most) },
      budget: { flags: '--budget <n>', help: 'contract.budget', kind: integer(1, 100_000_000) },
      baseline: { flags: '--baseline <file>', help: 'contract.baseline', kind: path },
      updateBaseline: { flags: '--update-baseline', help: 'contract.update-baseline', kind: flag },
      accept: { flags: '--accept <file>', help: 'contract.accept', kind: path },
      against: { flags: '--against <run>', help: 'contract.against', kind: path },
      failOn: { flags: '--fail-on <which>', help: 'contract.fail-on', kind: choice('any', 'new') },
      notify: { flags: '--notify <url>', help: 'contract.notify', kind: webhook },
      notifyFormat: {
        flags: '--notify-format <format>',
        help: 'contract.notify-format',
        kind: choice('generic', 'slack', 'teams'),
      },
      severity: { flags: '--severity <rule=level>', help: 'contract.severity', kind: many(severity) },
      openapi: { flags: '--openapi <file>', help: 'contract.openapi', kind: path },
      shard: { flags: '--shard <i/n>', help: 'contract.shard', kind: shard },
      suite: { flags: '--suite <file>', help: 'contract.suite', kind: many(path) },
      tag: { flags: '--tag <tag>', help: 'contract.tag', kind: many(text) },
      samples: { flags: '--samples <file>', help: 'contract.samples', kind: path },
      target: { flags: '--target <name>', help: 'contract.target', kind: choice('live', 'docs-test') },
      fault,
      minRoutes,
      seed,
    },
    examples: [
      'homologa contract',
      'homologa contract --target live --min-routes 60',
      'homologa contract --against last --fail-on new',
      'homologa contract --list --write',
      'homologa contract produtos contatos --baseline homologa.baseline.yaml',
      "homologa contract --write --allow contatos --allow nfe --allow 'POST /nfe/{idNotaFiscal}/enviar' --samples ours.yaml",
    ],
    load: () => import('../app/contract.js'),
  }),
  command({
    name: 'cleanup',
    args: [],
    options: {
      allow: { flags: '--allow <name>', help: 'cleanup.allow', kind: many(text) },
      forget: { flags: '--forget <record>', help: 'cleanup.forget', kind: many(text) },
    },
    examples: ['homologa cleanup'],
    load: () => import('../app/cleanup.js'),
  }),
  command({
    name: 'emulate',
    args: [],
    options: {
      port: { flags: '--port <n>', help: 'emulate.port', kind: port },
      host: { flags: '--host <address>', help: 'emulate.host', kind: text },
      writeEnv: { flags: '--write-env <file>', help: 'examine.write-env', kind: path },
      fault: { flags: '--fault <name>', help: 'emulate.fault', kind: many(text) },
      invalidateAt: { flags: '--invalidate-at <step>', help: 'emulate.invalidate-at', kind: death },
      deadToken: { flags: '--dead-token <status>', help: 'emulate.dead-token', kind: choice('401', '400') },
      hash: { flags: '--hash <kind>', help: 'emulate.hash', kind: choice('rotating', 'fixed') },
      seed: { flags: '--seed <text>', help: 'emulate.seed', kind: text },
      enforce: { flags: '--enforce', help: 'emulate.enforce', kind: flag },
      ...served,
    },
    examples: [
      'homologa emulate',
      'homologa emulate --port 8080 --write-env .env.emulated --invalidate-at 3',
      'homologa emulate --at 20:expire --at 50:scope-produtos --latency-ms 50..400',
      'homologa emulate --host 0.0.0.0 --port 8080 --public-url http://host.docker.internal:8080',
    ],
    load: () => import('../app/emulate.js'),
  }),
  command({
    name: 'examine',
    args: [],
    options: {
      port: { flags: '--port <n>', help: 'examine.port', kind: port },
      pagePort: { flags: '--page-port <n>', help: 'examine.page-port', kind: port },
      noPage: { flags: '--no-page', help: 'examine.no-page', kind: flag },
      host: { flags: '--host <address>', help: 'examine.host', kind: text },
      writeEnv: { flags: '--write-env <file>', help: 'examine.write-env', kind: path },
      runs: { flags: '--runs <n>', help: 'examine.runs', kind: integer(0, 1_000_000) },
      timeout: { flags: '--timeout <seconds>', help: 'examine.timeout', kind: duration(1_000_000) },
      invalidateAt: { flags: '--invalidate-at <step>', help: 'examine.invalidate-at', kind: anyDeath },
      fault: { flags: '--fault <name>', help: 'examine.fault', kind: many(text) },
      enforce: { flags: '--enforce', help: 'examine.enforce', kind: flag },
      watch: { flags: '--watch <path>', help: 'examine.watch', kind: path },
      prompt: { flags: '--prompt', help: 'examine.prompt', kind: flag },
      seed: { flags: '--seed <text>', help: 'examine.seed', kind: text },
      env: { flags: '--env <name=template>', help: 'examine.env', kind: many(mapping) },
      ...served,
    },
    spawns: true,
    examples: [
      'homologa examine --write-env .env.homologa',
      'homologa examine -- php artisan homologar',
      'homologa examine --invalidate-at each -- node app.js',
      'homologa examine --prompt -- php artisan homologar',
      'homologa examine --watch src -- node app.js',
      "homologa examine --env 'BLING_URL={baseUrl}' -- php artisan homologar",
      'homologa examine --at 3:inactivate -- node app.js',
    ],
    load: () => import('../app/examine.js'),
  }),
  command({
    name: 'proxy',
    args: [],
    options: {
      port: { flags: '--port <n>', help: 'proxy.port', kind: port },
      host: { flags: '--host <address>', help: 'proxy.host', kind: text },
      target: { flags: '--target <url>', help: 'proxy.target', kind: url },
      runs: { flags: '--runs <n>', help: 'proxy.runs', kind: integer(1, 1_000_000) },
      timeout: { flags: '--timeout <seconds>', help: 'proxy.timeout', kind: duration(1_000_000) },
      openapi: { flags: '--openapi <file>', help: 'judge.openapi', kind: path },
    },
    examples: ['homologa proxy --port 8080 --target https://erp.example/Api/v3 --runs 1'],
    load: () => import('../app/proxy.js'),
  }),
  command({
    name: 'judge',
    args: [{ name: '[file]', help: 'judge.file' }],
    options: {
      page: { flags: '--page', help: 'judge.page', kind: flag },
      openapi: { flags: '--openapi <file>', help: 'judge.openapi', kind: path },
    },
    examples: [
      'homologa judge reports/latest/journal.ndjson',
      'homologa judge session.har --profile bling',
      'homologa judge --page',
    ],
    load: () => import('../app/judge.js'),
  }),
  command({
    name: 'report',
    args: [{ name: '<run...>', help: 'report.run' }],
    options: {
      minRoutes,
    },
    examples: ['homologa report reports/latest', 'homologa report reports/part-* --report-dir reports/night'],
    load: () => import('../app/report.js'),
  }),
  command({
    name: 'requirements',
    args: [],
    options: {},
    examples: ['homologa requirements', 'homologa requirements --json'],
    load: () => import('../app/requirements.js'),
  }),
  command({
    name: 'explain',
    args: [{ name: '<requirement>', help: 'explain.requirement' }],
    options: {},
    examples: ['homologa explain homologation/spacing'],
    load: () => import('../app/explain.js'),
  }),
  command({
    name: 'drift',
    args: [
      { name: '<old>', help: 'drift.old' },
      { name: '<new>', help: 'drift.new' },
    ],
    options: {
      failOn: {
        flags: '--fail-on <severity>',
        help: 'drift.fail-on',
        kind: choice('error', 'warning', 'info'),
      },
    },
    examples: [
      'homologa drift june.baseline.yaml july.baseline.yaml',
      'homologa drift old.yaml new.yaml --fail-on warning',
    ],
    load: () => import('../app/drift.js'),
  }),
  command({
    name: 'compare',
    args: [
      { name: '<run>', help: 'compare.a' },
      { name: '[later]', help: 'compare.b' },
    ],
    options: { page: { flags: '--page <file>', help: 'compare.page', kind: path } },
    examples: [
      'homologa compare reports/monday reports/latest',
      'homologa compare reports --page nights.html',
    ],
    load: () => import('../app/compare.js'),
  }),
  command({
    name: 'accept',
    args: [{ name: '<fingerprint>', help: 'accept.fingerprint' }],
    options: {
      until: { flags: '--until <date>', help: 'accept.until', kind: day },
      reason: { flags: '--reason <text>', help: 'accept.reason', kind: text },
      accept: { flags: '--accept <file>', help: 'accept.file', kind: path },
    },
    examples: ["homologa accept 0f3c9a51d2b8 --until 2027-05-31 --reason 'announced for May (ticket 812)'"],
    load: () => import('../app/accept.js'),
  }),
  ...reviewCommands,
]

import type { Severities } from '../drift/acceptance.js'
import { readLifeMoment } from '../exchange/life-event.js'
import { readShard } from '../run/contract/shard.js'
import type { InvalidateAt, Latency } from '../service/settings.js'
import {
  choice,
  createKind,
  duration,
  flag,
  integer,
  type Kind,
  listOf,
  mapping,
  number,
  path,
  port,
  readDelayRange,
  readOrigin,
  text,
  url,
  webhook,
} from '../settings/kinds.js'
import { projectOptions } from '../settings/setting.js'
import { RATE_BOUNDS } from '../specification/rate.js'
import type { HelpKey } from '../words/catalogue.js'
import { readDay } from '../words/numerals.js'

/** A flag of one command. */
export interface OptionDefinition<T = unknown> {
  /** As commander wants it: `--fault <name>`. */
  readonly flags: string
  readonly help: HelpKey
  readonly kind: Kind<T>
}

/** Options by the name under which a use case takes them: the flag, camel-cased (`--no-page`: `noPage`). */
export type OptionDefinitions = Readonly<Record<string, OptionDefinition>>

/** The options of a command as its use case receives them: `Options<'check'>`. An option that was not given is missing. */
export type Options<C extends keyof typeof options> = {
  readonly [K in keyof (typeof options)[C]]?: (typeof options)[C][K] extends OptionDefinition<infer T>
    ? T
    : never
}

function option<T>(flags: string, help: HelpKey, kind: Kind<T>): OptionDefinition<T> {
  return { flags, help, kind }
}

/** An option that `homologa.yaml` may hold as well. */
function shared<K extends keyof typeof projectOptions>(flags: string, key: K) {
  return { flags, ...(projectOptions[key] as (typeof projectOptions)[K]) }
}

/** The step at which the embedded service revokes the token: `'3'` is read as the number 3, `'never'` stays a word. */
function revocation<T extends InvalidateAt | 'each'>(...words: readonly string[]): Kind<T> {
  const kind = choice(...words)
  return {
    ...kind,
    read(text, name) {
      const word = kind.read(text, name)
      return (/^\d$/.test(word) ? Number(word) : word) as T
    },
  }
}
const steps = ['1', '2', '3', '4', '5', 'never']
const oneRevocation = revocation<InvalidateAt>(...steps)
const anyRevocation = revocation<InvalidateAt | 'each'>(...steps, 'each')

/** `200` or `50..400` */
function parseLatency(range: string): Latency | null {
  const [, least = '', most = least] = /^(\d+)(?:\.\.(\d+))?$/.exec(range) ?? []
  return least === '' ? null : readDelayRange(Number(least), Number(most))
}

/** `drift/added=warning` */
function parseSeverity(assignment: string): Severities | null {
  const [, name, level] = /^([^=]+)=(error|warning|info|off)$/.exec(assignment) ?? []
  return name === undefined ? null : { [name]: level as Severities[string] }
}

/** `50..400`: milliseconds */
const latency = createKind('range', parseLatency, 'settings.latency')
/** `3:inactivate`: a number of requests, and the event that follows them */
const moment = createKind('moment', readLifeMoment, 'settings.moment')
/** `http://host:8080` */
const origin = createKind('origin', readOrigin, 'settings.origin')

/** Options of the commands that serve the embedded service to other programs: its events, delays, address and records. */
const served = {
  at: option('--at <moment>', 'emulate.at', listOf(moment)),
  latencyMs: option('--latency-ms <range>', 'emulate.latency-ms', latency),
  publicUrl: option('--public-url <url>', 'emulate.public-url', origin),
  records: option('--records <n>', 'emulate.records', integer(0, 100_000)),
}
const fault = option('--fault <name>', 'check.fault', listOf(text))
const seed = option('--seed <text>', 'check.seed', text)
const minRoutes = shared('--min-routes <n>', 'minRoutes')
const severity = createKind('severity', parseSeverity, 'settings.severity')
const notifyFormat = choice('generic', 'slack', 'teams')

/** The options of every command, for help, completion, the reference and the use cases. Even `--help` loads them: import nothing large. */
export const options = {
  check: {
    fault,
    invalidateAt: option('--invalidate-at <step>', 'check.invalidate-at', oneRevocation),
    seed,
  },
  contract: {
    write: option('--write', 'contract.write', flag),
    allow: option('--allow <name>', 'contract.allow', listOf(text)),
    list: option('--list', 'contract.list', flag),
    rate: option('--rate <n>', 'contract.rate', number(RATE_BOUNDS.least, RATE_BOUNDS.most)),
    budget: option('--budget <n>', 'contract.budget', integer(1, 100_000_000)),
    baseline: shared('--baseline <file>', 'baseline'),
    updateBaseline: option('--update-baseline', 'contract.update-baseline', flag),
    accept: shared('--accept <file>', 'accept'),
    against: shared('--against <run>', 'against'),
    failOn: shared('--fail-on <which>', 'failOn'),
    notify: option('--notify <url>', 'contract.notify', webhook),
    notifyFormat: option('--notify-format <format>', 'contract.notify-format', notifyFormat),
    severity: option('--severity <rule=level>', 'contract.severity', listOf(severity)),
    openapi: shared('--openapi <file>', 'openapi'),
    shard: option('--shard <i/n>', 'contract.shard', createKind('part', readShard, 'settings.shard')),
    suite: shared('--suite <file>', 'suite'),
    tag: option('--tag <tag>', 'contract.tag', listOf(text)),
    samples: shared('--samples <file>', 'samples'),
    target: option('--target <name>', 'contract.target', choice('live', 'docs-test')),
    fault,
    minRoutes,
    seed,
  },
  cleanup: {
    allow: option('--allow <name>', 'cleanup.allow', listOf(text)),
    forget: option('--forget <record>', 'cleanup.forget', listOf(text)),
  },
  emulate: {
    port: option('--port <n>', 'emulate.port', port),
    host: option('--host <address>', 'emulate.host', text),
    writeEnv: shared('--write-env <file>', 'writeEnv'),
    fault: option('--fault <name>', 'emulate.fault', listOf(text)),
    invalidateAt: option('--invalidate-at <step>', 'emulate.invalidate-at', oneRevocation),
    deadToken: option('--dead-token <status>', 'emulate.dead-token', choice('401', '400')),
    hash: option('--hash <kind>', 'emulate.hash', choice('rotating', 'fixed')),
    seed: option('--seed <text>', 'emulate.seed', text),
    enforce: option('--enforce', 'emulate.enforce', flag),
    ...served,
  },
  examine: {
    port: option('--port <n>', 'examine.port', port),
    pagePort: option('--page-port <n>', 'examine.page-port', port),
    noPage: option('--no-page', 'examine.no-page', flag),
    host: option('--host <address>', 'examine.host', text),
    writeEnv: shared('--write-env <file>', 'writeEnv'),
    runs: option('--runs <n>', 'examine.runs', integer(0, 1_000_000)),
    timeout: option('--timeout <seconds>', 'examine.timeout', duration(1_000_000)),
    invalidateAt: option('--invalidate-at <step>', 'examine.invalidate-at', anyRevocation),
    fault: option('--fault <name>', 'examine.fault', listOf(text)),
    enforce: option('--enforce', 'examine.enforce', flag),
    watch: option('--watch <path>', 'examine.watch', path),
    prompt: option('--prompt', 'examine.prompt', flag),
    seed: option('--seed <text>', 'examine.seed', text),
    env: option('--env <name=template>', 'examine.env', listOf(mapping)),
    ...served,
  },
  proxy: {
    port: option('--port <n>', 'proxy.port', port),
    host: option('--host <address>', 'proxy.host', text),
    target: option('--target <url>', 'proxy.target', url),
    runs: option('--runs <n>', 'proxy.runs', integer(1, 1_000_000)),
    timeout: option('--timeout <seconds>', 'proxy.timeout', duration(1_000_000)),
    openapi: option('--openapi <file>', 'judge.openapi', path),
  },
  judge: {
    page: option('--page', 'judge.page', flag),
    openapi: option('--openapi <file>', 'judge.openapi', path),
  },
  report: { minRoutes },
  drift: { failOn: option('--fail-on <severity>', 'drift.fail-on', choice('error', 'warning', 'info')) },
  compare: { page: option('--page <file>', 'compare.page', path) },
  accept: {
    until: option('--until <date>', 'accept.until', createKind('day', readDay, 'settings.day')),
    reason: option('--reason <text>', 'accept.reason', text),
    accept: option('--accept <file>', 'accept.file', path),
  },
  review: {
    application: shared('--application <file>', 'application'),
    recording: option('--recording <file>', 'review.recording', listOf(path)),
    browser: option('--browser <file>', 'review.browser', path),
    port: option('--port <n>', 'review.port', port),
    verify: option('--verify <file>', 'review.verify', path),
  },
  login: {
    noBrowser: option('--no-browser', 'login.no-browser', flag),
    port: option('--port <n>', 'login.port', port),
    redirectPath: option('--redirect-path <path>', 'login.redirect-path', text),
    authorizeUrl: option('--authorize-url <url>', 'login.authorize-url', url),
    timeout: option('--timeout <seconds>', 'login.timeout', duration(3_600)),
  },
  init: {
    name: option('--name <text>', 'init.name', text),
    clientId: option('--client-id <id>', 'init.client-id', text),
    start: option('--start <command>', 'init.start', text),
    ci: option('--ci <name>', 'init.ci', choice('github', 'gitlab')),
    yes: option('--yes', 'init.yes', flag),
  },
}

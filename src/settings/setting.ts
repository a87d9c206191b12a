import type { HelpKey } from '../words/catalogue.js'
import { choice, flag, integer, type Kind, language, many, milliseconds, path, text, url } from './kinds.js'

/** A common setting: its flag, its environment variable, and how it is read. */
export interface SettingDefinition {
  /** As commander wants it. */
  readonly flags: string
  /** Property of the parsed flags. */
  readonly key: string
  /** Without the prefix `HOMOLOGA_`. */
  readonly env: string
  readonly kind: Kind<string | number | boolean>
  readonly help: HelpKey
}

const logLevels = choice('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent')

/** The flags that every command with settings takes. Adding one here adds its flag, its variable, its help and its reference. */
export const commonSettings = [
  { key: 'baseUrl', flags: '--base-url <url>', env: 'BASE_URL', kind: url, help: 'flag.base-url' },
  { key: 'tokenUrl', flags: '--token-url <url>', env: 'TOKEN_URL', kind: url, help: 'flag.token-url' },
  { key: 'profile', flags: '--profile <name|file>', env: 'PROFILE', kind: text, help: 'flag.profile' },
  {
    key: 'spacingMs',
    flags: '--spacing-ms <n>',
    env: 'SPACING_MS',
    kind: milliseconds,
    help: 'flag.spacing-ms',
  },
  {
    key: 'toleranceMs',
    flags: '--tolerance-ms <n>',
    env: 'TOLERANCE_MS',
    kind: milliseconds,
    help: 'flag.tolerance-ms',
  },
  {
    key: 'timeoutMs',
    flags: '--timeout-ms <n>',
    env: 'TIMEOUT_MS',
    kind: integer(1, 3_600_000),
    help: 'flag.timeout-ms',
  },
  {
    key: 'maxBody',
    flags: '--max-body <bytes>',
    env: 'MAX_BODY',
    kind: integer(1_000, 8_388_608),
    help: 'flag.max-body',
  },
  {
    key: 'strictShapes',
    flags: '--strict-shapes',
    env: 'STRICT_SHAPES',
    kind: flag,
    help: 'flag.strict-shapes',
  },
  { key: 'tokenRetry', flags: '--token-retry', env: 'TOKEN_RETRY', kind: flag, help: 'flag.token-retry' },
  { key: 'ca', flags: '--ca <file>', env: 'CA', kind: path, help: 'flag.ca' },
  { key: 'reportDir', flags: '--report-dir <dir>', env: 'REPORT_DIR', kind: path, help: 'flag.report-dir' },
  { key: 'json', flags: '--json', env: 'JSON', kind: flag, help: 'flag.json' },
  { key: 'lang', flags: '--lang <language>', env: 'LANG', kind: language, help: 'flag.lang' },
  { key: 'noColor', flags: '--no-color', env: 'NO_COLOR', kind: flag, help: 'flag.no-color' },
  { key: 'quiet', flags: '--quiet', env: 'QUIET', kind: flag, help: 'flag.quiet' },
  { key: 'verbose', flags: '--verbose', env: 'VERBOSE', kind: flag, help: 'flag.verbose' },
  {
    key: 'logLevel',
    flags: '--log-level <level>',
    env: 'LOG_LEVEL',
    kind: logLevels,
    help: 'flag.log-level',
  },
] as const satisfies readonly SettingDefinition[]

/** Options of single commands that `homologa.yaml` may hold. */
export const projectOptions = {
  accept: { help: 'contract.accept', kind: path },
  against: { help: 'contract.against', kind: path },
  application: { help: 'review.application', kind: path },
  baseline: { help: 'contract.baseline', kind: path },
  failOn: { help: 'contract.fail-on', kind: choice('any', 'new') },
  minRoutes: { help: 'contract.min-routes', kind: integer(1, 100_000) },
  openapi: { help: 'contract.openapi', kind: path },
  samples: { help: 'contract.samples', kind: path },
  suite: { help: 'contract.suite', kind: many(path) },
  writeEnv: { help: 'examine.write-env', kind: path },
} as const satisfies Readonly<Record<string, { readonly help: HelpKey; readonly kind: Kind<unknown> }>>

/** Settings without a flag: secrets, and what belongs to a machine rather than to a call. */
export const environmentOnly = [
  { env: 'ACCESS_TOKEN', help: 'env.access-token' },
  { env: 'REFRESH_TOKEN', help: 'env.refresh-token' },
  { env: 'CLIENT_ID', help: 'env.client-id' },
  { env: 'CLIENT_SECRET', help: 'env.client-secret' },
  { env: 'TOKEN_COMMAND', help: 'env.token-command' },
  { env: 'ACCOUNT', help: 'env.account' },
  { env: 'DOCS_TEST_URL', help: 'env.docs-test-url' },
  { env: 'NOTIFY', help: 'env.notify' },
] as const satisfies readonly { readonly env: string; readonly help: HelpKey }[]

export const environmentNames: readonly string[] = [...commonSettings, ...environmentOnly].map(
  ({ env }) => `HOMOLOGA_${env}`,
)

import type { HelpKey } from '../words/catalogue.js'
import { choice, flag, integer, type Kind, language, listOf, milliseconds, path, text, url } from './kinds.js'

/** A common setting: a flag and an environment variable that every command accepts. */
export interface SettingDefinition {
  /** The name of the flag in commander's result and in `homologa.yaml`: `baseUrl`. */
  readonly key: string
  /** The flag with its placeholder, as commander reads it: `--base-url <url>`. */
  readonly flags: string
  /** The name of the environment variable without the prefix `HOMOLOGA_`: `BASE_URL`. */
  readonly env: string
  readonly kind: Kind<string | number | boolean>
  /** The key of the sentence that explains the flag: `flag.base-url`. */
  readonly help: HelpKey
}

/**
 * The common settings by key. A new line here adds a flag, a variable, a key of `homologa.yaml`, and its line in the reference. It needs
 * a sentence under `flag.` in both catalogues.
 */
export const settingsByKey = {
  baseUrl: { flags: '--base-url <url>', kind: url },
  tokenUrl: { flags: '--token-url <url>', kind: url },
  profile: { flags: '--profile <name|file>', kind: text },
  spacingMs: { flags: '--spacing-ms <n>', kind: milliseconds },
  toleranceMs: { flags: '--tolerance-ms <n>', kind: milliseconds },
  timeoutMs: { flags: '--timeout-ms <n>', kind: integer(1, 3_600_000) },
  maxBody: { flags: '--max-body <bytes>', kind: integer(1_000, 8_388_608) },
  strictShapes: { flags: '--strict-shapes', kind: flag },
  tokenRetry: { flags: '--token-retry', kind: flag },
  ca: { flags: '--ca <file>', kind: path },
  reportDir: { flags: '--report-dir <dir>', kind: path },
  json: { flags: '--json', kind: flag },
  lang: { flags: '--lang <language>', kind: language },
  noColor: { flags: '--no-color', kind: flag },
  quiet: { flags: '--quiet', kind: flag },
  verbose: { flags: '--verbose', kind: flag },
  logLevel: {
    flags: '--log-level <level>',
    kind: choice('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
  },
} as const satisfies Readonly<Record<string, Pick<SettingDefinition, 'flags' | 'kind'>>>

/** The flag without its placeholder: `--port` of `--port <n>`. */
export function flagOf(flags: string): string {
  return flags.split(' ')[0] ?? flags
}

export const commonSettings: readonly SettingDefinition[] = Object.entries(settingsByKey).map(
  ([key, { flags, kind }]) => {
    const name = flagOf(flags).slice('--'.length)
    const env = name.replaceAll('-', '_').toUpperCase()
    return { key, flags, env, kind, help: `flag.${name}` as HelpKey }
  },
)

/** Options that only some commands have, and that `homologa.yaml` may contain as well. */
export const projectOptions = {
  accept: { help: 'contract.accept', kind: path },
  against: { help: 'contract.against', kind: path },
  application: { help: 'review.application', kind: path },
  baseline: { help: 'contract.baseline', kind: path },
  failOn: { help: 'contract.fail-on', kind: choice('any', 'new') },
  minRoutes: { help: 'contract.min-routes', kind: integer(1, 100_000) },
  openapi: { help: 'contract.openapi', kind: path },
  samples: { help: 'contract.samples', kind: path },
  suite: { help: 'contract.suite', kind: listOf(path) },
  writeEnv: { help: 'examine.write-env', kind: path },
} as const satisfies Readonly<Record<string, { readonly help: HelpKey; readonly kind: Kind<unknown> }>>

/** Settings that are environment variables only: secrets, and settings of an account or a machine. */
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

/** All environment variables of the tool: `HOMOLOGA_BASE_URL`, … */
export const environmentNames: readonly string[] = [...commonSettings, ...environmentOnly].map(
  ({ env }) => `HOMOLOGA_${env}`,
)

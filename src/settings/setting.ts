import type { HelpKey } from '../words/catalogue.js'
import { choice, flag, integer, type Kind, language, many, milliseconds, path, text, url } from './kinds.js'

/**
 * A common setting: a flag and an environment variable that every command accepts.
 * `setting('--base-url <url>', url)` makes `{ flags: '--base-url <url>', key: 'baseUrl', env: 'BASE_URL', help: 'flag.base-url', kind: url }`.
 */
export interface SettingDefinition {
  /** The flag with its placeholder, as commander reads it. */
  readonly flags: string
  /** The name of the flag in commander's result and in `homologa.yaml`. */
  readonly key: string
  /** The name of the environment variable without the prefix `HOMOLOGA_`. */
  readonly env: string
  readonly kind: Kind<string | number | boolean>
  /** The sentence that explains the flag. */
  readonly help: HelpKey
}

/** The type `'base-url'` for `'--base-url <url>'`. */
type NameOf<Flags extends string> = Flags extends `--${infer Name} ${string}`
  ? Name
  : Flags extends `--${infer Name}`
    ? Name
    : never
/** The type `'baseUrl'` for `'base-url'`. */
type CamelCase<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name

/** Does not compile if the catalogues have no sentence for the flag. */
function setting<const Flags extends string, K extends Kind<string | number | boolean>>(
  flags: `flag.${NameOf<Flags>}` extends HelpKey ? Flags : never,
  kind: K,
) {
  const [name = ''] = flags.slice(2).split(' ')
  const key = name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())
  return {
    flags,
    kind,
    key: key as CamelCase<NameOf<Flags>>,
    help: `flag.${name}` as HelpKey,
    env: name.replaceAll('-', '_').toUpperCase(),
  }
}

/** The common settings. A new line here adds its flag, its variable, its key in `homologa.yaml`, its help and its reference. */
export const commonSettings = [
  setting('--base-url <url>', url),
  setting('--token-url <url>', url),
  setting('--profile <name|file>', text),
  setting('--spacing-ms <n>', milliseconds),
  setting('--tolerance-ms <n>', milliseconds),
  setting('--timeout-ms <n>', integer(1, 3_600_000)),
  setting('--max-body <bytes>', integer(1_000, 8_388_608)),
  setting('--strict-shapes', flag),
  setting('--token-retry', flag),
  setting('--ca <file>', path),
  setting('--report-dir <dir>', path),
  setting('--json', flag),
  setting('--lang <language>', language),
  setting('--no-color', flag),
  setting('--quiet', flag),
  setting('--verbose', flag),
  setting('--log-level <level>', choice('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent')),
] as const satisfies readonly SettingDefinition[]

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
  suite: { help: 'contract.suite', kind: many(path) },
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

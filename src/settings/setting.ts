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

/** `base-url` of `--base-url <url>`. */
type NameOf<Flags extends string> = Flags extends `--${infer Name} ${string}`
  ? Name
  : Flags extends `--${infer Name}`
    ? Name
    : never
/** `baseUrl` of `base-url`. */
type Camelled<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<Camelled<Rest>>}`
  : Name

/** The setting of a flag. Its key, its variable and its help follow from its name. */
function setting<const Flags extends string, K extends Kind<string | number | boolean>>(
  flags: `flag.${NameOf<Flags>}` extends HelpKey ? Flags : never,
  kind: K,
) {
  const [name = ''] = flags.slice(2).split(' ')
  const key = name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())
  return {
    flags,
    kind,
    key: key as Camelled<NameOf<Flags>>,
    help: `flag.${name}` as HelpKey,
    env: name.replaceAll('-', '_').toUpperCase(),
  }
}

/** The flags that every command with settings takes. Adding one here adds its flag, its variable, its help and its reference. */
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

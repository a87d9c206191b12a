import type { Invocation } from '../app/invocation.js'
import { type OptionDefinition, type OptionDefinitions, options } from '../app/options.js'
import type { Outcome } from '../app/outcome.js'
import { commonSettings } from '../settings/setting.js'
import type { HelpKey } from '../words/catalogue.js'

/** A command as data. The parser, the help, the completion and the reference pages are made from it. */
export interface CommandDefinition {
  /** Also the key of its sentence in the help. */
  readonly name: HelpKey
  /** The arguments as commander writes them, and the keys of their sentences: `{ '[file]': 'judge.file' }`. */
  readonly args: Readonly<Record<string, HelpKey>>
  readonly options: OptionDefinitions
  /** false: the command does not have the common flags, such as `--lang` (`src/settings/setting.ts`). */
  readonly common?: false
  /** The words after `--` are a program that the command starts. */
  readonly spawns?: true
  readonly examples: readonly string[]
  /** Loads the use case only when the command runs. */
  readonly load: () => Promise<{ run(invocation: Invocation<AnyOptions>): Promise<Outcome> }>
}

/**
 * The options of a command that is known only at run time. `never` is assignable to every type, so any use case can be called
 * with them; that its flags fit the use case is checked in `src/app/options.ts`.
 */
export type AnyOptions = Readonly<Record<string, never>>

/** A command without its options, which are in `src/app/options.ts`. It may take no arguments. */
type CommandRow = Omit<CommandDefinition, 'args' | 'options'> & Partial<Pick<CommandDefinition, 'args'>>

const rows: readonly CommandRow[] = [
  {
    name: 'check',
    examples: [
      'homologa check',
      'homologa check --invalidate-at 4 --profile bling',
      'homologa check --fault no-hash',
      'homologa check --base-url https://erp.example/Api/v3 --token-url https://erp.example/oauth/token',
    ],
    load: () => import('../app/check.js'),
  },
  {
    name: 'contract',
    args: { '[resource...]': 'contract.resource' },
    examples: [
      'homologa contract',
      'homologa contract --target live --min-routes 60',
      'homologa contract --against last --fail-on new',
      'homologa contract --list --write',
      'homologa contract produtos contatos --baseline homologa.baseline.yaml',
      "homologa contract --write --allow contatos --allow nfe --allow 'POST /nfe/{idNotaFiscal}/enviar' --samples ours.yaml",
    ],
    load: () => import('../app/contract.js'),
  },
  { name: 'cleanup', examples: ['homologa cleanup'], load: () => import('../app/cleanup.js') },
  {
    name: 'emulate',
    examples: [
      'homologa emulate',
      'homologa emulate --port 8080 --write-env .env.emulated --invalidate-at 3',
      'homologa emulate --at 20:expire --at 50:scope-produtos --latency-ms 50..400',
      'homologa emulate --host 0.0.0.0 --port 8080 --public-url http://host.docker.internal:8080',
    ],
    load: () => import('../app/emulate.js'),
  },
  {
    name: 'examine',
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
  },
  {
    name: 'proxy',
    examples: ['homologa proxy --port 8080 --target https://erp.example/Api/v3 --runs 1'],
    load: () => import('../app/proxy.js'),
  },
  {
    name: 'judge',
    args: { '[file]': 'judge.file' },
    examples: [
      'homologa judge reports/latest/journal.ndjson',
      'homologa judge session.har --profile bling',
      'homologa judge --page',
    ],
    load: () => import('../app/judge.js'),
  },
  {
    name: 'report',
    args: { '<run...>': 'report.run' },
    examples: ['homologa report reports/latest', 'homologa report reports/part-* --report-dir reports/night'],
    load: () => import('../app/report.js'),
  },
  {
    name: 'requirements',
    examples: ['homologa requirements', 'homologa requirements --json'],
    load: () => import('../app/requirements.js'),
  },
  {
    name: 'explain',
    args: { '<requirement>': 'explain.requirement' },
    examples: ['homologa explain homologation/spacing'],
    load: () => import('../app/explain.js'),
  },
  {
    name: 'drift',
    args: { '<old>': 'drift.old', '<new>': 'drift.new' },
    examples: [
      'homologa drift june.baseline.yaml july.baseline.yaml',
      'homologa drift old.yaml new.yaml --fail-on warning',
    ],
    load: () => import('../app/drift.js'),
  },
  {
    name: 'compare',
    args: { '<run>': 'compare.a', '[later]': 'compare.b' },
    examples: [
      'homologa compare reports/monday reports/latest',
      'homologa compare reports --page nights.html',
    ],
    load: () => import('../app/compare.js'),
  },
  {
    name: 'accept',
    args: { '<fingerprint>': 'accept.fingerprint' },
    examples: ["homologa accept 0f3c9a51d2b8 --until 2027-05-31 --reason 'announced for May (ticket 812)'"],
    load: () => import('../app/accept.js'),
  },
  {
    name: 'review',
    spawns: true,
    examples: [
      'homologa review -- node app.js',
      'homologa review --application application.yaml --recording reports/latest',
      'homologa review --verify evidence.zip',
    ],
    load: () => import('../app/review.js'),
  },
  {
    name: 'login',
    examples: [
      'homologa login',
      'homologa login --no-browser --port 8910',
      'homologa login --base-url https://erp.example/Api/v3 --profile bling',
    ],
    load: () => import('../app/login.js'),
  },
  {
    name: 'init',
    examples: ['homologa init', "homologa init --yes --name 'Pedidos em Dia' --profile bling --lang pt-BR"],
    load: () => import('../app/init.js'),
  },
  {
    name: 'doctor',
    examples: ['homologa doctor', 'homologa doctor --base-url https://erp.example/Api/v3 --json'],
    load: () => import('../app/doctor.js'),
  },
  {
    name: 'mcp',
    examples: ['homologa mcp', 'homologa mcp --lang pt-BR'],
    load: () => import('../app/mcp.js'),
  },
  {
    name: 'completion',
    args: { '<shell>': 'completion.shell' },
    common: false,
    examples: [
      'homologa completion bash > /etc/bash_completion.d/homologa',
      'homologa completion zsh',
      'homologa completion fish',
    ],
    load: () => import('./completion.js'),
  },
]

const optionsByCommand: Readonly<Record<string, OptionDefinitions>> = options

export const commands: readonly CommandDefinition[] = rows.map((row) => ({
  args: {},
  options: optionsByCommand[row.name] ?? {},
  ...row,
}))

/** The own options of a command, and the common flags if it has them. */
export function allOptionsOf({ options, common }: CommandDefinition): readonly OptionDefinition[] {
  return [...Object.values(options), ...(common === false ? [] : commonSettings)]
}

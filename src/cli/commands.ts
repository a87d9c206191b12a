import type { CommandDefinition } from './command.js'

/** Every command. Adding one is its file, its words, and its entry here. */
export const commands: readonly CommandDefinition[] = [
  {
    name: 'check',
    help: 'check',
    args: [],
    options: [
      { flags: '--fault <name>', help: 'check.fault', repeatable: true },
      { flags: '--invalidate-at <step>', help: 'check.invalidate-at' },
      { flags: '--seed <text>', help: 'check.seed' },
      { flags: '--rehearse <n>', help: 'check.rehearse' },
    ],
    common: true,
    examples: [
      'homologa check',
      'homologa check --invalidate-at 4 --profile bling',
      'homologa check --fault no-hash',
      'homologa check --base-url https://erp.example/Api/v3 --token-url https://erp.example/oauth/token',
    ],
    load: () => import('./check.js'),
  },
  {
    name: 'emulate',
    help: 'emulate',
    args: [],
    options: [
      { flags: '--port <n>', help: 'emulate.port' },
      { flags: '--host <address>', help: 'emulate.host' },
      { flags: '--env-file <file>', help: 'emulate.env-file' },
      { flags: '--fault <name>', help: 'emulate.fault', repeatable: true },
      { flags: '--invalidate-at <step>', help: 'emulate.invalidate-at' },
      { flags: '--dead-token <status>', help: 'emulate.dead-token', choices: ['401', '400'] },
      { flags: '--hash <kind>', help: 'emulate.hash', choices: ['rotating', 'fixed'] },
      { flags: '--seed <text>', help: 'emulate.seed' },
    ],
    common: true,
    examples: ['homologa emulate', 'homologa emulate --port 8080 --env-file .env.emulated --invalidate-at 3'],
    load: () => import('./emulate.js'),
  },
  {
    name: 'report',
    help: 'report',
    args: [{ name: '<run...>', help: 'report.run' }],
    options: [],
    common: true,
    examples: ['homologa report reports/latest', 'homologa report reports/part-* --report-dir reports/night'],
    load: () => import('./report.js'),
  },
  {
    name: 'requirements',
    help: 'requirements',
    args: [],
    options: [],
    common: true,
    examples: ['homologa requirements', 'homologa requirements --json'],
    load: () => import('./requirements.js'),
  },
  {
    name: 'explain',
    help: 'explain',
    args: [{ name: '<requirement>', help: 'explain.requirement' }],
    options: [],
    common: true,
    examples: ['homologa explain homologation/spacing'],
    load: () => import('./explain.js'),
  },
  {
    name: 'drift',
    help: 'drift',
    args: [
      { name: '<old>', help: 'drift.old' },
      { name: '<new>', help: 'drift.new' },
    ],
    options: [
      { flags: '--fail-on <severity>', help: 'drift.fail-on', choices: ['error', 'warning', 'info'] },
    ],
    common: true,
    examples: [
      'homologa drift openapi-june.json openapi-july.json',
      'homologa drift old.yaml new.yaml --fail-on warning',
    ],
    load: () => import('./drift.js'),
  },
  {
    name: 'compare',
    help: 'compare',
    args: [
      { name: '<run>', help: 'compare.a' },
      { name: '<later>', help: 'compare.b' },
    ],
    options: [],
    common: true,
    examples: ['homologa compare reports/monday reports/latest'],
    load: () => import('./compare.js'),
  },
]

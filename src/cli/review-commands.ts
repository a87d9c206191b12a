import type { CommandDefinition } from './command.js'

/** The commands on the way to a review: before the first request, and before the button. */
export const reviewCommands: readonly CommandDefinition[] = [
  {
    name: 'review',
    help: 'review',
    args: [],
    options: [
      { flags: '--application <file>', help: 'review.application' },
      { flags: '--recording <file>', help: 'review.recording', repeatable: true },
      { flags: '--browser <file>', help: 'review.browser' },
      { flags: '--port <n>', help: 'review.port' },
      { flags: '--verify <file>', help: 'review.verify' },
    ],
    common: true,
    spawns: true,
    examples: [
      'homologa review -- node app.js',
      'homologa review --application application.yaml --recording reports/latest',
      'homologa review --verify evidence.zip',
    ],
    load: () => import('./review.js'),
  },
  {
    name: 'login',
    help: 'login',
    args: [],
    options: [
      { flags: '--no-browser', help: 'login.no-browser' },
      { flags: '--port <n>', help: 'login.port' },
      { flags: '--redirect-path <path>', help: 'login.redirect-path' },
      { flags: '--authorize-url <url>', help: 'login.authorize-url' },
      { flags: '--timeout <seconds>', help: 'login.timeout' },
    ],
    common: true,
    examples: [
      'homologa login',
      'homologa login --no-browser --port 8910',
      'homologa login --base-url https://erp.example/Api/v3 --profile bling',
    ],
    load: () => import('./login.js'),
  },
  {
    name: 'init',
    help: 'init',
    args: [],
    options: [
      { flags: '--name <text>', help: 'init.name' },
      { flags: '--client-id <id>', help: 'init.client-id' },
      { flags: '--start <command>', help: 'init.start' },
      { flags: '--yes', help: 'init.yes' },
    ],
    common: true,
    examples: ['homologa init', "homologa init --yes --name 'Pedidos em Dia' --profile bling --lang pt-BR"],
    load: () => import('./init.js'),
  },
  {
    name: 'doctor',
    help: 'doctor',
    args: [],
    options: [],
    common: true,
    examples: ['homologa doctor', 'homologa doctor --base-url https://erp.example/Api/v3 --json'],
    load: () => import('./doctor.js'),
  },
  {
    name: 'completion',
    help: 'completion',
    args: [{ name: '<shell>', help: 'completion.shell' }],
    options: [],
    common: false,
    examples: [
      'homologa completion bash > /etc/bash_completion.d/homologa',
      'homologa completion zsh',
      'homologa completion fish',
    ],
    load: () => import('./completion.js'),
  },
]

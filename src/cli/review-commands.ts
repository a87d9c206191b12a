import { choice, duration, flag, many, path, port, text, url } from '../settings/kinds.js'
import { type CommandDefinition, command } from './command.js'

/** The commands on the way to a review: before the first request, and before the button. */
export const reviewCommands: readonly CommandDefinition[] = [
  command({
    name: 'review',
    args: [],
    options: {
      application: { flags: '--application <file>', help: 'review.application', kind: path },
      recording: { flags: '--recording <file>', help: 'review.recording', kind: many(path) },
      browser: { flags: '--browser <file>', help: 'review.browser', kind: path },
      port: { flags: '--port <n>', help: 'review.port', kind: port },
      verify: { flags: '--verify <file>', help: 'review.verify', kind: path },
    },
    spawns: true,
    examples: [
      'homologa review -- node app.js',
      'homologa review --application application.yaml --recording reports/latest',
      'homologa review --verify evidence.zip',
    ],
    load: () => import('../app/review.js'),
  }),
  command({
    name: 'login',
    args: [],
    options: {
      noBrowser: { flags: '--no-browser', help: 'login.no-browser', kind: flag },
      port: { flags: '--port <n>', help: 'login.port', kind: port },
      redirectPath: { flags: '--redirect-path <path>', help: 'login.redirect-path', kind: text },
      authorizeUrl: { flags: '--authorize-url <url>', help: 'login.authorize-url', kind: url },
      timeout: { flags: '--timeout <seconds>', help: 'login.timeout', kind: duration(3_600) },
    },
    examples: [
      'homologa login',
      'homologa login --no-browser --port 8910',
      'homologa login --base-url https://erp.example/Api/v3 --profile bling',
    ],
    load: () => import('../app/login.js'),
  }),
  command({
    name: 'init',
    args: [],
    options: {
      name: { flags: '--name <text>', help: 'init.name', kind: text },
      clientId: { flags: '--client-id <id>', help: 'init.client-id', kind: text },
      start: { flags: '--start <command>', help: 'init.start', kind: text },
      ci: { flags: '--ci <name>', help: 'init.ci', kind: choice('github', 'gitlab') },
      yes: { flags: '--yes', help: 'init.yes', kind: flag },
    },
    examples: ['homologa init', "homologa init --yes --name 'Pedidos em Dia' --profile bling --lang pt-BR"],
    load: () => import('../app/init.js'),
  }),
  command({
    name: 'doctor',
    args: [],
    options: {},
    examples: ['homologa doctor', 'homologa doctor --base-url https://erp.example/Api/v3 --json'],
    load: () => import('../app/doctor.js'),
  }),
  command({
    name: 'mcp',
    args: [],
    options: {},
    examples: ['homologa mcp', 'homologa mcp --lang pt-BR'],
    load: () => import('../app/mcp.js'),
  }),
  command({
    name: 'completion',
    args: [{ name: '<shell>', help: 'completion.shell' }],
    options: {},
    common: false,
    examples: [
      'homologa completion bash > /etc/bash_completion.d/homologa',
      'homologa completion zsh',
      'homologa completion fish',
    ],
    load: () => import('./completion.js'),
  }),
]

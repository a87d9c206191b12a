import { version } from '../settings/version.js'
import { spec } from '../specification/profile.js'
import { questions } from '../specification/registration.js'
import type { Catalogue } from '../words/catalogue.js'

/** Facts about the application that are known when its files are written; empty if they are unknown. */
export interface InitAnswers {
  readonly name: string
  readonly baseUrl: string
  readonly tokenUrl: string
  readonly profile: string
  readonly clientId: string
  /** Command that starts the application. */
  readonly start: string
  readonly lang: string
}

export interface InitFile {
  readonly path: string
  readonly text: string
  /** Contains secrets, so only its owner can read it. */
  readonly isPrivate: boolean
}

/** The files that a newcomer needs, commented in the language of the catalogue. */
export function initFiles(answers: InitAnswers, { ui }: Catalogue): InitFile[] {
  return [
    { path: '.env', text: envFile(answers, ui), isPrivate: true },
    { path: 'application.yaml', text: applicationTemplate(answers, ui), isPrivate: false },
    { path: 'suites/produtos.mjs', text: suiteFile(ui), isPrivate: false },
    { path: '.github/workflows/homologa.yml', text: workflowFile(answers, ui), isPrivate: false },
  ]
}

type Ui = Catalogue['ui']

function comment(text: string, indent = ''): string {
  return text
    .split('\n')
    .map((line) => `${indent}# ${line}`)
    .join('\n')
}

/** Writes a value without quotes if possible. Line ends are not allowed, because they would begin another setting. */
function envValue(text: string): string {
  const plain = text.replace(/[\r\n]/g, ' ').trim()
  return /^[\w./:@%+=,-]*$/.test(plain) ? plain : `'${plain.replaceAll("'", '')}'`
}

/** A setting with an empty address is refused, so an unknown address is written as a comment. */
function addressLine(name: string, text: string): string {
  return `${text === '' ? '# ' : ''}${name}=${envValue(text)}`
}

function envFile(answers: InitAnswers, ui: Ui): string {
  return `${comment(ui['init.env.head'])}

${comment(ui['init.env.base-url'])}
${addressLine('HOMOLOGA_BASE_URL', answers.baseUrl)}

${comment(ui['init.env.token-url'])}
${addressLine('HOMOLOGA_TOKEN_URL', answers.tokenUrl)}

${comment(ui['init.env.profile'])}
${answers.profile === spec.name ? '# ' : ''}HOMOLOGA_PROFILE=${envValue(answers.profile)}

${comment(ui['init.env.client'])}
HOMOLOGA_CLIENT_ID=${envValue(answers.clientId)}
HOMOLOGA_CLIENT_SECRET=

${comment(ui['init.env.tokens'])}
HOMOLOGA_ACCESS_TOKEN=
HOMOLOGA_REFRESH_TOKEN=

${comment(ui['init.env.lang'])}
HOMOLOGA_LANG=${envValue(answers.lang)}
`
}

function yamlText(text: string): string {
  return text === '' ? '' : ` ${JSON.stringify(text)}`
}

/** `application.yaml`, every attribute with what it must hold. */
export function applicationTemplate(answers: Pick<InitAnswers, 'name' | 'lang'>, ui: Ui): string {
  const line = (key: string, words: keyof Ui, value = '') => `${comment(ui[words])}\n${key}:${value}`
  const lines = [
    line('name', 'init.yaml.name', yamlText(answers.name)),
    line('shortDescription', 'init.yaml.short-description'),
    line('description', 'init.yaml.description'),
    line('category', 'init.yaml.category'),
    line('logo', 'init.yaml.logo'),
    line('redirectLink', 'init.yaml.redirect-link'),
    line('homepageLink', 'init.yaml.homepage-link'),
    line('manualLink', 'init.yaml.manual-link'),
    line('videoLink', 'init.yaml.video-link'),
    line('rehearsalLink', 'init.yaml.rehearsal-link'),
    line('startLink', 'init.yaml.start-link'),
    line('visibility', 'init.yaml.visibility', ' public'),
    line('situation', 'init.yaml.situation', ' em-desenvolvimento'),
    line('nextSituation', 'init.yaml.next-situation', ' em-revisao'),
    line('purpose', 'init.yaml.purpose'),
    line('language', 'init.yaml.language', ' pt-BR'),
    `${comment(ui['init.yaml.scopes'])}\nscopes:\n#  - scope: Produtos\n#    why: …\n#    resources: [produtos]\n#    access: read`,
    `${comment(ui['init.yaml.answers'])}\nanswers:\n${questions.map((one) => questionLines(one, ui)).join('\n')}`,
  ]
  return `${comment(ui['init.yaml.head'])}\n\n${lines.join('\n\n')}\n`
}

function questionLines({ id, evidence }: (typeof questions)[number], ui: Ui): string {
  const file = evidence ? `\n    evidence: # ${ui['init.yaml.evidence']}` : ''
  return `${comment(ui[`question.${id}`], '  ')}\n  - question: ${id}\n    answer:\n    date:${file}`
}

function suiteFile(ui: Ui): string {
  return `// ${ui['init.suite.head'].replaceAll('\n', ' ')}
//   npx homologa contract produtos-da-conta --suite suites/produtos.mjs
export default {
  id: 'produtos-da-conta',
  steps: [
    {
      id: 'list',
      method: 'GET',
      path: '/produtos',
      query: { pagina: 1, limite: 5 },
      captures: ({ text }) => {
        const [first] = JSON.parse(text).data
        return first ? { idProduto: { text: String(first.id), value: first.id } } : {}
      },
      tags: ['read', 'nightly'],
    },
    { id: 'one', method: 'GET', path: '/produtos/{idProduto}', tags: ['read', 'nightly'] },
    { id: 'unknown', method: 'GET', path: '/produtos/99999999999', intent: 'unknown-record', tags: ['read'] },
  ],
}
`
}

function workflowFile({ profile, tokenUrl }: InitAnswers, ui: Ui): string {
  return `name: ${ui['init.workflow.name']}
on:
  schedule:
    - cron: '17 5 * * *'
  workflow_dispatch:
permissions:
  contents: read
${comment(ui['init.workflow.one-run'])}
concurrency: homologa
jobs:
  homologa:
    runs-on: ubuntu-latest
    timeout-minutes: 60
    steps:
      - uses: actions/checkout@v7
      - uses: actions/setup-node@v7
        with:
          node-version: 22
${comment(ui['init.workflow.live'], '      ')}
      - run: npx --yes homologa@${version} contract --target live --min-routes 20 --suite suites/produtos.mjs
        env:
          HOMOLOGA_BASE_URL: \${{ vars.HOMOLOGA_BASE_URL }}
          ${tokenUrl === '' ? '# ' : ''}HOMOLOGA_TOKEN_URL: \${{ vars.HOMOLOGA_TOKEN_URL }}
          HOMOLOGA_PROFILE: ${/^[\w./-]+$/.test(profile) ? profile : 'spec'}
          HOMOLOGA_CLIENT_ID: \${{ secrets.HOMOLOGA_CLIENT_ID }}
          HOMOLOGA_CLIENT_SECRET: \${{ secrets.HOMOLOGA_CLIENT_SECRET }}
          HOMOLOGA_TOKEN_COMMAND: \${{ secrets.HOMOLOGA_TOKEN_COMMAND }}
${comment(ui['init.workflow.reports'], '      ')}
      - uses: actions/upload-artifact@v7
        if: always()
        with:
          name: homologa
          path: reports/
          retention-days: 7
`
}

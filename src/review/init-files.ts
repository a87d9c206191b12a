import { version } from '../settings/version.js'
import { spec } from '../specification/profile.js'
import { questions } from '../specification/registration.js'
import { type Catalogue, fill } from '../words/catalogue.js'
import { applicationSchema } from './application-file.js'

/** What `homologa init` writes into the files. A text is empty if it is unknown. */
export interface InitAnswers {
  readonly name: string
  readonly baseUrl: string
  readonly tokenUrl: string
  readonly profile: string
  readonly clientId: string
  /** Command that starts the application. */
  readonly start: string
  readonly lang: string
  readonly ci: 'github' | 'gitlab'
  /** package.json names homologa, so that `npm ci` installs it. */
  readonly isDependency: boolean
  /** The command `start` is a guess, so it is written as a comment. */
  readonly isGuess: boolean
  /** Address of the JSON Schema of homologa.yaml. */
  readonly schema: string
}

export interface InitFile {
  readonly path: string
  readonly text: string
  /** It contains secrets, so only its owner may read it. */
  readonly isPrivate?: true
}

/** The starter files of `homologa init`. Their comments are in the language of the catalogue. */
export function createInitFiles(answers: InitAnswers, { ui }: Catalogue): InitFile[] {
  return [
    { path: '.env', text: envFile(answers, ui), isPrivate: true },
    { path: 'homologa.yaml', text: projectFile(answers, ui) },
    { path: 'application.yaml', text: applicationTemplate(answers, ui) },
    { path: 'suites/produtos.mjs', text: suiteFile(ui) },
    answers.ci === 'github'
      ? { path: '.github/workflows/homologa.yml', text: workflowFile(answers, ui) }
      : { path: '.gitlab-ci.yml', text: gitlabFile(answers, ui) },
  ]
}

type Ui = Catalogue['ui']

function comment(text: string, indent = ''): string {
  return text
    .split('\n')
    .map((line) => `${indent}# ${line}`)
    .join('\n')
}

/** Quotes a value of `.env` if necessary. Quotes in it are dropped, and a line end, which would begin another setting, is a space. */
function quoteEnvValue(text: string): string {
  const plain = text.replace(/[\r\n]/g, ' ').trim()
  return /^[\w./:@%+=,-]*$/.test(plain) ? plain : `'${plain.replaceAll("'", '')}'`
}

/** `NAME=address`. An unknown address is written as a comment, because an empty one is refused. */
function addressLine(name: string, address: string): string {
  return `${address === '' ? '# ' : ''}${name}=${quoteEnvValue(address)}`
}

function projectFile({ isGuess, lang, profile, schema, start }: InitAnswers, ui: Ui): string {
  return `# yaml-language-server: $schema=${schema}
${comment(ui['init.project.head'])}

${comment(ui['init.project.command'])}
${isGuess ? '# ' : ''}command: ${/^[\w./ -]+$/.test(start) ? start : JSON.stringify(start)}

${comment(ui['init.project.env'])}
# env:
#   BLING_URL: "{baseUrl}"

${comment(ui['init.env.profile'])}
${profile === spec.name ? '# ' : ''}profile: ${/^[\w./-]+$/.test(profile) ? profile : JSON.stringify(profile)}

${comment(ui['init.env.lang'])}
lang: ${lang}
`
}

/** The lines of our `.env` whose variables the user's own `.env` does not have, not even in a comment. */
export function findMissingEnvLines(answers: InitAnswers, ownText: string, { ui }: Catalogue): string[] {
  const setting = /^(?:# )?(HOMOLOGA_\w+)=/
  return envFile(answers, ui)
    .split('\n')
    .filter((line) => {
      const [, name] = setting.exec(line) ?? []
      return name !== undefined && !ownText.includes(`${name}=`)
    })
}

function envFile(answers: InitAnswers, ui: Ui): string {
  return `${comment(ui['init.env.head'])}

${comment(ui['init.env.base-url'])}
${addressLine('HOMOLOGA_BASE_URL', answers.baseUrl)}

${comment(ui['init.env.token-url'])}
${addressLine('HOMOLOGA_TOKEN_URL', answers.tokenUrl)}

${comment(ui['init.env.client'])}
HOMOLOGA_CLIENT_ID=${quoteEnvValue(answers.clientId)}
HOMOLOGA_CLIENT_SECRET=

${comment(ui['init.env.tokens'])}
HOMOLOGA_ACCESS_TOKEN=
HOMOLOGA_REFRESH_TOKEN=
`
}

/** `application.yaml`, with a comment above every attribute that says what belongs there. */
export function applicationTemplate(answers: Pick<InitAnswers, 'name' | 'lang'>, ui: Ui): string {
  // each value begins with a space or a line end, because it follows a colon
  const initialValues: Readonly<Record<string, string>> = {
    name: answers.name === '' ? '' : ` ${JSON.stringify(answers.name)}`,
    visibility: ' public',
    situation: ' em-desenvolvimento',
    nextSituation: ' em-revisao',
    language: ' pt-BR',
    scopes: '\n#  - scope: Produtos\n#    why: …\n#    resources: [produtos]\n#    access: read',
    answers: `\n${questions.map((question) => questionLines(question, ui)).join('\n')}`,
  }
  const lines = Object.keys(applicationSchema.shape).map((key) => {
    const kebabCase = key.replace(/[A-Z]/g, '-$&').toLowerCase()
    return `${comment(ui[`init.yaml.${kebabCase}` as keyof Ui])}\n${key}:${initialValues[key] ?? ''}`
  })
  return `${comment(ui['init.yaml.head'])}\n\n${lines.join('\n\n')}\n`
}

function questionLines({ id, evidence }: (typeof questions)[number], ui: Ui): string {
  const file = evidence ? `\n    evidence: # ${ui['init.yaml.evidence']}` : ''
  return `${comment(ui[`question.${id}`], '  ')}\n  - question: ${id}\n    answer:\n    date:${file}`
}

/** An example of a user's own suite. */
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

const NIGHTLY_COMMAND = 'npx homologa contract --target live --min-routes 20 --suite suites/produtos.mjs'

/** The command that installs homologa on a CI runner. If package.json does not name it, the variable of the command may name another package. */
function installStep({ isDependency }: InitAnswers, ui: Ui) {
  if (isDependency) return { note: '', command: 'npm ci' }
  return {
    note: fill(ui['init.workflow.package'], { version }),
    command: `npm install --no-save "\${PACKAGE_OF_HOMOLOGA:-homologa@${version}}"`,
  }
}

/** `.gitlab-ci.yml`, with a nightly contract run. */
function gitlabFile(answers: InitAnswers, ui: Ui): string {
  const { note, command } = installStep(answers, ui)
  return `homologa:
  image: node:22
  rules:
    - if: $CI_PIPELINE_SOURCE == "schedule" || $CI_PIPELINE_SOURCE == "web"
${comment(ui['init.workflow.one-run'], '  ')}
  resource_group: homologa
  timeout: 1h
  script:
${note === '' ? '' : `${comment(note, '    ')}\n`}    - ${command}
${comment(ui['init.workflow.live'], '    ')}
    - ${NIGHTLY_COMMAND}
${comment(ui['init.workflow.reports'], '  ')}
  artifacts:
    when: always
    access: developer
    expire_in: 7 days
    paths: [reports/]
    reports:
      junit: reports/*/junit.xml
`
}

/** The workflow of GitHub Actions, with a nightly contract run. */
function workflowFile(answers: InitAnswers, ui: Ui): string {
  const { isDependency, tokenUrl } = answers
  const { note, command } = installStep(answers, ui)
  const variables = isDependency
    ? ''
    : `\n        env:\n          PACKAGE_OF_HOMOLOGA: \${{ vars.PACKAGE_OF_HOMOLOGA }}`
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
${note === '' ? '' : `${comment(note, '      ')}\n`}      - run: ${command}${variables}
${comment(ui['init.workflow.live'], '      ')}
      - run: ${NIGHTLY_COMMAND}
        env:
          HOMOLOGA_BASE_URL: \${{ vars.HOMOLOGA_BASE_URL }}
          ${tokenUrl === '' ? '# ' : ''}HOMOLOGA_TOKEN_URL: \${{ vars.HOMOLOGA_TOKEN_URL }}
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

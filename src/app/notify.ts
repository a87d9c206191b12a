import { createTransport } from '../client/transport.js'
import { headlineOf, problemsOf, routesOf } from '../report/night.js'
import type { Report, ReportFinding } from '../report/report.js'
import { userAgent } from '../settings/version.js'
import { createOwnMasker, type Invocation, type InvocationOf } from './invocation.js'

/** Findings that a chat message names. */
const MOST_NAMED = 20
const TIMEOUT_MS = 10_000

/** The facts that a webhook gets. */
interface News {
  readonly report: Report
  readonly problems: readonly ReportFinding[]
  readonly headline: string
  /** The page of the CI job; null outside of CI. */
  readonly job: string | null
}

/** Posts the new problems (without `--against`: all) to the webhook of `--notify`. If that fails, it only warns: the run is judged. */
export async function notifyWebhook(invocation: InvocationOf<'contract'>, report: Report): Promise<void> {
  const { catalogue, clock, env, lang, options, settings, printMessage } = invocation
  const url = options.notify ?? settings.notify
  const problems = problemsOf(report).filter(({ since }) => since !== 'known')
  if (url === null || problems.length === 0) return
  // Flag and variable were checked when they were read (`webhook` in `kinds.ts`), so this is an address.
  const { host } = new URL(url)
  const news = { report, problems, headline: headlineOf(report, catalogue.ui, lang), job: jobOf(env) }
  const body = bodies[options.notifyFormat ?? formatOf(host)](news)
  const text = createOwnMasker(invocation).maskText(JSON.stringify(body))
  const transport = createTransport({
    clock,
    // A masked message may still look like a credential (`client_secret=…`), which the transport sends to these origins only.
    credentialOrigins: [url],
    network: settings.network,
    timeoutMs: Math.min(settings.timeoutMs, TIMEOUT_MS),
  })
  const headers = [
    ['content-type', 'application/json'],
    ['user-agent', userAgent],
  ] as const
  try {
    const bytes = new TextEncoder().encode(text)
    const { response, failure } = await transport.send({ method: 'POST', url, headers, body: bytes })
    const isAccepted = failure === null && response !== null && response.status < 300
    if (isAccepted) printMessage('notify.sent', { count: problems.length, host })
    else printMessage('notify.failed', { host, why: failure?.kind ?? `HTTP ${response?.status}` })
  } finally {
    transport.close()
  }
}

function formatOf(host: string): keyof typeof bodies {
  if (host === 'hooks.slack.com') return 'slack'
  const isTeams = /\.(webhook\.office\.com|logic\.azure\.com|powerplatform\.com)(:\d+)?$/.test(host)
  return isTeams ? 'teams' : 'generic'
}

const bodies = { generic: genericBody, slack: slackBody, teams: teamsBody } as const

function genericBody({ report, problems, headline, job }: News) {
  const { run, verdict, fixed = [] } = report
  const findingOf = (finding: ReportFinding) => {
    const { fingerprint, requirement, severity, message, hint } = finding
    return { fingerprint, requirement, severity, message, hint, routes: routesOf(finding) }
  }
  return {
    headline,
    verdict,
    run: run.id,
    command: run.command,
    startedAt: run.startedAt,
    target: run.target.baseUrl,
    url: job,
    new: problems.map(findingOf),
    fixed: fixed.map(findingOf),
  }
}

/** Slack reads `&`, `<` and `>` as markup. */
function slackBody(news: News) {
  const text = linesOf(news).join('\n')
  return { text: text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;') }
}

/** A message with one adaptive card, as the webhooks of Teams take it. */
function teamsBody(news: News) {
  const [title = '', ...lines] = linesOf(news)
  const block = (text: string, more = {}) => ({ type: 'TextBlock', text, wrap: true, ...more })
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: [block(title, { weight: 'Bolder' }), ...lines.map((line) => block(line))],
  }
  const contentType = 'application/vnd.microsoft.card.adaptive'
  return { type: 'message', attachments: [{ contentType, content }] }
}

function linesOf({ report, problems, headline, job }: News): string[] {
  const named = problems.slice(0, MOST_NAMED)
  const unnamed = problems.length - named.length
  return [
    `homologa ${report.run.command}: ${headline}`,
    ...named.map((finding) => `• ${routesOf(finding)[0] ?? ''} ${finding.message}`),
    ...(unnamed > 0 ? [`… +${unnamed}`] : []),
    ...(job === null ? [] : [job]),
  ]
}

/** The page of the CI job, on GitHub and GitLab. */
function jobOf({ CI_JOB_URL, GITHUB_REPOSITORY, GITHUB_RUN_ID, GITHUB_SERVER_URL }: Invocation['env']) {
  if (CI_JOB_URL) return CI_JOB_URL
  return GITHUB_RUN_ID ? `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}/actions/runs/${GITHUB_RUN_ID}` : null
}

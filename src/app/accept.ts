import { resolve } from 'node:path'
import { withAcceptance } from '../drift/acceptance.js'
import { writeWhole } from '../exchange/write-whole.js'
import { readTextFileIfAny } from '../node/text-file.js'
import type { Report, ReportFinding } from '../report/report.js'
import { oneLine } from '../report/safe-text.js'
import { didYouMean, unknownError } from '../settings/did-you-mean.js'
import { SettingsError } from '../words/errors.js'
import { ACCEPT_FILE } from './contract-findings.js'
import type { InvocationOf } from './invocation.js'
import { waitForWrite } from './kept-run.js'
import { earlierRuns } from './kept-runs.js'
import { type Outcome, passed } from './outcome.js'

/** `accept`: writes a finding of the newest contract run, with reason and last day, into the file that `contract --accept` reads. */
export async function run(invocation: InvocationOf<'accept'>): Promise<Outcome> {
  const { args, clock, options, settings, printMessage } = invocation
  const [fingerprint = ''] = args
  const { accept: file = ACCEPT_FILE, reason, until } = options
  if (until === undefined) throw new SettingsError('accept.missing', { flag: '--until', fingerprint })
  if (reason === undefined) throw new SettingsError('accept.missing', { flag: '--reason', fingerprint })
  const today = clock.wall().toISOString().slice(0, 10)
  if (until < today) throw new SettingsError('accept.past', { until })
  const [newest] = await earlierRuns(settings, 'contract')
  if (!newest) throw new SettingsError('accept.no-run')
  const { route, message } = findingIn(newest, fingerprint)
  const text = (await readTextFileIfAny(file, settings.cwd)) ?? ''
  const comment = oneLine(`${route ?? ''} ${message}`.trim())
  const added = await withAcceptance(text, file, { fingerprint, reason, expires: until, comment })
  await waitForWrite(file, writeWhole(resolve(settings.cwd, file), added, 0o644))
  printMessage('accept.written', { file, until, message: comment })
  return passed
}

/** @throws SettingsError if the run has no such finding; it names the most similar fingerprint */
function findingIn({ accepted = [], findings, run }: Report, fingerprint: string): ReportFinding {
  const all = new Map([...findings, ...accepted].map((finding) => [finding.fingerprint, finding]))
  const found = all.get(fingerprint)
  if (found) return found
  const near = didYouMean(fingerprint, [...all.keys()])
  throw unknownError('accept.unknown', near, { fingerprint, run: run.id })
}

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createBoard } from '../examine/board.js'
import type { Examination } from '../examine/examination.js'
import { type PageServer, servePage } from '../examine/page-server.js'
import type { Exchange } from '../exchange/exchange.js'
import { everyRevocation, type GradedRun, type Revocation } from '../judging/graded-traffic.js'
import { contentSecurityPolicy } from '../page/data/render-page.js'
import { writeEnvFileNow } from '../service/env-file.js'
import type { Notice } from '../service/resources/resources.js'
import type { Profile } from '../specification/profile.js'
import { throwWithFlag } from './embedded.js'
import type { InvocationOf } from './invocation.js'
import { type KeptRun, metaOf, pageRenderer } from './kept-run.js'
import type { Options } from './options.js'
import { repeatLine } from './publish.js'

/** The live page of an examination. */
export interface ShownPage extends Pick<PageServer, 'url' | 'port' | 'changed'> {
  notice(notice: Notice): void
  /** Adds a run that is over. `revokedAt`: the step at which its token was revoked. */
  addRun(run: GradedRun, exchanges: readonly Exchange[], revokedAt?: Revocation): void
  /** `report`: path of the report, which the page then shows. */
  close(report?: string): Promise<void>
}

/** Serves the live page of an examination; null under `--no-page`, or if the page was not built. */
export async function startPage(
  invocation: InvocationOf<'examine'>,
  examination: Examination,
  kept: KeptRun,
): Promise<ShownPage | null> {
  const { options, catalogue, lang, settings } = invocation
  const { host, noPage, pagePort: port, writeEnv } = options
  if (noPage === true) return null
  const { renderPage } = await pageRenderer()
  if (!renderPage) {
    invocation.printMessage('examine.page.missing')
    return null
  }
  const meta = { ...metaOf(kept.header), repeats: 0 }
  const repeatCommand = repeatLine(invocation, kept.header.seed)
  const board = createBoard({ examination, meta, catalogue, lang, repeatCommand })
  if (writeEnv !== undefined) board.setEnvFile(examination.service.application.id, writeEnv)
  const server = await servePage({
    board,
    html: (live) => renderPage(board.overview(live)),
    policy: contentSecurityPolicy,
    ...(port !== undefined && { port }),
    ...(host !== undefined && { host }),
    async createSession(name) {
      const application = examination.createSession(name)
      const envFile = join(settings.stateDir, 'sessions', `${kept.header.id}-${application.id}.env`)
      writeEnvFileNow(envFile, examination.clientSettings(application), settings.cwd)
      board.setEnvFile(application.id, envFile)
      invocation.printMessage('examine.session', { name, id: application.id, file: envFile })
      return { id: application.id, envFile }
    },
  }).catch(throwWithFlag({ flag: '--page-port', port }))
  return {
    ...server,
    addRun: board.addRun,
    notice(parameter) {
      board.notice(parameter)
      server.changed(null)
    },
    close: async (path) =>
      server.close(path === undefined ? undefined : { path, html: await readFile(path, 'utf8') }),
  }
}

type ServiceFlags = Pick<Options<'examine'>, 'runs' | 'invalidateAt' | 'enforce'>

/** Number of runs to judge; 0: any number. Default: 1; with `--invalidate-at each` one for each step, and one without. */
export function wantedRuns({ runs, invalidateAt }: ServiceFlags): number {
  return runs ?? (invalidateAt === 'each' ? everyRevocation.length : 1)
}

/** Options of the service: whether it refuses requests that break a rule or the profile's limit, and when it revokes tokens. */
export function examineServiceOptions({ enforce = false, invalidateAt }: ServiceFlags, profile: Profile) {
  return {
    profile,
    enforce,
    ...(enforce && { rate: profile.rate }),
    ...(invalidateAt !== undefined && { invalidateAt }),
  }
}

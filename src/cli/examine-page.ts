import { join } from 'node:path'
import { createBoard } from '../examine/board.js'
import type { Examination } from '../examine/examination.js'
import { servePage } from '../examine/page-server.js'
import type { Exchange } from '../exchange/exchange.js'
import type { GradedRun } from '../judging/grade-traffic.js'
import { writeEnvFileNow } from '../service/env-file.js'
import { SettingsError } from '../words/errors.js'
import type { Invocation } from './command.js'
import { envFileOf, integerOf } from './embedded.js'
import { type KeptRun, metaOf, pageRenderer } from './kept-run.js'
import { sayer } from './watched-run.js'

export interface ShownPage {
  /** null where no page is served. */
  readonly url: string | null
  changed(session: string | null): void
  keep(run: GradedRun, exchanges: readonly Exchange[]): void
  close(): Promise<void>
}

const noPage: ShownPage = { url: null, changed: () => {}, keep: () => {}, close: async () => {} }

/** Serves the live page beside an examination, unless it was refused or never built. */
export async function startPage(
  invocation: Invocation,
  examination: Examination,
  kept: KeptRun,
): Promise<ShownPage> {
  const { options, catalogue, lang, commandLine, settings } = invocation
  if (options.page === false) return noPage
  const { renderPage } = await pageRenderer()
  if (!renderPage) {
    sayer(invocation)('examine.page.missing')
    return noPage
  }
  const { contentSecurityPolicy } = await import('../page/data/render-page.js')
  const meta = { ...metaOf(kept.header), repeats: 0 }
  const board = createBoard({ examination, meta, catalogue, lang, repeatCommand: commandLine })
  const envFile = envFileOf(options)
  if (envFile !== null) board.nameEnvFile(examination.service.application.id, envFile)
  const port = integerOf(options.pagePort, '--page-port', 0, 65_535)
  const server = await servePage({
    board,
    html: (live) => renderPage(board.overview(live)),
    policy: contentSecurityPolicy,
    ...(port === undefined ? {} : { port }),
    ...(typeof options.host === 'string' ? { host: options.host } : {}),
    async createSession(name) {
      const application = examination.createSession(name)
      const envFile = join(settings.stateDir, 'sessions', `${kept.header.id}-${application.id}.env`)
      writeEnvFileNow(envFile, examination.clientSettings(application), settings.cwd)
      board.nameEnvFile(application.id, envFile)
      sayer(invocation)('examine.session', { name, id: application.id, file: envFile })
      return { id: application.id, envFile }
    },
  }).catch((error: NodeJS.ErrnoException) => {
    throw new SettingsError('settings.port', { port: port ?? 0, why: error.code ?? '' })
  })
  return { url: server.url, changed: server.changed, keep: board.keep, close: server.close }
}

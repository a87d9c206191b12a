import { resolve } from 'node:path'
import { type ClientSettings, envLines, writeEnvFileNow } from '../service/env-file.js'
import { stepOfDeath } from '../service/settings.js'
import { fill } from '../words/catalogue.js'
import { SettingsError } from '../words/errors.js'
import type { ExitStatus, Invocation } from './command.js'
import {
  embeddedLine,
  envFileOf,
  faultsOf,
  integerOf,
  invalidateAtOf,
  listFaults,
  startEmbedded,
  wantsFaultList,
} from './embedded.js'

/** Serves the embedded service alone, until it is interrupted. */
export async function run(invocation: Invocation): Promise<ExitStatus> {
  if (wantsFaultList(invocation)) {
    await listFaults(invocation)
    return 0
  }
  const { options, settings, io, catalogue, lang } = invocation
  const invalidateAt = invalidateAtOf(options.invalidateAt)
  const port = integerOf(options.port, '--port', 0, 65_535)
  const { service, listener } = await startEmbedded(
    {
      profile: settings.profile,
      enforce: true,
      ...(typeof options.seed === 'string' ? { seed: options.seed } : {}),
      ...(invalidateAt === undefined ? {} : { invalidateAt }),
      ...(options.deadToken === undefined ? {} : { deadToken: options.deadToken as '401' | '400' }),
      ...(options.hash === undefined ? {} : { hash: options.hash as 'rotating' | 'fixed' }),
      ...(await faultsOf(options.fault)),
    },
    {
      ...(port === undefined ? {} : { port }),
      ...(typeof options.host === 'string' ? { host: options.host } : {}),
    },
  )
  const client = { ...service.credentials, baseUrl: listener.baseUrl, tokenUrl: listener.tokenUrl }
  const envFile = envFileOf(options)
  if (envFile !== null) writeEnv(envFile, client, settings.cwd)
  const say = (key: keyof typeof catalogue.ui, values = {}) =>
    io.err(`${fill(catalogue.ui[key], values, lang)}\n`)
  say('cli.emulate.listening', { url: listener.baseUrl, seed: service.seed })
  if (Array.isArray(options.fault))
    io.err(embeddedLine(invocation, service.seed, String(invalidateAt ?? stepOfDeath(service.seed))))
  if (envFile !== null) say('cli.emulate.credentials', { file: envFile })
  else {
    say('cli.emulate.print')
    io.out(`${envLines(client).join('\n')}\n`)
  }
  say('cli.emulate.stop')
  await interrupted(io.signal)
  await listener.close()
  return 0
}

/** Before the first request can come in. */
function writeEnv(file: string, client: ClientSettings, cwd: string): void {
  try {
    writeEnvFileNow(file, client, cwd)
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code ?? ''
    throw new SettingsError('settings.not-writable', { path: resolve(cwd, file), why })
  }
}

function interrupted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    // a listening socket alone keeps the process alive
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

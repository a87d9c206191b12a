import { resolve } from 'node:path'
import { type ClientSettings, envLines, writeEnvFileNow } from '../service/env-file.js'
import { stepOfDeath } from '../service/settings.js'
import { SettingsError } from '../words/errors.js'
import {
  faultList,
  faultsOf,
  type MortalOptions,
  type StockedOptions,
  startEmbedded,
  stockedBy,
  tellEmbedded,
} from './embedded.js'
import type { Invocation } from './invocation.js'
import type { Outcome } from './outcome.js'

export interface EmulateOptions extends MortalOptions, StockedOptions {
  readonly port?: number
  readonly host?: string
  /** File for the settings of the client. */
  readonly writeEnv?: string
  readonly deadToken?: '401' | '400'
  readonly hash?: 'rotating' | 'fixed'
}

/** Serves the embedded service alone, until it is interrupted. */
export async function run(invocation: Invocation<EmulateOptions>): Promise<Outcome> {
  const { options, settings, tell, give, signal } = invocation
  const list = await faultList(options)
  if (list) return list
  const { port, host, writeEnv, fault, records: _, ...own } = options
  const { service, listener } = await startEmbedded(
    { profile: settings.profile, enforce: true, ...own, ...(await faultsOf({ ...(fault && { fault }) })) },
    {
      ...(port !== undefined && { port }),
      ...(host !== undefined && { host }),
      stocked: stockedBy(invocation),
    },
  )
  const client = { ...service.credentials, baseUrl: listener.baseUrl, tokenUrl: listener.tokenUrl }
  if (writeEnv !== undefined) writeClientSettings(writeEnv, client, settings.cwd)
  tell('cli.emulate.listening', { url: listener.baseUrl, seed: service.seed })
  if (fault) tellEmbedded(invocation, service.seed, own.invalidateAt ?? stepOfDeath(service.seed))
  if (writeEnv !== undefined) tell('cli.emulate.credentials', { file: writeEnv })
  else {
    tell('cli.emulate.print')
    give(`${envLines(client).join('\n')}\n`)
  }
  tell('cli.emulate.stop')
  await interrupted(signal)
  await listener.close()
  return { ending: 'interrupted' }
}

/** Before the first request can come in. @throws SettingsError where the file cannot be written */
export function writeClientSettings(file: string, client: ClientSettings, cwd: string): void {
  try {
    writeEnvFileNow(file, client, cwd)
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code ?? ''
    throw new SettingsError('settings.file-not-writable', { path: resolve(cwd, file), why })
  }
}

function interrupted(signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    // a listening socket alone keeps the process alive
    if (signal.aborted) done()
    else signal.addEventListener('abort', () => done(), { once: true })
  })
}

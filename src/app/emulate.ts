import { once } from 'node:events'
import { resolve } from 'node:path'
import { record } from '../exchange/masking.js'
import type { RawExchange } from '../exchange/raw.js'
import { codeOf } from '../node/thrown.js'
import { type ClientSettings, envLines, holdsOtherSettings, writeEnvFileNow } from '../service/env-file.js'
import { defaultInvalidationStep } from '../service/settings.js'
import { SettingsError } from '../words/errors.js'
import {
  faultsNamed,
  listFaultsIfAsked,
  malformedRequestReporter,
  startEmbedded,
  stockOptions,
  tellEmbedded,
  timedOptions,
} from './embedded.js'
import { createMaskerFor, type InvocationOf } from './invocation.js'
import type { Outcome } from './outcome.js'

/** `emulate`: serves the embedded service until it is interrupted. */
export async function run(invocation: InvocationOf<'emulate'>): Promise<Outcome> {
  const { options, settings, printMessage, printResult, signal } = invocation
  const faultTable = await listFaultsIfAsked(options)
  if (faultTable) return faultTable
  const { port, host, publicUrl, writeEnv, fault, enforce, invalidateAt, deadToken, hash } = options
  const { profile } = settings
  const tellMalformed = malformedRequestReporter(printMessage)
  const masker = createMaskerFor(invocation)
  const log = await invocation.display.log(masker, 'access')
  const { service, listener } = await startEmbedded(
    {
      profile,
      seed: options.seed,
      invalidateAt,
      deadToken,
      hash,
      // The rules of the procedure are always enforced; `--enforce` adds the profile's limit of requests.
      enforce: true,
      rate: enforce ? profile.rate : undefined,
      ...(await timedOptions(invocation)),
      faults: await faultsNamed(fault ?? []),
      onSecret: masker.register,
    },
    {
      port,
      host,
      publicUrl,
      // The messages about other malformed requests speak of grading, and this command grades nothing.
      onMalformed(malformed) {
        if (malformed.host !== null) tellMalformed(malformed)
      },
      ...(log.logsRequests && { onExchange: (raw: RawExchange) => log.exchange(record(raw, masker)) }),
      stock: stockOptions(invocation),
    },
  )
  const { seed } = service
  const client = { ...service.credentials, baseUrl: listener.baseUrl, tokenUrl: listener.tokenUrl }
  if (writeEnv !== undefined) writeClientSettings(writeEnv, client, settings.cwd)
  printMessage('cli.emulate.listening', { url: listener.ownUrl + service.basePath, seed })
  if (publicUrl !== undefined) printMessage('cli.public-url', { url: listener.baseUrl })
  // With faults, a user needs both values to see the same again.
  if (fault) tellEmbedded(invocation, seed, invalidateAt ?? defaultInvalidationStep(seed))
  if (writeEnv !== undefined) printMessage('cli.emulate.credentials', { file: writeEnv })
  else {
    printMessage('cli.emulate.print')
    printResult(`${envLines(client).join('\n')}\n`)
  }
  printMessage('cli.emulate.stop')
  // The listening socket keeps the process alive.
  if (!signal.aborted) await once(signal, 'abort')
  await listener.close()
  return { ending: 'interrupted' }
}

/** Writes the file of `--write-env`. @throws SettingsError if it cannot be written, or holds other settings than ours */
export function writeClientSettings(file: string, client: ClientSettings, cwd: string): void {
  const path = resolve(cwd, file)
  try {
    if (holdsOtherSettings(path)) throw new SettingsError('settings.env-file-taken', { path })
    writeEnvFileNow(path, client, cwd)
  } catch (error) {
    if (error instanceof SettingsError) throw error
    throw new SettingsError('settings.file-not-writable', { path, why: codeOf(error) })
  }
}

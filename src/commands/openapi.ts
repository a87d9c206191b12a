import type { OpenApiDocument } from '../drift/openapi/document.js'
import type { OwnDocumentOptions as ServedOptions } from '../service/document/own-document.js'
import type { ServedDocument } from '../service/document/served.js'
import type { Profile } from '../specification/profile.js'
import { readTextFile } from '../text-file.js'
import type { Invocation } from './invocation.js'

/** What every use case takes that may know routes of the user's own. */
export interface OwnDocumentOptions {
  /** The user's copy of a service's OpenAPI document. */
  readonly openapi?: string
}

type Given<O> = Pick<Invocation<O>, 'options' | 'settings'>

/**
 * A document to hold traffic against, or to answer from: without operations it would do so of nothing, and nobody would hear of it.
 *
 * @throws SettingsError where the file cannot be read, InputError with the line of what is wrong with it
 */
export async function readOpenApi(file: string, cwd: string): Promise<OpenApiDocument> {
  const [{ loadOpenApi }, { InputError }] = await Promise.all([
    import('../drift/openapi/document.js'),
    import('../drift/input-error.js'),
  ])
  const document = await loadOpenApi(await readTextFile(file, cwd), file)
  if (document.operations.length > 0) return document
  throw new InputError('openapi-empty', file, await document.locate(['paths']))
}

/** Names of the operations that the user's document has; none where it was not given. */
export async function ownRoutes({ options, settings }: Given<OwnDocumentOptions>): Promise<string[]> {
  if (options.openapi === undefined) return []
  return routesOf(await readOpenApi(options.openapi, settings.cwd))
}

/** Names of its operations, as profiles have them. */
export function routesOf({ operations }: OpenApiDocument): string[] {
  return operations.map(({ name }) => name).filter((name) => !/^(?:HEAD|OPTIONS|TRACE) /.test(name))
}

/** The profile with further routes. */
export function knowing(profile: Profile, routes: readonly string[]): Profile {
  return { ...profile, routes: [...(profile.routes ?? []), ...routes] }
}

/** The routes of the user's document go into the profile, and with it into the journal: who calls one asks for nothing unavailable. */
export async function withOwnRoutes<O extends OwnDocumentOptions>(
  invocation: Invocation<O>,
): Promise<Invocation<O>> {
  const { options, settings } = invocation
  if (options.openapi === undefined) return invocation
  const profile = knowing(settings.profile, await ownRoutes(invocation))
  return { ...invocation, settings: { ...settings, profile } }
}

/** A user's document, ready to be answered from. */
export type OwnDocument = Pick<ServedOptions, 'document' | 'onServed'>

/**
 * The user's document for the embedded service, which says how much of it is not its own anyway.
 *
 * @throws SettingsError, InputError as {@link readOpenApi}, and with the line of a schema that cannot be used
 */
export async function ownDocument({
  options: { openapi: file },
  settings: { cwd, profile },
  tell,
}: Given<OwnDocumentOptions> & Pick<Invocation, 'tell'>): Promise<{ readonly own?: OwnDocument }> {
  if (file === undefined) return {}
  const [document, { matchRoute }] = await Promise.all([
    readOpenApi(file, cwd),
    import('../specification/families/index.js'),
  ])
  const { operations } = document
  const strange = operations.filter(
    ({ method, path }) => !matchRoute(method, path.replaceAll(/\{[^}]*\}/g, '0'), profile.knowledge),
  )
  const all = operations.length
  if (strange.length === 0) tell('cli.openapi.known', { file, all })
  else tell('cli.openapi.served', { file, count: strange.length, all })
  return {
    own: {
      document: await servedOf(document),
      onServed: (route) => tell('cli.openapi.answered', { route, file }),
    },
  }
}

/** @throws InputError with the line of a schema that cannot be used */
export async function servedOf(document: OpenApiDocument): Promise<ServedDocument> {
  const { createServedDocument } = await import('../drift/openapi/serving/serve.js')
  return createServedDocument(document)
}

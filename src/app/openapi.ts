import type { OpenApiDocument } from '../drift/openapi/document.js'
import { readTextFile } from '../node/text-file.js'
import type { Invocation } from './invocation.js'
import type { Options } from './options.js'

/** Options of a use case that may know routes beyond the specification. */
type OwnDocumentOptions = Pick<Options<'judge'>, 'openapi'>

/**
 * Reads a document to compare traffic with. One without operations is refused, since comparing with nothing would pass silently.
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

/** Names of the operations in the user's document, as profiles have them; none where no document was given. */
export async function ownRoutes({
  options,
  settings,
}: Pick<Invocation<OwnDocumentOptions>, 'options' | 'settings'>): Promise<string[]> {
  if (options.openapi === undefined) return []
  const { operations } = await readOpenApi(options.openapi, settings.cwd)
  return operations.map(({ name }) => name).filter((name) => !/^(?:HEAD|OPTIONS|TRACE) /.test(name))
}

/** The routes of the user's document go into the profile, and with it into the journal: a request for one asks for nothing unavailable. */
export async function withOwnRoutes<O extends OwnDocumentOptions>(
  invocation: Invocation<O>,
): Promise<Invocation<O>> {
  const { options, settings } = invocation
  if (options.openapi === undefined) return invocation
  const { profile } = settings
  const routes = [...(profile.routes ?? []), ...(await ownRoutes(invocation))]
  return { ...invocation, settings: { ...settings, profile: { ...profile, routes } } }
}

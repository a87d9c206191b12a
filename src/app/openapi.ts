import type { OpenApiDocument } from '../drift/openapi/document.js'
import { readTextFile } from '../node/text-file.js'
import type { Invocation } from './invocation.js'
import type { Options } from './options.js'

/** Options of a use case that reads the user's OpenAPI document. */
type OwnDocumentOptions = Pick<Options<'judge'>, 'openapi'>

/**
 * Reads an OpenAPI document. A document without operations is refused, because a comparison with nothing would always pass.
 *
 * @throws SettingsError if the file cannot be read, InputError with the line of a mistake in it
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

/** The routes of the user's document: `GET /contatos`. Without `--openapi` there are none. */
export async function ownRoutes(invocation: Invocation<OwnDocumentOptions>): Promise<string[]> {
  const { options, settings } = invocation
  if (options.openapi === undefined) return []
  const { operations } = await readOpenApi(options.openapi, settings.cwd)
  return operations.map(({ name }) => name).filter((name) => !/^(?:HEAD|OPTIONS|TRACE) /.test(name))
}

/** Adds the routes of the user's document to the profile, and so to the journal, because requests to them are no mistake. */
export async function withOwnRoutes<O extends OwnDocumentOptions>(
  invocation: Invocation<O>,
): Promise<Invocation<O>> {
  const { options, settings } = invocation
  if (options.openapi === undefined) return invocation
  const { profile } = settings
  const routes = [...(profile.routes ?? []), ...(await ownRoutes(invocation))]
  return { ...invocation, settings: { ...settings, profile: { ...profile, routes } } }
}

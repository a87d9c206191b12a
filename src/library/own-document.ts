import { withOwnDocument } from '../commands/embedded.js'
import { knowing, readOpenApi, routesOf, servedOf } from '../commands/openapi.js'
import type { OpenResources, ResourceOptions } from '../service/resources/resources.js'
import type { Resources } from '../service/settings.js'
import type { Profile } from '../specification/profile.js'
import { told } from './told.js'

/** Routes beyond those that the embedded service knows. */
export interface OwnDocumentOptions {
  /**
   * File of an OpenAPI document of yours, 3.0 or 3.1, JSON or YAML: the routes in it that the service does not know are answered
   * from it, and calling them is no error of the application.
   */
  readonly openapi?: string
}

/** What is served: every route that we know, then those of the user's document. */
export interface Served {
  readonly resources: Resources
  /** Records of the routes that we know. */
  readonly stock: OpenResources['stock']
  /** Knows the routes of the document as well. */
  readonly profile: Profile
}

/** @throws where the document cannot be read or used; it says where it is wrong */
export async function servedBy(
  { openapi: file }: OwnDocumentOptions,
  profile: Profile,
  options: Omit<ResourceOptions, 'shapes'>,
): Promise<Served> {
  const { openResources } = await import('../service/resources/open.js')
  const resources = await openResources(options)
  const { stock } = resources
  if (file === undefined) return { resources, stock, profile }
  return await told(async () => {
    const read = await readOpenApi(file, process.cwd())
    const document = await servedOf(read)
    return {
      ...{ stock, resources: await withOwnDocument(resources, { ...options, document }) },
      profile: knowing(profile, routesOf(read)),
    }
  })
}

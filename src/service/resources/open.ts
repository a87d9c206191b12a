import type { OpenResources, ResourceOptions } from './resources.js'

/**
 * Creates the resources of the embedded service. It loads zod and the schemas of every resource only now, because runs
 * of the homologation do not need them.
 */
export async function openResources(options: Omit<ResourceOptions, 'shapes'>): Promise<OpenResources> {
  const [{ createResources }, { loadShapes }] = await Promise.all([
    import('./resources.js'),
    import('../../specification/shapes.js'),
  ])
  return createResources({ ...options, shapes: await loadShapes() })
}

import type { OpenResources, ResourceOptions } from './resources.js'

/** The resources of the embedded service, once their shapes are loaded: zod and the schemas of every family come with the first call. */
export async function openResources(options: Omit<ResourceOptions, 'shapes'>): Promise<OpenResources> {
  const [{ createResources }, { loadShapes }] = await Promise.all([
    import('./resources.js'),
    import('../../specification/shapes.js'),
  ])
  return createResources({ ...options, shapes: await loadShapes() })
}

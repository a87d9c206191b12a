export { invalidBodies, manyParameter, sampleBody } from './bodies.js'
export { resourceAt, resourceOf } from './list.js'
export {
  fillReferences,
  isSampleObject,
  referencesOf,
  type Sample,
  type SampleObject,
} from './resource.js'
export { isOwn, sampleOf } from './sample-of.js'

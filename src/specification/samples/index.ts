export {
  type BuiltBody,
  buildBody,
  type InvalidBody,
  invalidBodies,
  manyParameter,
  sampleBody,
} from './bodies.js'
export { resourceAt, resourceOf, resources } from './list.js'
export {
  fillReferences,
  isSampleObject,
  type Resource,
  referencesOf,
  type Sample,
  type SampleObject,
} from './resource.js'
export { isOwn, type SampleOptions, sampleOf } from './sample-of.js'

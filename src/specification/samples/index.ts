/** The parts of this folder that other folders use. */
export { invalidBodies, manyParameter, sampleBody } from './bodies.js'
export { resourceAt, resourceOf } from './list.js'
export {
  ownRecordRoutes,
  referenceName,
  referredByPath,
  referredCollections,
  userBodyName,
  vocabularies,
} from './references.js'
export {
  type Filling,
  fillSample,
  isSampleObject,
  type Reference,
  referencesIn,
  referencesOf,
  type Sample,
  type SampleObject,
} from './resource.js'
export { isReadOnly, sampleOf } from './sample-of.js'
export { uniqueForms } from './unique.js'

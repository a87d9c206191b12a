/**
 * The steps that take a record of the run's own through its life: create, read, change, act upon, remove. `contract.ts`
 * chooses them by the routes of a family. `record` is the name of the capture that has the record's identifier, usually `created`.
 * The unique values of a body are derived from it, so a body for no such record has a name of its own (`broken`, `unknown`).
 * A `suffix` is added to the step's name if a route is called several times.
 */
import type { Captures, StepResponse, SuiteStep } from '../src/run/suite.js'
import type { Route } from '../src/specification/route.js'
import { invalidBodies, manyParameter } from '../src/specification/samples/index.js'
import { captureCreatedId, captureFlag } from './captures.js'
import { sendUnknownId } from './reads.js'
import {
  hasOptionalFields,
  pathOnRecord,
  requiredFieldsText,
  sampleText,
  step,
  stepName,
  textWithValuesOf,
  UNKNOWN_ID,
} from './steps.js'

export interface LifeCycle {
  readonly create: Route
  readonly read: Route
  readonly replace?: Route | undefined
  readonly patch?: Route | undefined
  readonly remove?: Route | undefined
  /** Default: `created`. */
  readonly record?: string
  /** Steps on the record before it is removed. */
  readonly between?: readonly SuiteStep[]
  /** Actions that are sent to the removed record. Each must be refused with 404. */
  readonly onRemoved?: readonly Route[]
}

/**
 * Takes a record through its life: invalid creates, create, read, replace, read, fill again, patch, read, the steps
 * `between`, remove, and requests to the removed record.
 */
export function lifeCycle(life: LifeCycle): SuiteStep[] {
  const { create, read, replace, patch, remove, record = 'created', between = [], onRemoved = [] } = life
  const changes = [replace, patch].filter((route) => route !== undefined)
  const steps = [
    ...sendInvalidBodies(create),
    createOwn(create, record, ''),
    readOwn(read, 'created', record),
  ]
  if (replace) steps.push(...replaceAndRead(replace, read, record))
  // only further steps need the record's fields again; a PATCH must find other values than its own, so those of the create
  if (replace && (patch || between.length > 0))
    steps.push(...replaceWithAllFields(replace, read, record, patch ? create : replace))
  if (patch)
    steps.push(actOn(patch, record), readOwn(read, 'patched', record), ...sendInvalidChanges(patch, record))
  steps.push(...between)
  if (remove) steps.push(...removeAndCheck(remove, read, record, [...changes, ...onRemoved]))
  else steps.push(...changes.map(writeToUnknownId))
  return onlyFor([create], steps)
}

/** Replaces the record and reads it, then again with fewer fields, and sends invalid replacements. */
function replaceAndRead(replace: Route, read: Route, record: string): SuiteStep[] {
  const steps = [actOn(replace, record), readOwn(read, 'replaced', record)]
  if (hasOptionalFields(replace)) {
    const body = requiredFieldsText(replace, record)
    steps.push(
      step(replace, 'fewer', { path: pathOnRecord(replace, record), body }),
      readOwn(read, 'replaced-fewer', record),
    )
  }
  return [...steps, ...sendInvalidChanges(replace, record)]
}

/**
 * Gives a record all fields again after `replaceAndRead` left it with the required ones: only fields with a value show
 * whether a later PATCH removes them. The values are those of the body of `source`.
 */
function replaceWithAllFields(replace: Route, read: Route, record: string, source: Route): SuiteStep[] {
  if (!hasOptionalFields(replace)) return []
  const body = textWithValuesOf(source, replace, record)
  return [
    step(replace, 'whole', { path: pathOnRecord(replace, record), body }),
    readOwn(read, 'whole', record),
  ]
}

/** Removes the record, and then tries to read it, to send it `writes` and to remove it again. */
export function removeAndCheck(
  remove: Route,
  read: Route,
  record = 'created',
  writes: readonly Route[] = [],
): SuiteStep[] {
  const removed = removedFlag(record)
  // without a body only a malformed identifier can cause the 400 that the specification lists for the route
  const malformed = [...writes, remove].filter(({ errors, body }) => errors.includes(400) && !body)
  return [
    removeOwn(remove, record),
    sendToRemoved(read, 'gone', record, removed),
    ...writes.map((route) => sendToRemoved(route, 'gone', record, removed)),
    sendToRemoved(remove, 'again', record, removed),
    ...malformed.map((route) => sendMalformedToRemoved(route, record, removed)),
  ]
}

/** The capture that says that the record was removed. */
function removedFlag(record: string): string {
  return record === 'created' ? 'removed' : `${record}Removed`
}

/**
 * Sends a valid request to a record that this run removed. Any other unknown identifier might belong to a record of the user.
 * `removed` is the capture that says that the record was removed.
 */
function sendToRemoved(route: Route, suffix: string, record: string, removed: string): SuiteStep {
  return step(route, suffix, {
    path: pathOnRecord(route, record),
    ...(route.body && { body: sampleText(route, record) }),
    needs: [removed],
    intent: 'unknown-record',
    tags: [route.method === 'GET' ? 'gone' : 'unknown'],
  })
}

function sendMalformedToRemoved(route: Route, record: string, removed: string): SuiteStep {
  const path = pathOnRecord(route, record).replace(`{${record}}`, `{${record}}-x`)
  return step(route, 'malformed', { path, needs: [removed], intent: 'invalid', tags: ['invalid'] })
}

/** Creates a further record for actions that change more than the record, and removes it if there is a route for it. */
export function actOnNewRecord(
  { create, read, remove }: Pick<LifeCycle, 'create' | 'read' | 'remove'>,
  actions: readonly Route[],
): SuiteStep[] {
  return onlyFor(actions, [
    createOwn(create, 'acted'),
    readOwn(read, 'acted', 'acted'),
    ...actions.map((action) => actOn(action, 'acted')),
    ...(remove ? [removeOwn(remove, 'acted', 'acted')] : []),
  ])
}

/** Creates two records, removes both with one request, and sends `writes` to a removed one. */
export function removeSeveral(
  { create, read }: Pick<LifeCycle, 'create' | 'read'>,
  removeMany: Route,
  writes: readonly Route[] = [],
): SuiteStep[] {
  const records = ['first', 'second']
  const removed = 'severalRemoved'
  const parameter = manyParameter(removeMany.id) ?? 'ids[]'
  return onlyFor(
    [removeMany],
    [
      ...records.flatMap((record) => [createOwn(create, record), readOwn(read, record, record)]),
      step(removeMany, '', {
        query: { [parameter]: records.map((record) => `{${record}}`) },
        provides: removed,
        // 200 may mean that some of them were not found
        captures: (response) => (response.status === 204 ? captureFlag(removed) : {}),
      }),
      ...records.map((record) => sendToRemoved(read, `${record}-gone`, record, removed)),
      ...writes.map((route) => sendToRemoved(route, 'gone', 'first', removed)),
    ],
  )
}

/** Sends a request to the record, and reads its effect. */
export function actAndRead(route: Route, thenRead: Route, record = 'created', suffix = ''): SuiteStep[] {
  return [actOn(route, record, suffix), readOwn(thenRead, stepName(route, suffix), record)]
}

/** Sets the situations 0 and 1 of a custom field and reads them, and then sends invalid ones. */
export function setSituations(route: Route, thenRead: Route): SuiteStep[] {
  const path = pathOnRecord(route, 'created')
  const valid = [0, 1].flatMap((situacao) => [
    step(route, String(situacao), { path, body: () => JSON.stringify({ situacao }) }),
    readOwn(thenRead, `situation-${situacao}`),
  ])
  const invalid = invalidBodies(route.id).map(({ name, text }) =>
    step(route, name, { path, body: () => text, intent: 'invalid' }),
  )
  return [...valid, ...invalid, readOwn(thenRead, 'situation-kept')]
}

/** Marks steps that prepare or check requests to these routes. If no such route may be called, they are not sent. */
export function onlyFor(routes: readonly Route[], steps: readonly SuiteStep[]): SuiteStep[] {
  const serves = routes.map(({ id }) => id)
  return steps.map((suiteStep) => ({
    ...suiteStep,
    serves: suiteStep.serves ?? serves,
    tags: [...new Set([...(suiteStep.tags ?? []), 'life-cycle'])],
  }))
}

/** Creates a record of the run's own, and captures its identifier as `record`. */
export function createOwn(route: Route, record: string, suffix = record): SuiteStep {
  const captures = (response: StepResponse) => captureCreatedId(response, record)
  return step(route, suffix, { record, provides: record, captures })
}

export function readOwn(route: Route, suffix: string, record = 'created'): SuiteStep {
  return step(route, suffix, { path: pathOnRecord(route, record) })
}

export function removeOwn(route: Route, record = 'created', suffix = ''): SuiteStep {
  const provides = removedFlag(record)
  const captures = () => captureFlag(provides)
  return step(route, suffix, { path: pathOnRecord(route, record), provides, captures })
}

/** Sends an update or another request to the run's own record. */
export function actOn(route: Route, record = 'created', suffix = ''): SuiteStep {
  return step(route, suffix, { path: pathOnRecord(route, record) })
}

/** Sends invalid changes to the run's own record; only broken JSON if the specification does not show the route's body and errors. */
function sendInvalidChanges(route: Route, record: string): SuiteStep[] {
  const steps = sendInvalidBodies(route, pathOnRecord(route, record))
  // broken JSON is the last of the invalid bodies
  return route.tabulated ? steps : steps.slice(-1)
}

function sendInvalidBodies(route: Route, path = route.path): SuiteStep[] {
  const valid = sampleText(route, 'broken')
  return invalidBodies(route.id).map(({ name, text }) => {
    // broken JSON has the run's mark and lacks the last brace: if a service accepts it, the record can be found again
    const body = (captures: Captures) =>
      name === 'broken-json' ? (valid(captures)?.slice(0, -1) ?? text) : text
    return step(route, name, { path, body, intent: 'invalid', tags: ['invalid'] })
  })
}

/** For families without a DELETE: sends a change to an identifier that does not exist. The gate keeps it back from a live account. */
function writeToUnknownId(route: Route): SuiteStep {
  return sendUnknownId(route, UNKNOWN_ID, { body: sampleText(route, 'unknown') })
}

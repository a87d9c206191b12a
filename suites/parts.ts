/**
 * The parts that the contract of a resource is made of. Actions are route ids without the family (`create`); those of another family have
 * it (`produtos/create`).
 */
import { idBetween } from '../src/rules/lists/page-flaws.js'
import type { JsonSlice } from '../src/run/json-slice.js'
import type { Captures, StepAnswer, SuiteStep } from '../src/run/suite.js'
import { allRoutes } from '../src/specification/find-route.js'
import type { Route } from '../src/specification/route.js'
import { invalidBodies, manyParameter } from '../src/specification/samples/index.js'
import {
  canLeaveOut,
  createdId,
  fewerText,
  flag,
  forTheSakeOf,
  fromData,
  idsCaptured,
  idsIn,
  idsListed,
  listed,
  listedBy,
  localName,
  nameAtEnd,
  onRecord,
  routeOf,
  sampleText,
  showsOtherThanAsked,
  step,
  type Takes,
  UNKNOWN_ID,
  unchangedText,
} from './steps.js'

/** Steps of a family. */
export type Part = (family: string) => readonly SuiteStep[]

/** A list as it comes; what its records show is captured: the identifier under `as`, fields under the names of `takes`. */
export function list(
  action: string,
  as: string | null = null,
  takes: Takes = {},
  asked: Pick<SuiteStep, 'query'> = {},
): Part {
  return (family) => {
    const route = routeOf(family, action)
    const captures = (answer: StepAnswer) => ({
      ...listed(answer, route, as, takes),
      ...idsCaptured(answer, wholeOf(action)),
    })
    return [step(route, action, { ...asked, captures })]
  }
}

/** A page that no list has. */
const BEYOND = 1_000_000

/** Under which name the identifiers of a whole list are captured. */
function wholeOf(action: string): string {
  return `whole ${action}`
}

/**
 * Two short pages, which must share no record and leave none out, and one beyond the end, which must repeat none. A record that somebody
 * creates or deletes meanwhile moves others to another page, so the page or the list that the second contradicts is read once more.
 */
export function pages(action: string, { query = {} }: Pick<SuiteStep, 'query'> = {}): Part {
  return (family) => {
    const firstPage = `page 1 ${action}`
    const limite = 2
    const at = (pagina: number, rest: Partial<SuiteStep> = {}) =>
      step(routeOf(family, action), `${action}-page-${pagina === BEYOND ? 'beyond' : pagina}`, {
        query: { ...query, pagina, limite },
        tags: ['paging'],
        ...rest,
      })
    const repeats = (answer: StepAnswer, captures: Captures) =>
      idsListed(answer).some((id) => idsIn(captures[firstPage]).includes(id))
    const loses = (answer: StepAnswer, captures: Captures) => {
      const [whole, before, ids] = [
        idsIn(captures[wholeOf(action)]),
        idsIn(captures[firstPage]),
        idsListed(answer),
      ]
      return ids.length === 0 ? whole.length > limite : idBetween(whole, [...before, ...ids]) !== undefined
    }
    return [
      at(1, { captures: (answer) => idsCaptured(answer, firstPage) }),
      at(2, {
        rechecks: [
          { capture: firstPage, isNeeded: repeats },
          { capture: wholeOf(action), isNeeded: loses },
        ],
      }),
      at(BEYOND),
    ]
  }
}

/**
 * Narrows a list by each of these values. `{captured}` values are replaced by what {@link list} captured, and that
 * list is read again if a filtered one contradicts it. The list without filters may be empty because it is narrowed
 * by default, so fixed values capture an identifier as well.
 */
export function filters(
  action: string,
  values: Readonly<Record<string, readonly (string | number)[]>>,
  as: string | null = null,
): Part {
  return (family) =>
    Object.entries(values).flatMap(([name, each]) =>
      each.map((value, i) => {
        const route = routeOf(family, action)
        return step(route, `${action}-by-${name}${each.length > 1 ? `-${i + 1}` : ''}`, {
          query: { [name]: value },
          tags: ['filter'],
          ...(typeof value === 'number'
            ? { captures: (answer) => listedBy(answer, route, as, { name, value }) }
            : {
                rechecks: [
                  { capture: value.slice(1, -1), isNeeded: (answer) => idsListed(answer).length === 0 },
                ],
              }),
        })
      }),
    )
}

/** A list with filters that its table excludes. */
export function badFilters(action: string, values: Readonly<Record<string, string | number>>): Part {
  return (family) =>
    Object.entries(values).map(([name, value]) =>
      step(routeOf(family, action), `${action}-by-bad-${name}`, {
        query: { [name]: value },
        intent: 'invalid',
        tags: ['filter'],
      }),
    )
}

/** The same request without a token. */
export function refusal(action: string, asked: Pick<SuiteStep, 'query'> = {}): Part {
  return (family) => [
    step(routeOf(family, action), `${action}-without-token`, {
      ...asked,
      intent: 'without-token',
      tags: ['token'],
    }),
  ]
}

/** Reads one record whose identifier was captured. `takes` captures further values from it. */
export function read(
  action: string,
  takes?: (data: JsonSlice) => Captures,
  asked: Pick<SuiteStep, 'query'> = {},
): Part {
  return (family) => [
    step(routeOf(family, action), action, {
      ...asked,
      rechecks: [{ capture: nameAtEnd(routeOf(family, action)), isNeeded: showsOtherThanAsked }],
      ...(takes && { captures: (answer: StepAnswer) => fromData(answer, takes) }),
    }),
  ]
}

/** An identifier that no record has. */
export function unknown(action: string, id = UNKNOWN_ID): Part {
  return (family) => {
    const route = routeOf(family, action)
    const path = route.path.replace(/\{\w+\}/, id)
    return [step(route, `${action}-unknown`, { path, intent: 'unknown-record', tags: ['unknown'] })]
  }
}

/** An identifier that no record can have: digits followed by a text, or a blank where identifiers are texts. */
export function malformed(action: string, id = '{id}-x'): Part {
  return (family) => {
    const route = routeOf(family, action)
    const path = route.path.replace(/\{(\w+)\}/, (_, name: string) => id.replace('{id}', `{${name}}`))
    return [step(route, localName(`${action}-malformed`), { path, intent: 'invalid', tags: ['invalid'] })]
  }
}

export interface LifeCycle {
  readonly create: string
  readonly read: string
  readonly replace?: string | undefined
  readonly patch?: string | undefined
  readonly remove?: string | undefined
  /** Name of the capture, where a family has several such lives. Default: `created`. */
  readonly as?: string
  /** Between reading back and removing; on the record `{created}`. */
  readonly between?: readonly Part[]
  /** Actions that are tried on what is gone: each must be a 404. */
  readonly onGone?: readonly string[]
}

/**
 * The life of a record: invalid creates, create, read, replace, read, fill again, patch, read, the parts of
 * `between`, remove, gone.
 */
export function lifeCycle(life: LifeCycle): Part {
  const { create, read, replace, patch, remove, as = 'created', between = [], onGone = [] } = life
  return (family) => {
    const changes = [replace, patch].filter((action) => action !== undefined)
    const parts = [
      invalid(create),
      createOwn(create, as, create),
      readOwn(read, 'created', as),
      ...(replace ? replacement(replace, read, as) : []),
      ...(replace && (patch || between.length > 0) ? [wholeAgain(replace, read, as, patch && create)] : []),
      ...(patch ? [changeOwn(patch, as), readOwn(read, 'patched', as), invalidChange(patch, as)] : []),
      ...between,
      ...(remove ? removal(remove, read, as, [...changes, ...onGone]) : changes.map(unknownWrite)),
    ]
    return forTheSakeOf(
      [routeOf(family, create).id],
      parts.flatMap((part) => part(family)),
    )
  }
}

/** Replaced and read, then with less, which must be gone; invalid ones are refused. */
function replacement(replace: string, read: string, as: string): Part[] {
  const fewer: Part = (family) => {
    const route = routeOf(family, replace)
    if (!canLeaveOut(route)) return []
    const path = onRecord(route, as)
    return [
      step(route, localName(`${replace}-fewer`), { path, body: fewerText(route, as) }),
      ...readOwn(read, 'replaced-fewer', as)(family),
    ]
  }
  return [changeOwn(replace, as), readOwn(read, 'replaced', as), fewer, invalidChange(replace, as)]
}

/**
 * Fills a record again that was replaced with fewer fields, because an empty record cannot show that a PATCH removes
 * fields. With `create`, the values of that create are used, because a PATCH to values that the record already holds
 * shows no effect.
 */
function wholeAgain(replace: string, read: string, as: string, create?: string): Part {
  return (family) => {
    const route = routeOf(family, replace)
    if (!canLeaveOut(route)) return []
    const body =
      create === undefined ? sampleText(route, as) : unchangedText(route, routeOf(family, create), as)
    const whole = step(route, localName(`${replace}-whole`), { path: onRecord(route, as), body })
    return [whole, ...readOwn(read, 'whole', as)(family)]
  }
}

/** Removed, gone, and not to be changed, acted upon or removed again. */
function removal(remove: string, read: string, as: string, writes: readonly string[]): Part[] {
  const after = removedFlag(as)
  return [
    removeOwn(remove, as),
    readGone(read, 'gone', as, after),
    ...writes.map((action) => onRemoved(action, as, after, `${action}-gone`)),
    onRemoved(remove, as, after, `${remove}-again`),
    malformedOnRemoved([...writes, remove], as, after),
  ]
}

function removedFlag(as: string): string {
  return as === 'created' ? 'removed' : `${as}Removed`
}

/**
 * Sends a sound operation on a record that this run deleted: the only unknown record that is certainly not somebody
 * else's.
 */
function onRemoved(action: string, as: string, after: string, label: string): Part {
  return (family) => {
    const route = routeOf(family, action)
    return [
      step(route, localName(label), {
        path: onRecord(route, as),
        ...(route.body && { body: sampleText(route, as) }),
        needs: [after],
        intent: 'unknown-record',
        tags: ['unknown'],
      }),
    ]
  }
}

/** Sends malformed identifiers where the tables name a 400 that no body can cause. */
function malformedOnRemoved(actions: readonly string[], as: string, after: string): Part {
  return (family) =>
    actions
      .filter((action) => routeOf(family, action).errors.includes(400) && !routeOf(family, action).body)
      .map((action) => {
        const route = routeOf(family, action)
        return step(route, localName(`${action}-malformed`), {
          path: onRecord(route, as).replace(`{${as}}`, `{${as}}-x`),
          needs: [after],
          intent: 'invalid',
          tags: ['invalid'],
        })
      })
}

/** A record of its own for actions that change more than it: created, read back, acted upon, removed where that is possible. */
export function actions(
  { create, read, remove }: Pick<LifeCycle, 'create' | 'read' | 'remove'>,
  acts: readonly string[],
): Part {
  return (family) => {
    const parts = [
      createOwn(create, 'acted'),
      readOwn(read, 'acted', 'acted'),
      ...acts.map((act) => actOn(act, 'acted')),
      ...(remove ? [removeOwn(remove, 'acted', `${remove}-acted`)] : []),
    ]
    return forTheSakeOf(
      acts.map((act) => routeOf(family, act).id),
      parts.flatMap((part) => part(family)),
    )
  }
}

/** Two records of its own, deleted by one request, and gone; `writes` are tried on what is gone. */
export function removeSeveral(
  create: string,
  read: string,
  removeMany: string,
  writes: readonly string[] = [],
): Part {
  return (family) => {
    const route = routeOf(family, removeMany)
    const name = manyParameter(route.id) ?? 'ids[]'
    const several = step(route, removeMany, {
      query: { [name]: ['{first}', '{second}'] },
      provides: 'severalRemoved',
      captures: (answer) => (answer.status === 204 ? flag('severalRemoved') : {}),
    })
    const parts = [
      createOwn(create, 'first'),
      readOwn(read, 'first', 'first'),
      createOwn(create, 'second'),
      readOwn(read, 'second', 'second'),
      () => [several],
      readGone(read, 'first-gone', 'first', 'severalRemoved'),
      readGone(read, 'second-gone', 'second', 'severalRemoved'),
      ...writes.map((action) => onRemoved(action, 'first', 'severalRemoved', `${action}-gone`)),
    ]
    return forTheSakeOf(
      [route.id],
      parts.flatMap((part) => part(family)),
    )
  }
}

/** A request on the record, and a read of what it brought about. */
export function actAndRead(action: string, thenRead: string, as = 'created', label = action): Part {
  return (family) => [...actOn(action, as, label)(family), ...readOwn(thenRead, label, as)(family)]
}

/** Sends a request whose body names the record `{created}`, such as a situation for several, and reads the result. */
export function nameCreated(action: string, thenRead: string): Part {
  return (family) => [
    step(routeOf(family, action), action, { needs: ['created'] }),
    ...readOwn(thenRead, action)(family),
  ]
}

/** The custom field's situations: 0 and 1 are accepted and shown, nothing else is accepted. */
export function situations(action: string, readAction: string): Part {
  return (family) => {
    const route = routeOf(family, action)
    const path = onRecord(route, 'created')
    const set = (situacao: number): SuiteStep[] => [
      step(route, `${action}-${situacao}`, { path, body: () => JSON.stringify({ situacao }) }),
      ...readOwn(readAction, `situation-${situacao}`, 'created')(family),
    ]
    const refused = invalidBodies(route.id).map(({ name, text }) =>
      step(route, `${action}-${name}`, { path, body: () => text, intent: 'invalid' }),
    )
    return [...set(0), ...set(1), ...refused, ...readOwn(readAction, 'situation-kept', 'created')(family)]
  }
}

/** An update of what belongs to the whole account. Its own text stays where the read showed none. */
export function replaceOnly(action: string): Part {
  return (family) => [step(routeOf(family, action), action)]
}

/** A list of another collection: for its first record, captured for paths and queries of reads, or to know what was there before. */
export function find(collection: string, as: string | null = null): Part {
  return () => {
    const route = listAt(collection)
    return route ? [findStep(route, as)] : []
  }
}

/** Marks steps as done for the sake of some routes: without them they are not sent. */
export function forSakeOf(actions: readonly string[], parts: readonly Part[]): Part {
  return (family) =>
    forTheSakeOf(
      actions.map((action) => routeOf(family, action).id),
      parts.flatMap((part) => part(family)),
    )
}

/** Creates a record of the run's own, and captures its identifier under `as`. */
export function createOwn(create: string, as: string, label = `${create}-${as}`): Part {
  return (family) => {
    const route = routeOf(family, create)
    const captures = (answer: StepAnswer) => createdId(answer, as)
    return [step(route, localName(label), { record: as, provides: as, captures })]
  }
}

export function readOwn(action: string, label: string, as = 'created'): Part {
  return (family) => {
    const route = routeOf(family, action)
    return [step(route, localName(`${action}-${label}`), { path: onRecord(route, as) })]
  }
}

/** A read of what was deleted, if it was: `after` is the capture that says so. */
function readGone(action: string, label: string, as: string, after: string): Part {
  return (family) => {
    const route = routeOf(family, action)
    const rest = {
      path: onRecord(route, as),
      needs: [after],
      intent: 'unknown-record',
      tags: ['gone'],
    } as const
    return [step(route, localName(`${action}-${label}`), rest)]
  }
}

/** Removes the record, finds it gone, and can do no more to it. */
export function removeForGood(remove: string, read: string): Part {
  return (family) => removal(remove, read, 'created', []).flatMap((part) => part(family))
}

export function removeOwn(action: string, as = 'created', label = action): Part {
  return (family) => {
    const route = routeOf(family, action)
    const provides = removedFlag(as)
    const captures = () => flag(provides)
    return [step(route, localName(label), { path: onRecord(route, as), provides, captures })]
  }
}

export function actOn(action: string, as: string, label = action): Part {
  return (family) => {
    const route = routeOf(family, action)
    return [step(route, localName(label), { path: onRecord(route, as) })]
  }
}

/** An update of the run's own record. */
export const changeOwn = (action: string, as = 'created'): Part => actOn(action, as)

function findStep(route: Route, as: string | null): SuiteStep {
  const name = ['find', ...route.path.split('/').filter(Boolean)].join('-')
  return step(route, name, {
    query: { limite: 5 },
    tags: ['lookup'],
    captures: (answer) => listed(answer, route, as, {}),
  })
}

function listAt(collection: string): Route | null {
  return (
    allRoutes('specification').find(({ method, path }) => method === 'GET' && path === collection) ?? null
  )
}

function invalid(create: string): Part {
  return (family) => invalidSteps(routeOf(family, create), create)
}

/** Sends invalid changes to the run's own record. If the tables name no 400 for it, only a broken body. */
function invalidChange(action: string, as: string): Part {
  return (family) => {
    const route = routeOf(family, action)
    const steps = invalidSteps(route, action, onRecord(route, as))
    return route.tabulated ? steps : steps.slice(-1)
  }
}

function invalidSteps(route: Route, action: string, path = route.path): SuiteStep[] {
  const whole = sampleText(route, 'broken')
  return invalidBodies(route.id).map(({ name, text }) => {
    // a service that reads it all the same makes a record, which must show the mark
    const body = (captures: Captures) =>
      name === 'broken-json' ? (whole(captures)?.slice(0, -1) ?? text) : text
    return step(route, localName(`${action}-${name}`), { path, body, intent: 'invalid', tags: ['invalid'] })
  })
}

/** Writes to an identifier that does not exist, if the resource has no DELETE. The gate blocks it on a live account. */
function unknownWrite(action: string): Part {
  return (family) => {
    const route = routeOf(family, action)
    const path = route.path.replace(/\{\w+\}/, UNKNOWN_ID)
    return [
      step(route, localName(`${action}-unknown`), {
        path,
        body: sampleText(route, 'unknown'),
        intent: 'unknown-record',
        tags: ['unknown'],
      }),
    ]
  }
}

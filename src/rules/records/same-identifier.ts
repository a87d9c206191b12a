import { isObject, type Json, property } from '../../exchange/json.js'
import { onList } from '../concerns.js'
import { isCreate } from '../conventions.js'
import { identifierField, isIdentifier, isNamed } from '../identifier.js'
import { type Concern, type Occasion, observer } from '../observer.js'
import { createRecent } from '../recent.js'
import { isWronglyAccepted, type SeenExchange } from '../seen.js'
import { firstOf } from './answers-other.js'
import { isMasked, show } from './equal-enough.js'

/** As findings name what `typeof` does. */
const kindNames: Readonly<Record<string, string>> = { string: 'text', number: 'integer' }

/** Reads whose record has no identifier in the service's public document; that it lacks one is told, and no error. */
export const documentedWithout: ReadonlySet<string> = new Set([
  'logisticas/read-object',
  'produtos/read-structure',
])

/** Reads whose identifier has another type in the public document than that of their list. */
const documentedOtherwise: ReadonlySet<string> = new Set(['caixas/read'])

const onIdentified: Concern = (occasion) =>
  onList(occasion) || isCreated(occasion) || (occasion.isSuccess && isSingleRead(occasion))

/**
 * A single read answers the record that was asked for, with its identifier, of the type that the list, and the answer to
 * its create, show. A marketplace's
 * category is left out: its read answers attributes.
 */
export const sameIdentifier = observer('records/same-identifier', onIdentified, (memory) => {
  const listed = createRecent<string>(100)
  const created = createRecent<string>(100)
  return (seen, note) => {
    const { route, data, key } = seen
    const type = typeListed(seen)
    if (type !== null) listed.set(key, type)
    const made = typeCreated(seen)
    if (made) created.set(`${key}/${made.id}`, made.type)
    if (!route || !isSingleRead(seen) || !isObject(data)) return
    if (isWronglyAccepted(seen) || memory.wasDeleted(key)) return
    note.tested()
    const { name, asked } = firstOf(seen.params)
    if (isEmpty(data)) return note.breach('empty', { values: { asked } })
    const id = property(data, 'id') ?? property(data, name)
    if (!isIdentifier(id ?? identifierField(data))) {
      const severity = documentedWithout.has(route.id) ? ({ severity: 'info' } as const) : {}
      return note.breach('missing', { values: { asked, shown: show(id) }, ...severity })
    }
    if (!isIdentifier(id) || isMasked(id)) return
    if (!isNamed(id, asked))
      return note.breach('other', { values: { asked, shown: String(id).slice(0, 60) } })
    const before = listed.isEmpty ? undefined : listed.get(key.slice(0, key.lastIndexOf('/')))
    if (before !== undefined && before !== typeof id && !documentedOtherwise.has(route.id))
      return note.breach('other-type', { values: { listed: kindNames[before] ?? before, shown: show(id) } })
    const answered = created.get(key)
    if (answered !== undefined && answered !== typeof id)
      note.breach('created-type', { values: { created: kindNames[answered] ?? answered, shown: show(id) } })
  }
})

function isEmpty(data: { readonly [name: string]: Json }): boolean {
  for (const _ in data) return false
  return true
}

function isCreated({ route, isSuccess }: Occasion): boolean {
  return route !== null && isSuccess && isCreate(route)
}

function isSingleRead({ route }: Occasion): boolean {
  return (
    route?.method === 'GET' &&
    route.success.data === 'object' &&
    route.path.endsWith('}') &&
    route.id !== 'anuncios/read-category'
  )
}

/** The type that every identifier of the list has; null where they differ, or masking hides them. */
function typeListed({ listed }: SeenExchange): string | null {
  if (!listed) return null
  const ids = listed.map((record): Json => property(record, 'id') ?? null).filter(isIdentifier)
  const types = new Set(ids.filter((id) => !isMasked(id)).map((id) => typeof id))
  const [type] = types
  return types.size === 1 && type !== undefined ? type : null
}

/** The identifier that a create answered, and of which type; null where it is none, or masking hides it. */
function typeCreated(seen: SeenExchange) {
  const id = isCreated(seen) ? property(seen.data, 'id') : undefined
  return isIdentifier(id) && !isMasked(id) ? { id: String(id), type: typeof id } : null
}

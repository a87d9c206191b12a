import { createRecent } from '../recent.js'
import { changesOf, names } from './changes.js'
import type { Fields } from './equal-enough.js'

/**
 * The kind of a field that a client need not have set. `moving`: it changed although no write named it, so the
 * service sets it itself. `steady`: a client set it, or it stayed the same when something else was written.
 */
export type FieldKind = 'moving' | 'steady' | 'unknown'

/** Learns from the reads of records, and the writes between them, which fields are the service's own. */
export interface OwnFields {
  written(key: string, body: Fields | null): void
  /** Ignores the next read, because the effect of a PATCH on other fields is what is being tested. */
  patched(key: string): void
  read(key: string, shown: Fields): void
  kindOf(key: string, path: string): FieldKind
}

interface Known {
  readonly shown: Fields | null
  /** Bodies since then. */
  readonly bodies: readonly Fields[]
  readonly isPatched: boolean
}

const nothing: Known = { shown: null, bodies: [], isPatched: false }

export function createOwnFields(): OwnFields {
  const records = createRecent<Known>(200)
  const kinds = createRecent<FieldKind>(2_000)
  const kindKey = (key: string, path: string) =>
    `${key.slice(0, key.lastIndexOf('/'))} ${path.replace(/\[\d+\]/g, '[]')}`
  const known = (key: string) => records.get(key) ?? nothing

  return {
    written(key, body) {
      const before = known(key)
      records.set(key, { ...before, bodies: [...before.bodies, body ?? {}].slice(-4) })
    },
    patched(key) {
      records.set(key, { ...known(key), isPatched: true })
    },
    read(key, shown) {
      const before = known(key)
      records.set(key, { shown, bodies: [], isPatched: false })
      if (!before.shown || before.isPatched) return
      const moved = new Set<string>()
      for (const { path, kind } of changesOf(before.shown, shown)) {
        moved.add(path.split(/[.[]/)[0] ?? '')
        if (kind === 'changed' && !before.bodies.some((body) => names(body, path)))
          kinds.set(kindKey(key, path), 'moving')
      }
      if (before.bodies.length === 0) return
      for (const name of Object.keys(shown)) {
        const at = kindKey(key, name)
        if (!moved.has(name) && Object.hasOwn(before.shown, name) && !kinds.has(at)) kinds.set(at, 'steady')
      }
    },
    kindOf(key, path) {
      const exact = kinds.get(kindKey(key, path))
      if (exact) return exact
      if (known(key).bodies.some((body) => names(body, path))) return 'steady'
      return kinds.get(kindKey(key, path.split(/[.[]/)[0] ?? '')) ?? 'unknown'
    },
  }
}

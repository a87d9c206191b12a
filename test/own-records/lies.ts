import type { Json } from '../../src/exchange/json.js'
import { type HttpResponse, json } from '../../src/service/response.js'

/** A request as a lie looks at it. */
export interface Asked {
  readonly method: string
  /** `/contatos` of a list, a create, and of all that addresses one record. */
  readonly collection: string
  /** The record that the path addresses; null where it addresses none. */
  readonly id: string | null
  readonly body: Json | undefined
  /** `wrong`: its body is empty or broken. */
  readonly kind: 'create' | 'wrong-create' | 'read' | 'list' | 'payment' | 'remove' | 'other'
  /** Counts the requests of one kind to a collection, or to a record, from 0. */
  readonly nth: number
}

/** What a lie may know and do beside what it was asked. */
export interface Backstage {
  /** What a service that does not lie responds; the record is made then. */
  truth(): HttpResponse
  /** Identifiers of records of the company's own that lists show. */
  readonly others: readonly string[]
  /** One that no list shows. */
  readonly hidden: string
  /** Identifiers that the run's sound creates made, oldest first. */
  readonly own: readonly string[]
  /** Identifiers of a further collection. */
  readonly elsewhere: readonly string[]
  /** The record, as an honest read shows it; null where there is none. */
  record(id: string): Readonly<Record<string, Json>> | null
  /** Writes the body over a record of the company's own, as an upsert does. */
  overwrite(id: string): void
  /** Keeps a wrong body as a record; its identifier. */
  makeSloppily(): string
}

export interface Lie {
  readonly name: string
  /** null: the truth. */
  readonly tell: (asked: Asked, backstage: Backstage) => HttpResponse | null
  /** Whether what the run made cannot be proven, or not be deleted, so that it stays and must be named. */
  readonly keeps?: true
  /** Whether it refuses what it carries out: where no mark can be read, nobody can tell, and the refusal is believed. */
  readonly refuses?: true
}

const named = (id: Json) => json(201, { data: { id } })
const numbered = (id: string): Json => (/^\d+$/.test(id) ? Number(id) : id)

/** A lie about the response to a sound create: the record is made, and another identifier is named. */
function naming(
  name: string,
  idOf: (backstage: Backstage, made: string, nth: number) => Json | undefined,
): Lie {
  return {
    name,
    tell({ kind, nth }, backstage) {
      if (kind !== 'create') return null
      const response = backstage.truth()
      const made = backstage.own.at(-1)
      if (response.status !== 201 || made === undefined) return response
      const id = idOf(backstage, made, nth)
      return id === undefined ? json(201, { data: {} }) : named(id)
    },
  }
}

/** A create that names the hidden record, and lies about the reads of it. */
function reading(
  name: string,
  read: (backstage: Backstage, nth: number, sent: Json | undefined) => Json,
): Lie {
  let sent: Json | undefined
  const { tell } = naming(name, ({ hidden }) => numbered(hidden))
  return {
    name,
    tell(asked, backstage) {
      if (asked.kind === 'create') sent = asked.body
      if (asked.kind !== 'read' || asked.id !== backstage.hidden) return tell(asked, backstage)
      return json(200, read(backstage, asked.nth, sent))
    },
  }
}

/** A create that writes over a record, and makes none. */
function upserting(
  name: string,
  targetOf: (backstage: Backstage, body: Json | undefined) => string | undefined,
): Lie {
  return {
    name,
    tell({ kind, body }, backstage) {
      const target = kind === 'create' ? targetOf(backstage, body) : undefined
      if (target === undefined) return null
      backstage.overwrite(target)
      return named(numbered(target))
    },
  }
}

/** The record that has the body's code, or its number. */
function ofSameCode({ others, record }: Backstage, body: Json | undefined): string | undefined {
  const sent = body as Record<string, Json> | undefined
  const codes = ['codigo', 'numero', 'numeroDocumento', 'email', 'gtin'].filter((name) => sent?.[name])
  return others.find((id) => codes.some((name) => record(id)?.[name] === sent?.[name]))
}

export const lies: readonly Lie[] = [
  naming('another’s identifier, which no list shows', ({ hidden }) => numbered(hidden)),
  naming('an identifier of a list', ({ others }, made) => numbered(others[0] ?? made)),
  naming('an identifier of a list, as a text', ({ others }, made) => others[0] ?? made),
  naming('an identifier of another collection', ({ elsewhere }, made) => numbered(elsewhere[0] ?? made)),
  naming('an identifier that nothing has', () => 987_654_321),
  naming('no identifier', () => undefined),
  naming('the identifier of the record before', ({ own, others }) =>
    numbered(own.at(-2) ?? others.at(-1) ?? '1'),
  ),
  naming('the first record’s identifier for each', ({ own }) => numbered(own[0] ?? '1')),
  naming('its own identifier as a text', (_, made) => made),
  naming('its own identifier with zeros before it', (_, made) => `00${made}`),
  naming('another’s identifier with zeros before it', ({ hidden }) => `00${hidden}`),
  upserting('an upsert of what a list shows', ({ others }) => others[0]),
  upserting('an upsert by code', ofSameCode),
  reading('a read that echoes what was sent beside the record', ({ hidden, record }, _, sent) => ({
    data: record(hidden) ?? {},
    requisicao: sent ?? null,
  })),
  reading('a read that echoes what was sent within the record', ({ hidden, record }, _, sent) => ({
    data: { ...record(hidden), ultimaRequisicao: sent ?? null, aviso: JSON.stringify(sent ?? null) },
  })),
  reading('a different record at each read', ({ others, own, record }, nth) => {
    const all = [...others.slice(0, 2), ...own]
    return { data: record(all[nth % all.length] ?? '') ?? {} }
  }),
  reading(
    'a different record at each read, under the same identifier',
    ({ hidden, others, own, record }, nth) => {
      const all = [others[0] ?? '', ...own, others[1] ?? '']
      return { data: { ...record(all[nth % all.length] ?? ''), id: numbered(hidden) } }
    },
  ),
  reading('a read that shows the new record’s identifier', ({ own, record }) => ({
    data: record(own.at(-1) ?? '') ?? {},
  })),
  {
    name: 'reads that show another record',
    keeps: true,
    tell({ kind, id }, { others, own, record }) {
      if (kind !== 'read' || id === null || !own.includes(id)) return null
      return json(200, { data: { ...record(others[0] ?? id), id: numbered(others[0] ?? id) } })
    },
  },
  {
    name: 'reads mixed up with those before',
    keeps: true,
    tell({ kind, id, nth }, { own, others, record }) {
      if (kind !== 'read' || id === null || !own.includes(id) || nth % 3 !== 1) return null
      return json(200, { data: record(others[0] ?? id) ?? {} })
    },
  },
  {
    name: '201 to a wrong create, with the last identifier',
    tell: ({ kind }, { own, others, hidden }) =>
      kind === 'wrong-create' ? named(numbered(own.at(-1) ?? others.at(-1) ?? hidden)) : null,
  },
  {
    name: '201 to a wrong create, with another’s identifier',
    tell: ({ kind }, { hidden }) => (kind === 'wrong-create' ? named(numbered(hidden)) : null),
  },
  {
    name: 'a record made of a wrong create',
    tell: ({ kind }, { makeSloppily }) => (kind === 'wrong-create' ? named(numbered(makeSloppily())) : null),
  },
  {
    name: 'a record made of a wrong create, and no word of it',
    tell({ kind }, { makeSloppily }) {
      if (kind !== 'wrong-create') return null
      makeSloppily()
      return json(500, { codigo: 500 })
    },
  },
  {
    name: 'a create that is refused and carried out',
    refuses: true,
    tell({ kind }, { truth }) {
      if (kind !== 'create') return null
      truth()
      return json(400, { codigo: 400, mensagem: 'Inválido', detalhes: [] })
    },
  },
  {
    name: 'a create that breaks down and is carried out',
    tell({ kind }, { truth }) {
      if (kind !== 'create') return null
      truth()
      return json(500, { codigo: 500 })
    },
  },
  {
    name: 'a create that is never answered and is carried out',
    tell({ kind }, { truth }) {
      if (kind !== 'create') return null
      return { ...truth(), delivery: { kind: 'hang' } }
    },
  },
  {
    name: 'a DELETE that does nothing',
    keeps: true,
    tell: ({ kind }) => (kind === 'remove' ? { ...json(204, null), body: null } : null),
  },
  {
    name: 'borderôs of others in an account that was paid',
    tell({ kind, collection, id }, { own, elsewhere, record }) {
      if (kind !== 'read' || id === null || !collection.startsWith('/contas/') || !own.includes(id))
        return null
      const shown = record(id)
      const before = Array.isArray(shown?.borderos) ? shown.borderos : []
      return json(200, { data: { ...shown, borderos: [...elsewhere.map(numbered), ...before] } })
    },
  },
]

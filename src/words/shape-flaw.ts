import type { MessageReference } from './errors.js'

/** A problem that zod found in one place, as codes and values without its English text. */
export interface ShapeIssue {
  readonly code: string
  readonly expected?: unknown
  readonly values?: readonly unknown[]
  readonly keys?: readonly string[]
  readonly minimum?: unknown
  readonly inclusive?: boolean
  readonly maximum?: unknown
  readonly pattern?: unknown
  /** The problems of each alternative of a union. */
  readonly errors?: readonly (readonly ShapeIssue[])[]
  /** Names the check, if it is one of the project's own. */
  readonly params?: { readonly flaw?: unknown } | undefined
}

/** Returns our message for a problem of zod, because zod's own texts are not translated. */
export function shapeFlaw(issue: ShapeIssue): MessageReference {
  switch (issue.code) {
    case 'invalid_type':
      return { key: 'shape.type', values: { expected: kindName(issue.expected) } }
    case 'invalid_value':
      return { key: 'shape.value', values: { values: (issue.values ?? []).map(String).join(', ') } }
    case 'unrecognized_keys':
      return { key: 'shape.unknown', values: { keys: (issue.keys ?? []).join(', ') } }
    case 'too_small': {
      const key = issue.inclusive === false ? 'shape.more' : 'shape.least'
      return { key, values: { least: String(issue.minimum) } }
    }
    case 'too_big':
      return { key: 'shape.most', values: { most: String(issue.maximum) } }
    case 'invalid_format':
      return { key: 'shape.pattern', values: { pattern: String(issue.pattern) } }
    case 'invalid_union':
      return alternativesFlaw(issue.errors ?? [])
    default: {
      // one of our own checks, which names itself in `params.flaw`; any other code of zod has no sentence of its own
      const own = ownFlaws.find((name) => name === issue.params?.flaw)
      return { key: own ? `shape.${own}` : 'shape.other', values: {} }
    }
  }
}

/** Joins the first problem of each alternative of a union. */
function alternativesFlaw(errors: NonNullable<ShapeIssue['errors']>): MessageReference {
  const ways = errors.flatMap(([first]) => (first ? [shapeFlaw(first)] : []))
  return ways.length === 0 ? { key: 'shape.other', values: {} } : { key: 'shape.ways', values: { ways } }
}

/** Names of our own checks, each with a message `shape.<name>`. */
const ownFlaws = ['reserved-header', 'own-header', 'field-name', 'signal', 'function'] as const

const kinds = ['string', 'number', 'boolean', 'array', 'object'] as const

/** Names of zod for kinds that have another name in JSON. */
const kindOfZod: Readonly<Record<string, string>> = { int: 'number', record: 'object' }

function kindName(expected: unknown): MessageReference | string {
  const name = kindOfZod[String(expected)] ?? expected
  const known = kinds.find((kind) => kind === name)
  return known ? { key: `shape.kind.${known}`, values: {} } : String(expected)
}

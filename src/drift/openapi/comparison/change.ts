import { createHash } from 'node:crypto'
import type { Severity } from '../../../rules/finding.js'

/**
 * Every way in which two documents can differ, and how grave each is. What a client sends (`request`) may only become
 * freer, what it gets (`response`) only narrower: the same change is harmless in one direction and an error in the other.
 * The grades follow the practice of oasdiff. Where they differ, the reason stands beside them.
 */
export const changeGrades = {
  'operation-added': one('info'),
  'operation-removed': one('error'),
  'operation-removed-deprecated': one('warning'),
  'operation-removed-after-sunset': one('info'),
  'operation-deprecated': one('info'),
  'operation-reactivated': one('info'),
  'sunset-earlier': one('warning'),
  'sunset-later': one('info'),
  'operation-id-changed': one('info'),
  'tags-changed': one('info'),

  'parameter-added': one('info'),
  'parameter-added-required': one('error'),
  'parameter-removed': one('warning'),
  'parameter-became-required': one('error'),
  'parameter-became-optional': one('info'),
  'parameter-style-changed': one('error'),

  'body-added': one('info'),
  'body-added-required': one('error'),
  'body-removed': one('error'),
  'body-became-required': one('error'),
  'body-became-optional': one('info'),
  'media-type-added': one('info'),
  'media-type-removed': one('error'),

  'status-added': one('info'),
  'status-removed': one('info'),
  'success-status-removed': one('error'),
  'header-added': one('info'),
  'header-removed': one('warning'),
  'header-removed-required': one('error'),
  'header-became-required': one('info'),
  'header-became-optional': one('error'),

  'property-added': one('info'),
  'property-added-required': both('error', 'info'),
  'property-removed': both('warning', 'warning'),
  // in an answer also where the schema names no required property at all: then the document is silent, and clients rely on it
  'property-removed-required': both('warning', 'error'),
  'property-became-required': both('error', 'info'),
  'property-became-optional': both('info', 'error'),
  'type-changed': one('error'),
  'type-widened': both('info', 'error'),
  'type-narrowed': both('error', 'info'),
  'became-nullable': both('info', 'error'),
  'became-not-nullable': both('error', 'info'),
  'enum-value-added': both('info', 'warning'),
  'enum-value-removed': both('error', 'info'),
  'enum-introduced': both('error', 'info'),
  'enum-dropped': both('info', 'warning'),
  'bound-tightened': both('error', 'info'),
  'bound-loosened': both('info', 'error'),
  'bound-introduced': both('warning', 'info'),
  'bound-dropped': both('info', 'error'),
  'pattern-changed': both('warning', 'info'),
  'pattern-introduced': both('error', 'info'),
  'pattern-dropped': one('info'),
  'format-changed': one('error'),
  'format-introduced': both('error', 'info'),
  'format-dropped': both('info', 'error'),
  'default-changed': one('info'),
  // a parameter is often left out, and then means something else
  'parameter-default-changed': one('warning'),
  'additional-forbidden': both('error', 'info'),
  'additional-allowed': both('info', 'warning'),
  'alternative-added': both('info', 'error'),
  'alternative-removed': both('error', 'info'),
  'composition-changed': one('warning'),
  'access-changed': one('info'),
  deprecated: one('info'),
  reactivated: one('info'),
  'keyword-changed': one('warning'),

  'security-introduced': one('error'),
  'security-dropped': one('info'),
  'security-alternative-added': one('info'),
  'security-alternative-removed': one('error'),
  'scope-added': one('error'),
  'scope-removed': one('info'),
  'security-scheme-added': one('info'),
  'security-scheme-removed': one('warning'),
  'security-scheme-changed': one('warning'),
  'server-added': one('info'),
  'server-removed': one('warning'),
  'text-changed': one('info'),
} as const satisfies Record<string, Grades>

export type ChangeCode = keyof typeof changeGrades
export type Direction = 'request' | 'response'
type Grades = Readonly<Record<Direction, Severity>>

function one(severity: Severity): Grades {
  return { request: severity, response: severity }
}

function both(request: Severity, response: Severity): Grades {
  return { request, response }
}

/** One difference of two documents: code and evidence; the words are in the catalogues under `drift.change.<code>`. */
export interface OpenApiChange {
  readonly code: ChangeCode
  readonly severity: Severity
  /** null where the change concerns neither what is sent nor what is answered. */
  readonly direction: Direction | null
  /** `GET /produtos`, as the newer document spells it; null where the whole document is concerned. */
  readonly operation: string | null
  /** `query pagina`, `body $.nome`, `200 $.data[].id`; null where the operation as a whole is concerned. */
  readonly place: string | null
  readonly before: string | null
  readonly after: string | null
  /** The same change between the same two documents has the same fingerprint; no old or new value enters it. */
  readonly fingerprint: string
}

/** What is left out is null; the severity is the code's own. */
export type ChangeValues = Partial<
  Pick<OpenApiChange, 'direction' | 'operation' | 'place' | 'before' | 'after' | 'severity'>
>

export function change(code: ChangeCode, values: ChangeValues): OpenApiChange {
  const { direction = null, operation = null, place = null, before = null, after = null } = values
  const severity = values.severity ?? changeGrades[code][direction ?? 'request']
  const about = JSON.stringify([code, direction, operation, place, identityOf(code, before ?? after)])
  const fingerprint = createHash('sha256').update(about).digest('hex').slice(0, 16)
  return { code, severity, direction, operation, place, before: cut(before), after: cut(after), fingerprint }
}

/** What tells two changes of one code at one place apart: the value that came or went, the bound's name. */
function identityOf(code: ChangeCode, value: string | null): string | null {
  if (code.startsWith('bound-')) return value?.split(' ', 1)[0] ?? null
  return /^(enum-value|media-type|alternative|scope|security-alternative)-/.test(code) ? value : null
}

function cut(text: string | null): string | null {
  return text !== null && text.length > 120 ? `${text.slice(0, 119)}…` : text
}

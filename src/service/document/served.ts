import type { Sample, SampleObject } from '../../specification/samples/index.js'
import type { ProblemField } from '../error-body.js'

/** A user's own document, as far as the embedded service needs it to answer for routes that it does not know itself. */
export interface ServedDocument {
  /** The operation that a request addresses; `path` below the base address, without query. */
  find(method: string, path: string): ServedOperation | null
  /** What lies at a path of which the document has `/x` and `/x/{id}`. */
  collection(path: string): ServedCollection | null
}

export interface ServedCollection {
  /** The field that identifies a record. */
  readonly idField: string
  /** A record as its single read shows it, else its list or its create; those of examples first. */
  recordAt(index: number): SampleObject
}

export interface ServedOperation {
  /** `GET /lojas/{idLoja}` */
  readonly name: string
  readonly method: string
  readonly status: number
  /** Of its answer, as the document writes it: `application/json`, `application/vnd.loja+json`. */
  readonly contentType: string
  /** After how many segments of its path a record of a collection is named: 2 and 4 of `/lojas/{id}/vagas/{id}`. */
  readonly records: readonly number[]
  /** What the path itself addresses: a collection, a record of one (its last segment), or neither. */
  readonly addresses: 'collection' | 'record' | 'other'
  readonly query: readonly ServedParameter[]
  readonly headers: readonly ServedParameter[]
  readonly cookies: readonly ServedParameter[]
  /** Those of the path that name no record of a collection. */
  readonly path: readonly ServedSegment[]
  /** Whether a JSON body is read, and must be there. */
  readonly body: 'none' | 'optional' | 'required'
  /** What of a body does not keep its schema. */
  flawsOf(body: Sample): readonly ProblemField[]
  /** What the answer holds without any record; undefined: it has no body. */
  readonly answer: Sample | undefined
  /** Where in the answer the record stands, or the records do. */
  readonly place: readonly string[]
  readonly isList: boolean
  /** A record in the fields that the answer shows of it. */
  shown(record: SampleObject): SampleObject
}

/** A parameter that stands in a segment of the path, perhaps within other text. */
export interface ServedSegment extends ServedParameter {
  /** After how many slashes. */
  readonly index: number
  /** The segment, its parameters as groups. */
  readonly pattern: RegExp
  /** Which of them it is. */
  readonly group: number
}

export interface ServedParameter {
  readonly name: string
  readonly isRequired: boolean
  /** Where it is an object: its fields, which may stand for it (`de=1&ate=2`, `filtro[de]=1`). */
  readonly fields?: readonly string[]
  takes(values: readonly string[]): boolean
}

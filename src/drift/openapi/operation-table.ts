import type { Operation } from './operation.js'

/** Finds the operation that a request addresses. */
export interface OperationTable {
  /** `path` below the base address, without query; null where the document has none such. */
  find(method: string, path: string): Operation | null
}

/** Builds a table in which fixed segments win over parameters, as OpenAPI requires. */
export function tabulate(operations: readonly Operation[]): OperationTable {
  const order = ({ pathKey }: Operation) => pathKey.replaceAll('{}', '\uffff')
  const rows = [...operations]
    .sort((a, b) => (order(a) < order(b) ? -1 : 1))
    .map((operation) => ({ operation, form: formOf(operation.pathKey) }))
  return {
    find(method, path) {
      // the path decides first: `GET /a/b` is not `GET /a/{id}` where the document has `POST /a/b`
      const found = rows.find(({ form }) => form.test(path))?.operation.pathKey
      const isMeant = ({ pathKey, method: own }: Operation) =>
        pathKey === found && own === method.toUpperCase()
      return operations.find(isMeant) ?? null
    },
  }
}

function formOf(pathKey: string): RegExp {
  const fixed = pathKey.split('{}').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^/*${fixed.join('[^/]+')}/*$`)
}

import type { Passing } from '../passing.fixture.js'

/** Records with these identifiers. */
export const records = (...ids: (number | string)[]) => ids.map((id) => ({ id, descricao: 'x' }))
/** A read of the contacts. */
export const list = (query: string, data: unknown, more: Partial<Passing> = {}): Passing => ({
  ask: `GET /contatos${query}`,
  data,
  ...more,
})

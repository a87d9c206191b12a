import type { Passing } from '../passing.fixture.js'

export const records = (...ids: (number | string)[]) => ids.map((id) => ({ id, descricao: 'x' }))
export const list = (query: string, data: unknown, more: Partial<Passing> = {}): Passing => ({
  ask: `GET /contatos${query}`,
  data,
  ...more,
})

import type { Route } from './route.js'

/** Where a route addresses a record of another collection than its path says. */
const elsewhere: Readonly<Record<string, string>> = {
  '/logisticas/{idLogisticaServico}/situacoes': '/logisticas/servicos',
  '/empresas/me/dados-basicos': '/empresas',
}

/** The collection whose records a route addresses: `/contatos` of `/contatos/{idContato}/tipos` and of `/contatos/situacoes`. */
export function collectionOf({ path }: Pick<Route, 'path'>): string {
  const at = path.indexOf('/{')
  return elsewhere[path] ?? (at >= 0 ? path.slice(0, at) : path.replace(/(?<=.)\/situacoes$/, ''))
}

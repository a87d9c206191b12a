import type { kinds as english } from '../en/kinds.js'

/** Como se leem os tipos de valores JSON onde um achado mostra o esperado e o visto. */
export const kinds: Readonly<Record<keyof typeof english, string>> = {
  integer: 'inteiro',
  number: 'número',
  text: 'texto',
  string: 'texto',
  boolean: 'verdadeiro ou falso',
  object: 'objeto',
  array: 'lista',
  null: 'nulo',
  nothing: 'nada',
  something: 'outra coisa',
  'one-of': 'um de',
  date: 'data (AAAA-MM-DD)',
  'date-time': 'data e hora (AAAA-MM-DD HH:MM:SS)',
  refused: 'conexão recusada',
  unresolved: 'nome não encontrado',
  tls: 'certificado ou handshake',
  unconnected: 'sem conexão',
  timeout: 'sem resposta a tempo',
  reset: 'conexão cortada',
  'too-large': 'grande demais',
  malformed: 'não é HTTP',
  aborted: 'abandonada',
}

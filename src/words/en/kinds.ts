/** How kinds of JSON values read where a finding shows what was expected and what was seen. */
export const kinds = {
  integer: 'integer',
  number: 'number',
  text: 'text',
  boolean: 'true or false',
  object: 'object',
  array: 'array',
  null: 'null',
  nothing: 'nothing',
  something: 'something else',
  'one-of': 'one of',
  date: 'date (YYYY-MM-DD)',
  'date-time': 'date and time (YYYY-MM-DD HH:MM:SS)',
} as const

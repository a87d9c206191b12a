/**
 * Which values may be remembered. A baseline lies in a repository, so no value that could be anybody's data may enter it:
 * only short codes, and only in fields that are named for a code, since `MARIA` is as short as `ATIVO`.
 */

const codeFields =
  /^(situacao|status|tipo|formato|condicao|finalidade|modalidade|modelo|origem|categoria|classe|nivel|operacao|padrao|ambiente|regime|codigoRegimeTributario|type|kind|state)([A-Z_].*)?$|(Situacao|Status|Tipo|Formato|_type|_status)$/

const idKeys = [
  /^\d+$/,
  /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/,
  /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i,
  /^(?=.*\d)[0-9a-f]{12,}$/i,
  /^\d{4}-\d{2}(-\d{2})?/,
  /@|\[[a-z_]+#\d+\]|\d{5,}/,
]

/** Longest key that is taken for the name of a field. */
const MAX_KEY_LENGTH = 64

/** Whether a field's name says that it holds a code: `situacao`, `tipoPessoa`. */
export function isCodeField(name: string): boolean {
  return codeFields.test(name)
}

/** Whether a value is short enough to be a code. Outside code fields one or two capitals, such as `S` or `PS`, at most. */
export function isCodeLike(value: string | number, inCodeField: boolean): boolean {
  if (typeof value === 'number') return inCodeField && Number.isInteger(value) && Math.abs(value) < 1000
  return inCodeField ? /^(?!.*\d{5})[A-Za-z0-9][A-Za-z0-9_.-]{0,23}$/.test(value) : /^[A-Z]{1,2}$/.test(value)
}

/** True if a key is data, such as an identifier, a date or an address. Such keys are treated as one. */
export function isIdentifierKey(key: string): boolean {
  return key.length > MAX_KEY_LENGTH || idKeys.some((form) => form.test(key))
}

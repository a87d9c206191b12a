import { LABEL, type SecretKind } from './labels.js'

/** What a header, JSON property, form field or parameter holds, by its name, in any spelling: `access_token`, `accessToken`, `Access-Token`. */
export interface FieldMeaning {
  readonly holds:
    | 'secret'
    /** Credentials after their scheme: `Bearer abc`. */
    | 'authorization'
    /** An authorization code in OAuth messages; elsewhere usually a short code such as `SKU-12`, which is no secret. */
    | 'code'
    /** A secret only if the value looks generated: `sig`, `enable-jwt`. */
    | 'sometimes-secret'
    /** Set by `json.ts`: the property lies in an object whose own name says that it holds a secret: `valor` in `"token": {"valor": "…"}`. */
    | 'inherited'
    /** A CPF or a CNPJ. */
    | 'document'
    | 'phone'
    /** A number, key or address that is no personal data: `codigo`, `preco`, `link`. Its digits may look like a CPF, and stay. */
    | 'identifier'
    | 'other'
  /** The kind of its label, if the value is a secret. */
  readonly kind: SecretKind
  /** The name is a plural, such as `tokens`, so a number in it is a count and no secret. */
  readonly isPlural: boolean
}

/** Names of secrets, in small letters without dashes and underscores, by the kind of their label. */
const SECRET_NAMES: Readonly<Partial<Record<SecretKind, string>>> = {
  access_token:
    'accesstoken token idtoken authtoken bearertoken bearer jwt oauthtoken sessiontoken tokenacesso tokendeacesso',
  refresh_token: 'refreshtoken tokenatualizacao',
  client_secret: 'clientsecret consumersecret appsecret applicationsecret clientassertion',
  api_key: 'apikey chaveapi chavedeapi chavedaapi apitoken apisecret',
  code: 'authorizationcode authcode codigoautorizacao codigodeautorizacao',
  secret:
    'secret password passwd pwd pass passphrase senha segredo codeverifier privatekey secretaccesskey chavesecreta chaveprivada ' +
    'csrftoken xsrftoken session sessionid sid otp pin assertion jsessionid phpsessid setcookie cookie securitytoken amzsecuritytoken',
}

const kindByName = new Map(
  Object.entries(SECRET_NAMES).flatMap(([kind, names]) =>
    names.split(' ').map((name) => [name, kind as SecretKind] as const),
  ),
)

/** Names of secrets only when they are the whole name: `pass` is one, `boarding_pass` is not. */
const NOT_AT_END = new Set('pass cookie bearer session sid otp pin assertion'.split(' '))
/** A word before `token` that makes it a position in a list and no secret: `next_token`. */
const PAGING_WORD = /^(?:next|page|sync|cursor)$/
/** A word after the name of a secret that changes nothing: `senha_atual`, `token_value`. */
const NEUTRAL_WORD =
  /^(?:atual|nova|antiga|anterior|provisoria|temporaria|confirmacao|confirmation|confirm|repeat|again|old|new|current|hash|value|valor|key|text)$/
/** A first word that makes the field a switch or a count: `enable-jwt`, `max_tokens`; with an ending: `enabled`, `allowed`, `requires`. */
const SWITCH_WORD =
  /^(?:enable|disable|use|allow|has|is|no|skip|with|without|require|support|accept|want|max|min|num|count|total|usar|tem)(?:[a-z]?d|s|es)?$/

/** Patterns for names in small letters without separators. The first match counts; a name that matches none is `other`. */
const DOCUMENT = /cpf|cnpj|^(?:numero)?documentos?$|^taxid$/
const PHONE = /telefone|celular|whatsapp|^fone|^(?:tele)?fax$|^tel\d*$|phone(?:number)?\d*$|^mobile/
/** Secret if the value looks generated, as in a signed link; otherwise a common word: `ticket=42`. */
const SOMETIMES_SECRET = /^(?:x?(?:amz|goog))?signature$|^(?:x?auth|sig|ticket)$/
const IDENTIFIER =
  /^ids?|ids?$|codigo|^cod|code$|gtin|ean|sku|ncm|cest|numero|number|chave|key$|hash|serie|protocolo|lote|preco|price|valor|pagina|limite|uuid|link|url|href|etiqueta|rastre|traceid|fingerprint|^etag$|^if(?:none)?match$/
/** Records that the service numbers. A field with just their name may hold their number: `pedido: 12345678909`. */
const NUMBERED =
  /^x?(?:pedido|ordem|order|venda|compra|nota|nfe?|nfce|nfse|proposta|contrato|produto|product|bordero|boleto|remessa|transacao|nsu|recibo|referencia)s?$/

function fieldThatHolds(holds: FieldMeaning['holds'], kind: SecretKind = 'secret'): FieldMeaning {
  return { holds, kind, isPlural: false }
}

export const otherField = fieldThatHolds('other')

/** Whether a value may have to be masked because of the name of its field. */
export function isSensitive({ holds }: FieldMeaning): boolean {
  return holds !== 'other' && holds !== 'identifier'
}

const known = new Map<string, FieldMeaning>()
const MAX_KNOWN = 5000

/** Returns what the field of this name holds. Results are remembered, because the same few names come in every exchange. */
export function classifyField(name: string): FieldMeaning {
  const field = known.get(name)
  if (field) return field
  // a label replaces a value, and a text of more than 80 characters is no field name; values are still searched for secrets
  if (name.length > 80 || (name.includes('[') && LABEL.test(name))) return otherField
  if (known.size >= MAX_KNOWN) known.clear()
  const fresh = classifyPath(name)
  known.set(name, fresh)
  return fresh
}

/** The last part decides in `oauth.access_token`, `user[senha]` and `ns:senha`, unless the whole name has a meaning. */
function classifyPath(name: string): FieldMeaning {
  const field = classify(name)
  if (field.holds !== 'other' || !/[.:[\]]/.test(name)) return field
  const parts = name.split(/[.:[\]]/).filter((part) => /[a-z]/i.test(part))
  return classify(parts.at(-1) ?? '')
}

/** Combining accents, and zero-width joiners. */
const IGNORED = /[\u0300-\u036f\u200b-\u200d]/g

function classify(written: string): FieldMeaning {
  const plain = /[^\0-\x7f]/.test(written) ? written.normalize('NFD').replace(IGNORED, '') : written
  const name = plain.toLowerCase().replace(/[^a-z0-9]/g, '')
  // first the secrets: `chave` is an identifier, but `chave_api` is not
  const secret = findSecret(name, plain)
  if (secret) return secret
  if (/authorization$/.test(name)) return fieldThatHolds('authorization')
  if (name === 'code' || name === 'xcode') return fieldThatHolds('code', 'code')
  if (SOMETIMES_SECRET.test(name)) return fieldThatHolds('sometimes-secret')
  if (DOCUMENT.test(name)) return fieldThatHolds('document')
  if (PHONE.test(name)) return fieldThatHolds('phone')
  return IDENTIFIER.test(name) || NUMBERED.test(name) ? fieldThatHolds('identifier') : otherField
}

/** @param name the written name in small letters, without dashes and underscores */
function findSecret(name: string, written: string): FieldMeaning | null {
  // `x-api-key` and `senha2` are secrets like `api-key` and `senha`
  const exact = findSecretNamed(name) ?? findSecretNamed(name.replace(/^x|\d+$/g, ''))
  // names with blanks or slashes are sentences and paths: "esqueci a senha" holds no secret
  if (exact || /[\s/]/.test(written)) return exact
  const words = written
    .replace(/([a-z\d])(?=[A-Z])/g, '$1 ')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
  const last = words.findLastIndex((word) => /[a-z]/.test(word) && !NEUTRAL_WORD.test(word))
  // with all words first, because a neutral one may belong to the name: `my_api_key`
  const found = findSecretAtEnd(words) ?? findSecretAtEnd(words.slice(0, last + 1))
  return found && SWITCH_WORD.test(words[0] ?? '') ? fieldThatHolds('sometimes-secret') : found
}

function findSecretNamed(name: string): FieldMeaning | null {
  const kind = kindByName.get(name)
  if (kind) return fieldThatHolds('secret', kind)
  const kindOfSingular = name.endsWith('s') ? kindByName.get(name.slice(0, -1)) : undefined
  return kindOfSingular ? { ...fieldThatHolds('secret', kindOfSingular), isPlural: true } : null
}

/** Finds the longest name of a secret that the words end with: `access token` in `meu access token`. */
function findSecretAtEnd(words: readonly string[]): FieldMeaning | null {
  for (let from = 0; from < words.length; from++) {
    const end = words.slice(from).join('')
    // `csrf token`: a token of unknown kind
    if (/^tokens?$/.test(end)) {
      const isPosition = PAGING_WORD.test(words[from - 1] ?? '')
      return isPosition ? null : { ...fieldThatHolds('secret'), isPlural: end === 'tokens' }
    }
    const isCommonWord = NOT_AT_END.has(end) || NOT_AT_END.has(end.replace(/s$/, ''))
    const field = isCommonWord ? null : findSecretNamed(end)
    if (field) return field
  }
  return null
}

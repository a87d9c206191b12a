/**
 * What a name says about its value: that it is a secret, personal data, or an identifier that must never be touched. Names
 * are those of headers, JSON keys, form keys and query keys; spelling (`access_token`, `accessToken`, `Access-Token`) is nothing.
 */
export type Place =
  | { readonly is: 'secret'; readonly kind: SecretKind }
  | { readonly is: 'authorization' | 'code' | 'opaque' | 'document' | 'phone' | 'identifier' | 'other' }

export type SecretKind =
  | 'access_token'
  /** An access token that no header can carry: the judge must see so, and no more. */
  | 'unusable_token'
  | 'refresh_token'
  | 'client_secret'
  | 'basic'
  | 'api_key'
  | 'code'
  | 'secret'
  | PersonalKind

export type PersonalKind = 'cpf' | 'cnpj' | 'email' | 'phone'

const SECRET_NAMES: Readonly<
  Record<Exclude<SecretKind, PersonalKind | 'basic' | 'unusable_token'>, readonly string[]>
> = {
  access_token: [
    'accesstoken',
    'token',
    'idtoken',
    'authtoken',
    'bearertoken',
    'bearer',
    'jwt',
    'oauthtoken',
    'sessiontoken',
    'tokenacesso',
    'tokendeacesso',
  ],
  refresh_token: ['refreshtoken', 'tokenatualizacao'],
  client_secret: ['clientsecret', 'consumersecret', 'appsecret', 'applicationsecret', 'clientassertion'],
  api_key: ['apikey', 'apikeys', 'chaveapi', 'chavedeapi', 'chavedaapi', 'apitoken', 'apisecret'],
  code: ['authorizationcode', 'authcode', 'codigoautorizacao', 'codigodeautorizacao'],
  secret: [
    'secret',
    'password',
    'passwd',
    'pwd',
    'pass',
    'passphrase',
    'senha',
    'segredo',
    'codeverifier',
    'privatekey',
    'secretaccesskey',
    'chavesecreta',
    'chaveprivada',
    'csrftoken',
    'xsrftoken',
    'session',
    'sessionid',
    'sid',
    'otp',
    'pin',
    'assertion',
    'jsessionid',
    'phpsessid',
    'setcookie',
    'cookie',
    'securitytoken',
    'amzsecuritytoken',
  ],
}

const kindByName = new Map<string, SecretKind>(
  Object.entries(SECRET_NAMES).flatMap(([kind, names]) => names.map((name) => [name, kind as SecretKind])),
)

/** At the end of a longer name they say nothing: `boarding_pass`. */
const NOT_AT_END: ReadonlySet<string> = new Set([
  'pass',
  'cookie',
  'bearer',
  'session',
  'sid',
  'otp',
  'pin',
  'assertion',
])
/** Lists are turned over by tokens that open nothing. */
const OF_LISTS = /^(?:next|page|sync|cursor)$/
/** Words behind a secret's name that leave it one. */
const OF_SECRETS =
  /^(?:atual|nova|antiga|anterior|provisoria|temporaria|confirmacao|confirmation|confirm|repeat|again|old|new|current|hash|value|valor|key|text)$/

const DOCUMENT = /cpf|cnpj|^(?:numero)?documentos?$|^taxid$/
const PHONE = /telefone|celular|whatsapp|^fone|^(?:tele)?fax$|^tel\d*$|phone(?:number)?\d*$|^mobile/
/** What opens a door where a machine made it (a link that is signed), and elsewhere is a word of many. */
const MAY_OPEN = /^(?:x?(?:amz|goog))?signature$|^(?:x?auth|sig|ticket)$/
const IDENTIFIER =
  /^ids?|ids?$|codigo|^cod|code$|gtin|ean|sku|ncm|cest|numero|number|chave|key$|hash|serie|protocolo|lote|preco|price|valor|data$|^data|date|pagina|limite|uuid|link|url|href|etiqueta|rastre|traceid|fingerprint/
/** Things that the service numbers; their number may stand under their name alone. */
const NUMBERED =
  /^(?:pedido|ordem|order|venda|compra|nota|nfe?|nfce|nfse|proposta|contrato|produto|product|bordero|boleto|remessa|transacao|nsu|recibo|referencia)s?$/

const other: Place = { is: 'other' }

/** Whether what stands at the place may have to be masked. */
export function matters({ is }: Place): boolean {
  return is !== 'other' && is !== 'identifier'
}

const known = new Map<string, Place>()
const MAX_KNOWN = 5000

/** What the name says. Names are remembered, for there are few and they come often. */
export function placeOf(name: string): Place {
  const place = known.get(name)
  if (place) return place
  // a label names nothing: it stands where a value stood
  if (name.length > 80 || (name.includes('[') && LABEL.test(name))) return other
  // which digits they are says nothing: a thousand numbered names are one
  return placeOfAlike(name.replace(DIGITS, '0'))
}

function placeOfAlike(name: string): Place {
  const place = known.get(name)
  if (place) return place
  if (known.size >= MAX_KNOWN) known.clear()
  const fresh = placeOfPath(name)
  known.set(name, fresh)
  return fresh
}

const DIGITS = /\d+/g

/** What `oauth.access_token`, `user[senha]` and `ns:senha` say is what their last part says, where the whole says nothing. */
function placeOfPath(name: string): Place {
  const place = classify(name)
  if (place.is !== 'other' || !/[.:[\]]/.test(name)) return place
  const parts = name.split(/[.:[\]]/).filter((part) => /[a-z]/i.test(part))
  return parts.length === 0 ? other : classify(parts[parts.length - 1] ?? '')
}

function classify(written: string): Place {
  const plain = /[^\0-\x7f]/.test(written) ? written.normalize('NFD').replace(IGNORED, '') : written
  const name = plain.toLowerCase().replace(/[^a-z0-9]/g, '')
  const kind = MAY_BE_SECRET.test(name) ? kindOf(name, plain) : undefined
  if (kind) return { is: 'secret', kind }
  if (name === 'authorization' || name === 'proxyauthorization') return { is: 'authorization' }
  if (name === 'code' || name === 'xcode') return { is: 'code' }
  if (MAY_OPEN.test(name)) return { is: 'opaque' }
  if (DOCUMENT.test(name)) return { is: 'document' }
  if (PHONE.test(name)) return { is: 'phone' }
  return IDENTIFIER.test(name) || NUMBERED.test(name) ? { is: 'identifier' } : other
}

/** Accents, and what shows nowhere. */
const IGNORED = /[\u0300-\u036f\u200b-\u200d]/g
/** Each of the names above holds one of these; few others do. */
const MAY_BE_SECRET =
  /token|bearer|jwt|secre|segredo|assertion|apikey|api$|autoriza|auth|pass|pwd|senha|verifier|private|privada|cookie|sess|^x?(?:sid|otp|pin)\d*$/

function kindOf(name: string, written: string): SecretKind | undefined {
  const kind = kindByName.get(name) ?? kindByName.get(name.replace(/^x|\d+$/g, ''))
  // a name of several words is one of a program's; a sentence that ends in `senha` tells of none
  if (kind || /[\s/]/.test(written)) return kind
  const words = written
    .replace(/([a-z\d])(?=[A-Z])/g, '$1 ')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
  const last = words.findLastIndex((word) => /[a-z]/.test(word) && !OF_SECRETS.test(word))
  return kindAtEnd(words) ?? kindAtEnd(words.slice(0, last + 1))
}

/** The kind of the longest secret's name that the words end with. */
function kindAtEnd(words: readonly string[]): SecretKind | undefined {
  for (let from = 0; from < words.length; from++) {
    const end = words.slice(from).join('')
    if (end === 'token') return OF_LISTS.test(words[from - 1] ?? '') ? undefined : 'secret'
    const kind = NOT_AT_END.has(end) ? undefined : kindByName.get(end)
    if (kind) return kind
  }
  return undefined
}

/** A label; its groups are the kind and the number. */
export const LABEL =
  /\[(access_token|unusable_token|refresh_token|client_secret|basic|api_key|code|secret|cpf|cnpj|email|phone)(?:#|%23)(\d+)\]/
const WHOLE_LABEL = new RegExp(`^${LABEL.source}$`)

/** Whether the value is a label already: in a journal or a HAR of ours that is read again. */
export function isLabel(value: string): boolean {
  return value.startsWith('[') && WHOLE_LABEL.test(value)
}

/** For whoever must not give the same number twice. */
export const LABEL_PATTERN = new RegExp(LABEL.source, 'g')

/** Holes that a program left where a secret should stand: no secrets, and the reader must see them. */
const PLACEHOLDER =
  /^(?:undefined|null|nil|none|nan|true|false|\[object Object\]|\$\{?\w+\}?|\{\{?[\w .-]+\}?\}|<[\w .-]+>|%\w+%)?$/i

/** What one begins with, where it is not empty. */
const BEGINNINGS = new Set(Array.from('[${<%unftUNFT', (sign) => sign.charCodeAt(0)))

export function isPlaceholder(value: string): boolean {
  if (value === '') return true
  return value.length < 60 && BEGINNINGS.has(value.charCodeAt(0)) && PLACEHOLDER.test(value)
}

const VOCABULARY = new Set(
  (
    'invalid expired missing required access refresh token tokens bearer basic unauthorized unauthenticated authorization code client ' +
    'credentials credential grant request scope secret password senha api key error denied revoked not found string text value example ' +
    'sample test is was the a an your of for no sem de do da o os com invalido invalida expirado expirada autorizado acesso nao auth user ' +
    'usuario login jwt oauth unsupported response type server insufficient malformed empty unknown inactive blocked'
  ).split(' '),
)

/** Whether the value is words of everyday messages, which must not be hunted everywhere. */
export function isOrdinary(value: string): boolean {
  if (DIGIT.test(value)) return false
  let count = 0
  let isKnown = true
  WORD.lastIndex = 0
  for (let word = WORD.exec(value); word && (isKnown || count < 2); word = WORD.exec(value)) {
    count++
    isKnown &&= VOCABULARY.has(word[0].toLowerCase())
  }
  return count === 1 ? value.length < 12 && /^.?[^A-Z]*$/.test(value) : isKnown
}

const DIGIT = /\d/
const WORD = /\p{L}+/gu

/** Whether a value found by its place alone may be hunted everywhere: long and unlike words, numbers, dates, addresses. */
export function isDistinctive(value: string): boolean {
  if (value.length < 8 || value.length > 8192) return false
  // JSON as a value: hunted, it would be found as the structure of others
  if (/^["[{]/.test(value) || value.includes('@') || isPlaceholder(value) || isOrdinary(value)) return false
  return !/^[\d.,:\s/T-]+$/.test(value) && !/^https?:\/\//i.test(value)
}

/** Whether a value under a name that tells little (`code`) was made by a machine: long, of letters and digits mixed, in no words. */
export function isOpaque(value: string): boolean {
  return value.length <= 512 && OPAQUE.test(value) && isDistinctive(value)
}

const OPAQUE = /^(?=[\w.~+/=-]*?[A-Za-z0-9]{16})(?=\D*\d)(?=[^a-z]*[a-z]|[^A-Z]*[A-Z])[\w.~+/=-]{20,}$/

/** Whether a word in running text looks like a secret rather than like a word. */
export function looksRandom(value: string): boolean {
  return value.length >= 8 && looksMixed(value) && isDistinctive(value)
}

function looksMixed(value: string): boolean {
  return (
    value.length >= 24 ||
    (DIGIT.test(value) && /\p{L}/u.test(value)) ||
    (/\p{Ll}/u.test(value) && /(?!^)\p{Lu}/u.test(value))
  )
}

import { LABEL, type SecretKind } from './labels.js'

/**
 * The meaning of a name: of a header, a JSON property, a form field or a query parameter. Its spelling
 * (`access_token`, `accessToken`, `Access-Token`) makes no difference.
 */
export interface Place {
  readonly is:
    | 'secret'
    /** Credentials with their scheme. */
    | 'authorization'
    /** An authorization code in some places, a short code of the business in others. */
    | 'code'
    /** A secret only where a machine made the value: `sig`, `enable-jwt`. */
    | 'opaque'
    /** The property that holds this one is that of a secret. */
    | 'inherited'
    | 'document'
    | 'phone'
    /** It names a record, so its form is not enough to mask it. */
    | 'identifier'
    | 'other'
  /** The kind of a secret. */
  readonly kind: SecretKind
  /** A name in the plural may also count: `max_tokens`. */
  readonly isPlural: boolean
}

const NAMES: Readonly<Partial<Record<SecretKind, string>>> = {
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
  Object.entries(NAMES).flatMap(([kind, names]) =>
    names.split(' ').map((name) => [name, kind as SecretKind] as const),
  ),
)

/** At the end of a longer name they say nothing: `boarding_pass`. */
const NOT_AT_END = new Set('pass cookie bearer session sid otp pin assertion'.split(' '))
/** The tokens that turn the pages of a list open nothing. */
const OF_LISTS = /^(?:next|page|sync|cursor)$/
/** Words after the name of a secret that change nothing. */
const OF_SECRETS =
  /^(?:atual|nova|antiga|anterior|provisoria|temporaria|confirmacao|confirmation|confirm|repeat|again|old|new|current|hash|value|valor|key|text)$/
/** A name that begins so asks for a switch or a number: `enable-jwt`, `max_tokens`. */
const OF_SWITCHES =
  /^(?:enable|disable|use|allow|has|is|no|skip|with|without|require|support|accept|want|max|min|num|count|total|usar|tem)(?:[a-z]?d|s|es)?$/

const DOCUMENT = /cpf|cnpj|^(?:numero)?documentos?$|^taxid$/
const PHONE = /telefone|celular|whatsapp|^fone|^(?:tele)?fax$|^tel\d*$|phone(?:number)?\d*$|^mobile/
/** They open a door where a machine made the value, as in a signed link, and are common words elsewhere. */
const MAY_OPEN = /^(?:x?(?:amz|goog))?signature$|^(?:x?auth|sig|ticket)$/
const IDENTIFIER =
  /^ids?|ids?$|codigo|^cod|code$|gtin|ean|sku|ncm|cest|numero|number|chave|key$|hash|serie|protocolo|lote|preco|price|valor|pagina|limite|uuid|link|url|href|etiqueta|rastre|traceid|fingerprint|^etag$|^if(?:none)?match$/
/** Things that the service numbers, so that a field with just their name may contain their number. */
const NUMBERED =
  /^x?(?:pedido|ordem|order|venda|compra|nota|nfe?|nfce|nfse|proposta|contrato|produto|product|bordero|boleto|remessa|transacao|nsu|recibo|referencia)s?$/

const placeThat = (is: Place['is'], kind: SecretKind = 'secret', isPlural = false): Place => ({
  is,
  kind,
  isPlural,
})
export const other = placeThat('other')

/** Whether a value at the place may have to be masked for its name. */
export function matters({ is }: Place): boolean {
  return is !== 'other' && is !== 'identifier'
}

const known = new Map<string, Place>()
const MAX_KNOWN = 5000

/** Classifies a name. Results are remembered, because names are few and come often. */
export function placeOf(name: string): Place {
  const place = known.get(name)
  if (place) return place
  // a label replaces a value, so it is not a name
  if (name.length > 80 || (name.includes('[') && LABEL.test(name))) return other
  if (known.size >= MAX_KNOWN) known.clear()
  const fresh = placeOfPath(name)
  known.set(name, fresh)
  return fresh
}

/** `oauth.access_token`, `user[senha]` and `ns:senha` say what their last part says, unless the whole says something. */
function placeOfPath(name: string): Place {
  const place = classify(name)
  if (place.is !== 'other' || !/[.:[\]]/.test(name)) return place
  const parts = name.split(/[.:[\]]/).filter((part) => /[a-z]/i.test(part))
  return parts.length === 0 ? other : classify(parts[parts.length - 1] ?? '')
}

/** Accents, and characters that show nowhere. */
const IGNORED = /[\u0300-\u036f\u200b-\u200d]/g

function classify(written: string): Place {
  const plain = /[^\0-\x7f]/.test(written) ? written.normalize('NFD').replace(IGNORED, '') : written
  const name = plain.toLowerCase().replace(/[^a-z0-9]/g, '')
  const secret = secretPlace(name, plain)
  if (secret) return secret
  if (/authorization$/.test(name)) return placeThat('authorization')
  if (name === 'code' || name === 'xcode') return placeThat('code', 'code')
  if (MAY_OPEN.test(name)) return placeThat('opaque')
  if (DOCUMENT.test(name)) return placeThat('document')
  if (PHONE.test(name)) return placeThat('phone')
  return IDENTIFIER.test(name) || NUMBERED.test(name) ? placeThat('identifier') : other
}

function secretPlace(name: string, written: string): Place | null {
  const exact = secretNamed(name) ?? secretNamed(name.replace(/^x|\d+$/g, ''))
  // a name of several words belongs to a program; a sentence that ends in `senha` holds none
  if (exact || /[\s/]/.test(written)) return exact
  const words = written
    .replace(/([a-z\d])(?=[A-Z])/g, '$1 ')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
  const last = words.findLastIndex((word) => /[a-z]/.test(word) && !OF_SECRETS.test(word))
  const found = secretAtEnd(words) ?? secretAtEnd(words.slice(0, last + 1))
  return found && OF_SWITCHES.test(words[0] ?? '') ? placeThat('opaque') : found
}

function secretNamed(name: string): Place | null {
  const kind = kindByName.get(name)
  if (kind) return placeThat('secret', kind)
  const one = name.endsWith('s') ? kindByName.get(name.slice(0, -1)) : undefined
  return one ? placeThat('secret', one, true) : null
}

/** The place of the longest secret's name that the words end with. */
function secretAtEnd(words: readonly string[]): Place | null {
  for (let from = 0; from < words.length; from++) {
    const end = words.slice(from).join('')
    if (/^tokens?$/.test(end))
      return OF_LISTS.test(words[from - 1] ?? '') ? null : placeThat('secret', 'secret', end === 'tokens')
    const saysNothing = NOT_AT_END.has(end) || NOT_AT_END.has(end.replace(/s$/, ''))
    const place = saysNothing ? null : secretNamed(end)
    if (place) return place
  }
  return null
}

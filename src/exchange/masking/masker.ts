import type { Header } from '../exchange.js'
import { looksLikeJson } from './json.js'
import { createKnownSecrets, type KnownSecrets } from './known-secrets.js'
import { createLabels, isLabel, isPersonal, type SecretKind, spellingsOf } from './labels.js'
import { maskPairs } from './pairs.js'
import { addSecret, isHashHeader, ValueMasker } from './values.js'

/** Facts about a text that the text does not show. */
export interface MaskingContext {
  /** Whether it consists of pairs, `name=value&…`. Otherwise it is read as JSON if it looks like it, else as a text. */
  readonly isForm?: boolean
  /** Whether values named `code` are authorization codes, as in token requests and redirects. */
  readonly hasCodes?: boolean
}

export interface Masker {
  /** Adds a known secret, which is masked everywhere from now on. Ignores empty values and labels. */
  register(kind: SecretKind, value: string): void
  /** Masks any text: an error's message, a log line (JSON or not), a command's output. */
  maskText(text: string, context?: MaskingContext): string
  /** Masks a body by its structure, or its first 500 characters if it has none (`isExcerpt`). `isCut` tells that its end is missing. */
  maskBody(text: string, context: MaskingContext & { isCut: boolean }): { text: string; isExcerpt: boolean }
  /** Masks an absolute or relative URL. `hasCodes` as in the context. Labels in it are written with `%23`, so that it stays a URL. */
  maskUrl(url: string, hasCodes?: boolean): string
  maskHeaders(headers: readonly Header[]): Header[]
  /** Masks only known secrets. For identifiers, whose form may look like a secret. */
  maskKnown(text: string): string
  /** Calls `mask`, which masks the parts of one exchange, again if a later part showed a secret that an earlier part holds too. */
  maskTogether<Result>(mask: () => Result): Result
  /** How many bytes of a body are kept. */
  readonly maxBodyBytes: number
}

/** Enough for the longest list that the service returns. */
export const KEPT_BODY_BYTES = 2_000_000

/** The second pass masks what the first has learned. A third is needed only if so much was learned that some was forgotten. */
const MAX_PASSES = 3
/** Further secrets of an exchange are masked by their field's name only, and not learned. */
const MAX_LEARNED_PER_EXCHANGE = 1_000
/** How many of the newest values of the hash header are remembered. They stay readable in other texts too, because the judge compares them. */
const MAX_HASHES = 500

/** Creates the masker of one run: equal secrets get equal labels as long as the same masker is used. */
export function createMasker(options: { readonly maxBodyBytes?: number | undefined } = {}): Masker {
  const { maxBodyBytes = KEPT_BODY_BYTES } = options
  const labels = createLabels()
  const known = createKnownSecrets()
  const hashes = new Set<string>()
  const values = new ValueMasker({ labels, known, isHash: (value) => hashes.has(value) })
  let isTogether = false

  const maskTogether = <Result>(mask: () => Result): Result => {
    if (isTogether) return mask() // a part of the exchange whose masking is in progress, and is repeated as a whole
    isTogether = true
    known.learnableCount = MAX_LEARNED_PER_EXCHANGE
    try {
      let { version } = known
      let result = mask()
      for (let pass = 1; pass < MAX_PASSES && known.version !== version; pass++) {
        version = known.version
        result = mask()
      }
      return result
    } finally {
      isTogether = false
    }
  }

  const learnHash = (value: string) => {
    const [oldest = ''] = hashes
    if (hashes.size >= MAX_HASHES) hashes.delete(oldest)
    hashes.add(value)
  }

  /** Masks JSON or a form; null if the text is neither. */
  const maskStructured = (
    text: string,
    { isForm = false, hasCodes = false, isCut = false }: MaskingContext & { readonly isCut?: boolean },
  ): string | null => {
    if (!isForm) return looksLikeJson(text) ? values.json(text, { hasCodes, isCut }) : null
    // the last value of a cut form is incomplete
    const kept = isCut ? text.slice(0, Math.max(text.lastIndexOf('&'), text.lastIndexOf('=')) + 1) : text
    // a known secret may contain `&` or `=`, at which the form was split
    return values.text(maskPairs(kept, values.value, hasCodes), 'known')
  }

  const addressOf = memoize(known, (kind, url) => values.address(url, kind === 'with-codes'))
  const headerOf = memoize(known, (name, value) => values.header(name.toLowerCase(), value))

  return {
    register(kind, value) {
      const trimmed = value.trim()
      if (trimmed === '' || isLabel(trimmed)) return
      labels.labelOf(kind, trimmed)
      const spellings = isPersonal(kind) ? spellingsOf(kind, trimmed) : [trimmed]
      for (const spelling of spellings) addSecret(known, kind, spelling, 'registered', trimmed)
    },
    maskTogether,
    maskText: (text, context = {}) => maskTogether(() => maskStructured(text, context) ?? values.text(text)),
    maskBody: (text, context) =>
      maskTogether(() => {
        const masked = maskStructured(text, context)
        return masked === null ? excerptOf(text, context.isCut, values) : { text: masked, isExcerpt: false }
      }),
    maskUrl: (address, hasCodes = false) =>
      maskTogether(() => addressOf(hasCodes ? 'with-codes' : 'plain', address)),
    maskHeaders: (headers) =>
      maskTogether(() => {
        // first, because a header before the hash may hold the same value
        for (const [name, value] of headers) if (isHashHeader(name)) learnHash(value.trim())
        return headers.map(([name, value]): Header => [values.text(name, 'known'), headerOf(name, value)])
      }),
    maskKnown: (text) => maskTogether(() => values.text(text, 'known')),
    maxBodyBytes,
  }
}

const EXCERPT_CHARS = 500
/** How much of the body is masked to get the excerpt. */
const WINDOW_CHARS = 4_000
/** The end of a cut text that is thrown away, because half a secret is not recognised. */
const UNSAFE_CHARS = 200
const ELLIPSIS = '…'

/** Masks the beginning of a body that has no structure. It ends at a control character, because the rest is then no text. */
function excerptOf(body: string, isCut: boolean, values: ValueMasker) {
  const [text = ''] = body.split(/[^\P{Cc}\t\r\n\f]/u, 1)
  // an earlier recording of ours may have cut it already
  const wasExcerpt = body.length <= EXCERPT_CHARS + ELLIPSIS.length && body.endsWith(ELLIPSIS)
  const isPart = (isCut && !wasExcerpt) || text.length > WINDOW_CHARS
  const window = text.slice(0, WINDOW_CHARS)
  const masked = values.text(isPart ? window.slice(0, -UNSAFE_CHARS).replace(/\S+$/, '') : window)
  if (!isPart && text === body && masked.length <= EXCERPT_CHARS) return { text: masked, isExcerpt: false }
  // half a label at the end is removed: `[access_tok`
  const kept = masked.slice(0, EXCERPT_CHARS).replace(/\[[a-z_]*(?:#\d*)?$/, '')
  return { text: kept + ELLIPSIS, isExcerpt: true }
}

const MAX_MEMOIZED = 20_000

/** Remembers results of `mask`: the same headers and addresses come in every exchange, and masking takes a quarter longer without. Forgets them when a secret becomes known. */
function memoize(known: KnownSecrets, mask: (name: string, value: string) => string): typeof mask {
  const results = new Map<string, string>()
  let { version } = known
  return (name, value) => {
    if (version !== known.version || results.size > MAX_MEMOIZED) results.clear()
    version = known.version
    const key = `${name.length} ${name}${value}` // the length keeps `ab`, `c` apart from `a`, `bc`
    const masked = results.get(key) ?? mask(name, value)
    // not if masking has learned something, nor long values, which would fill the memory
    if (version === known.version && key.length < 1_024) results.set(key, masked)
    return masked
  }
}

import type { Header } from '../exchange.js'
import { looksLikeJson } from './json.js'
import { createKnownSecrets, type KnownSecrets } from './known-secrets.js'
import { createLabels, isLabel, isPersonal, type SecretKind, spellingsOf } from './labels.js'
import { maskPairs } from './pairs.js'
import { addSecret, isHashHeader, ValueMasker } from './values.js'

/** Facts about a text that the text does not show. */
export interface MaskingContext {
  /** `form`: name=value pairs. Without it, the text itself tells whether it is JSON. */
  readonly form?: 'text' | 'json' | 'form'
  /** Whether values named `code` are authorization codes here: token requests and redirects. */
  readonly codes?: boolean
}

/** A body that is masked. */
export interface MaskedText {
  readonly text: string
  /** Whether the body is neither JSON nor a form, and longer than what is kept of such a one. */
  readonly isExcerpt: boolean
}

export interface Masker {
  /** Makes a value known, so that it is masked everywhere from now on. Ignores empty values and labels. */
  register(kind: SecretKind, value: string): void
  /** Masks any text: an error's message, a log line (JSON or not), a command's output. */
  maskText(text: string, context?: MaskingContext): string
  /** Masks a body by its structure. Of one that has none, the first 500 characters are kept. `isCut`: its end is missing. */
  maskBody(text: string, context: MaskingContext & { readonly isCut: boolean }): MaskedText
  /** Masks an absolute or relative URL. Labels in it are written with `%23`, so that it stays one. */
  maskUrl(url: string, codes?: boolean): string
  maskHeaders(headers: readonly Header[]): Header[]
  /** Masks only known values, for identifiers and for texts whose form says nothing. */
  maskKnown(text: string): string
  /** Masks what belongs together. What a part of it teaches is masked in all parts of it. */
  together<Made>(mask: () => Made): Made
  /** Bytes of a body that are kept; of a longer one the beginning. */
  readonly maxBodyBytes: number
}

export interface MaskerOptions {
  /** Default: {@link KEPT_BODY_BYTES}. */
  readonly maxBodyBytes?: number
}

/** So that long lists are judged whole. */
export const KEPT_BODY_BYTES = 2_000_000

/**
 * A part of an exchange may reveal a secret that another part contains. A second pass learns nothing new, unless so
 * many secrets were learned that some were forgotten.
 */
const MOST_PASSES = 3
/** Secrets of an exchange beyond this number are masked by their field's name only. */
const MOST_LEARNED_AT_ONCE = 1_000
const MOST_HASHES = 500

export function createMasker({ maxBodyBytes = KEPT_BODY_BYTES }: MaskerOptions = {}): Masker {
  const labels = createLabels()
  const known = createKnownSecrets()
  const hashes = new Set<string>()
  const values = new ValueMasker({ labels, known, isHash: (value) => hashes.has(value) })
  let isTogether = false

  const together = <Made>(mask: () => Made): Made => {
    if (isTogether) return mask()
    isTogether = true
    known.room = MOST_LEARNED_AT_ONCE
    try {
      let { epoch } = known
      let made = mask()
      for (let pass = 1; pass < MOST_PASSES && known.epoch !== epoch; pass++) {
        epoch = known.epoch
        made = mask()
      }
      return made
    } finally {
      isTogether = false
    }
  }

  const learnHash = (value: string) => {
    const [oldest] = hashes
    if (oldest !== undefined && hashes.size >= MOST_HASHES) hashes.delete(oldest)
    hashes.add(value)
  }

  const structured = (
    text: string,
    { form, codes = false }: MaskingContext,
    isCut: boolean,
  ): string | null => {
    const json = form === undefined || form === 'json' ? looksLikeJson(text) : false
    const masked = json ? values.json(text, { codes, isCut }) : null
    if (masked !== null || form !== 'form') return masked
    const kept = isCut ? text.slice(0, text.search(/[^&=]*$/)) : text
    // a secret may hold the signs at which a form is taken apart
    return values.text(maskPairs(kept, values.value, codes), 'known')
  }

  const addressOf = remembering(known, (codes, url) => values.address(url, codes === 'codes'))
  const headerOf = remembering(known, (name, value) => values.header(name.toLowerCase(), value))

  return {
    register(kind, value) {
      const trimmed = value.trim()
      if (trimmed === '' || isLabel(trimmed)) return
      labels.labelOf(kind, trimmed)
      const spellings = isPersonal(kind) ? spellingsOf(kind, trimmed) : [trimmed]
      for (const spelling of spellings) addSecret(known, kind, spelling, 'given', trimmed)
    },
    together,
    maskText: (text, context = {}) => together(() => structured(text, context, false) ?? values.text(text)),
    maskBody: (text, context) =>
      together(() => {
        const masked = structured(text, context, context.isCut)
        return masked === null ? excerptOf(text, context.isCut, values) : { text: masked, isExcerpt: false }
      }),
    maskUrl: (address, codes = false) => together(() => addressOf(codes ? 'codes' : 'plain', address)),
    maskHeaders: (headers) =>
      together(() => {
        for (const [name, value] of headers) if (isHashHeader(name)) learnHash(value.trim())
        return headers.map(([name, value]): Header => [values.text(name, 'known'), headerOf(name, value)])
      }),
    maskKnown: (text) => together(() => values.text(text, 'known')),
    maxBodyBytes,
  }
}

const EXCERPT_CHARS = 500
/** So much is masked to have the excerpt. */
const WINDOW_CHARS = 4_000
/** A secret of several words may be cut this close to the end of a text. */
const UNSAFE_CHARS = 200
const ELLIPSIS = '…'

/**
 * The beginning of a body that cannot be read by its structure. A control character ends it, because it shows that
 * the body is no text.
 */
function excerptOf(body: string, isCut: boolean, values: ValueMasker): MaskedText {
  const [text = ''] = body.split(/[^\P{Cc}\t\r\n\f]/u, 1)
  // an earlier recording of ours may have cut it already
  const wasExcerpt = body.length <= EXCERPT_CHARS + ELLIPSIS.length && body.endsWith(ELLIPSIS)
  const isPart = (isCut && !wasExcerpt) || text.length > WINDOW_CHARS
  const window = text.slice(0, WINDOW_CHARS)
  const masked = values.text(isPart ? window.slice(0, -UNSAFE_CHARS).replace(/\S+$/, '') : window)
  if (!isPart && text === body && masked.length <= EXCERPT_CHARS) return { text: masked, isExcerpt: false }
  const kept = masked.slice(0, EXCERPT_CHARS).replace(/\[[a-z_]*(?:#\d*)?$/, '')
  return { text: kept + ELLIPSIS, isExcerpt: true }
}

const MOST_REMEMBERED = 20_000

/** Headers and addresses come again and again. Each is masked once, until another value becomes known. */
function remembering(known: KnownSecrets, make: (name: string, value: string) => string): typeof make {
  const made = new Map<string, string>()
  let { epoch } = known
  return (name, value) => {
    if (epoch !== known.epoch || made.size > MOST_REMEMBERED) made.clear()
    epoch = known.epoch
    const key = `${name.length} ${name}${value}`
    const masked = made.get(key) ?? make(name, value)
    if (epoch === known.epoch && key.length < 1_024) made.set(key, masked)
    return masked
  }
}

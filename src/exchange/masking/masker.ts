import type { Header } from '../exchange.js'
import type { MaskingContext } from './context.js'
import { createGenerations } from './generations.js'
import { createHashes, type HeaderHands, maskHeaderValue } from './headers.js'
import { createKnownValues } from './known-values.js'
import { createLabels, isPersonal, spellingsOf } from './labels.js'
import { labelSpans, replaceMatches } from './match.js'
import { isLabel, type SecretKind } from './places.js'
import { rewrite } from './rewrite.js'
import { MIN_INDEXED_LENGTH } from './secret-variants.js'
import { knownSurveyOf, surveyOf } from './survey.js'
import type { TimeLimit } from './time-limit.js'
import { escapeLabels, maskAddress } from './url.js'

export interface Masker {
  /** Makes a value known; it is masked from now on wherever it stands. Empty values and labels are ignored. */
  register(kind: SecretKind, value: string): void
  /** Masks any text: an error's message, a log line (JSON or not), a command's output. */
  maskText(text: string, context?: MaskingContext): string
  /** Learns at once what a text holds, and answers with what masks it by all that is known by then. */
  read(text: string, context?: MaskingContext): () => string
  /** Masks an absolute or relative URL; labels inside are written with `%23`, so that it stays one. */
  maskUrl(url: string, codes?: boolean): string
  maskHeaders(headers: readonly Header[]): Header[]
  /** Masks known values alone: for texts whose own form says nothing, such as the homologation's hash. */
  maskKnown(text: string): string
  /** Bytes of a body that are kept; of a longer one the beginning. */
  readonly maxBodyBytes: number
  /** For the bodies of one exchange; null: as long as it takes. */
  readonly time: TimeLimit | null
  /** Bodies of which nothing was kept, for their time was over. */
  readonly outOfTime: number
  /** One more. */
  giveUp(): void
  /** Rises whenever a value became known: what was masked before should be masked again. */
  readonly epoch: number
}

export interface MaskerOptions {
  /** Default: {@link KEPT_BODY_BYTES}. */
  readonly maxBodyBytes?: number
  /** Default: as long as it takes. */
  readonly time?: TimeLimit
}

/** So that long lists are judged whole. */
export const KEPT_BODY_BYTES = 2_000_000

export function createMasker({ maxBodyBytes = KEPT_BODY_BYTES, time }: MaskerOptions = {}): Masker {
  const labels = createLabels()
  const known = createKnownValues()
  const { labelOf } = labels
  const hashes = createHashes()
  let outOfTime = 0

  const epochOf = () => known.epoch
  const texts: Remembered[] = []

  /** Texts are remembered by what was known of them: a key made of both would copy each text. */
  const textsOf = ({ form, codes = false, cut = false, bare = true }: MaskingContext): Remembered => {
    const at = numberOf(form) * 8 + (codes ? 4 : 0) + (cut ? 2 : 0) + (bare ? 1 : 0)
    texts[at] ??= createRemembered(epochOf, MAX_REMEMBERED)
    return texts[at]
  }

  const read = (text: string, context: MaskingContext = {}): (() => string) => {
    if (text === '') return () => ''
    if (text.length > LONGEST_REMEMBERED) return survey(text, context)
    const those = textsOf(context)
    const remembered = those.get(text)
    if (remembered === undefined) {
      const mask = survey(text, context)
      return () => those.keep(text, mask)
    }
    const { epoch } = known
    return () => (known.epoch === epoch ? remembered : survey(text, context)())
  }

  const survey = (text: string, context: MaskingContext): (() => string) => {
    const made = surveyOf(text, context)
    known.learn(made)
    for (const [start, end] of labelSpans(text)) labels.reserve(text.slice(start, end))
    return () => rewrite(made, known, labelOf)
  }

  const maskKnown = (text: string): string => {
    if (text === '' || known.isEmpty) return text
    const survey = knownSurveyOf(text)
    return replaceMatches(text, known.find(survey), labelSpans(text), labelOf)
  }

  const hands: HeaderHands = {
    mask: (text, context) => read(text, context)(),
    labelOf,
    discover: known.discover,
    maskUrl: (url, codes = false) => urls(codes ? 'codes' : 'plain', url),
    ...{ maskKnown, isHash: hashes.isHash },
  }

  const urls = remembering(
    (codes, url) => maskAddress(escapeLabels(maskKnown(url)), codes === 'codes', hands),
    () => createRemembered(epochOf, MAX_REMEMBERED),
  )
  const headers = remembering(
    (name, value) => maskHeaderValue(name.toLowerCase(), value, hands),
    () => createRemembered(epochOf, MAX_OF_HEADER),
  )
  const names = createRemembered(epochOf, MAX_OF_HEADER)
  const lists = rememberingLists((all) => {
    hashes.learn(all)
    return all.map(([name, value]) => [maskName(name), value === '' ? '' : headers(name, value)] as const)
  }, epochOf)
  return {
    register(kind, value) {
      const trimmed = value.trim()
      if (trimmed === '' || isLabel(trimmed)) return
      labelOf(kind, trimmed)
      const spellings = isPersonal(kind) ? spellingsOf(kind, trimmed) : [trimmed]
      for (const spelling of spellings) known.register(spelling, kind, trimmed)
    },
    maskText: (text, context) => read(text, context)(),
    read,
    maskUrl: hands.maskUrl,
    maskKnown,
    maxBodyBytes,
    time: time ?? null,
    maskHeaders: lists,
    get outOfTime() {
      return outOfTime
    },
    giveUp() {
      outOfTime++
    },
    get epoch() {
      return known.epoch
    },
  }

  function maskName(name: string): string {
    if (name.length < MIN_INDEXED_LENGTH || known.isEmpty) return name
    return names.get(name) ?? names.keep(name, () => maskKnown(name))
  }
}

function numberOf(form: MaskingContext['form']): number {
  if (form === 'json') return 0
  return form === 'text' ? 1 : form === 'form' ? 2 : 3
}

const MAX_REMEMBERED = 10_000
const MAX_HEADERS = 64
const MAX_OF_HEADER = 500
const LONGEST_REMEMBERED = 1024

/** Lists that come again as the very same, those of requests and of answers by turns. */
function rememberingLists(
  make: (all: readonly Header[]) => Header[],
  epochOf: () => number,
): (all: readonly Header[]) => Header[] {
  let last: MaskedList | null = null
  let other: MaskedList | null = null

  return (all) => {
    const epoch = epochOf()
    if (last?.all === all && last.epoch === epoch) return last.made
    if (other?.all === all && other.epoch === epoch) return other.made
    const made = make(all)
    if (epoch === epochOf()) [last, other] = [{ all, epoch, made }, last]
    return made
  }
}

interface MaskedList {
  readonly all: readonly Header[]
  readonly epoch: number
  readonly made: Header[]
}

/** Headers, addresses and bodies come again and again. */
function remembering(make: (name: string, value: string) => string, create: () => Remembered): typeof make {
  const byName = new Map<string, Remembered>()

  const ofName = (name: string): Remembered => {
    const those = byName.get(name)
    if (those) return those
    if (byName.size >= MAX_HEADERS) byName.clear()
    const fresh = create()
    byName.set(name, fresh)
    return fresh
  }

  return (name, value) => {
    if (value.length > LONGEST_REMEMBERED) return make(name, value)
    const those = ofName(name)
    return those.get(value) ?? those.keep(value, () => make(name, value))
  }
}

/** What was made of a text, until another value becomes known. */
interface Remembered {
  get(key: string): string | undefined
  /** What is made now, where nothing is remembered; it is kept unless its making taught something. */
  keep(key: string, make: () => string): string
}

function createRemembered(epochOf: () => number, size: number): Remembered {
  let memo = createGenerations<string>(size)
  let epoch = epochOf()

  const refresh = () => {
    if (epoch === epochOf()) return
    memo = createGenerations(size)
    epoch = epochOf()
  }

  return {
    get(key) {
      refresh()
      return memo.get(key)
    },
    keep(key, make) {
      refresh()
      const made = make()
      if (epoch === epochOf()) memo.set(key, made)
      return made
    },
  }
}

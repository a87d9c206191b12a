import { passwordsOf } from './at-place.js'
import { isPersonal } from './labels.js'
import { joined, type Match } from './match.js'
import { isDistinctive, isOrdinary, type SecretKind } from './places.js'
import { type Gathered, gatherInto } from './repeats.js'
import { createSecretIndex, type SecretIndex } from './secret-index.js'
import { type Bounds, MIN_INDEXED_LENGTH } from './secret-variants.js'
import { type Survey, snapEnd, snapStart } from './survey.js'
import { originOf, viewsOf } from './views.js'

/** The values that are hunted everywhere: registered by their owner, or found at a place of secrets. */
export interface KnownValues {
  register(value: string, kind: SecretKind, owner: string): void
  /** Takes up what the survey's places show, as far as it may be hunted. */
  learn(survey: Survey): void
  discover(match: Match): void
  /** Where known values stand in the text, in any encoding. */
  find(survey: Survey): Match[]
  /** The value behind a spelling. */
  ownerOf(value: string): Owner | undefined
  readonly isEmpty: boolean
  /** Whether a number may be one of them. */
  readonly hasDigits: boolean
  /** Rises whenever a value became known. */
  readonly epoch: number
}

interface Owner {
  readonly kind: SecretKind
  readonly value: string
}

/** Values found by their place are forgotten beyond this many, the oldest first; registered ones never are. */
const MAX_FOUND = 20_000
/** Of one text so many are taken up; what it holds beyond them is masked at its places alone. */
const MAX_FOUND_IN_TEXT = 1_000

export function createKnownValues(maxFound = MAX_FOUND): KnownValues {
  const index = createSecretIndex()
  const indexed = new Map<string, 'registered' | 'found'>()
  const owners = new Map<string, Owner>()
  /** Values found by their place, the oldest at `head`. */
  const queue: string[] = []
  let head = 0
  let digits = 0
  let epoch = 0

  const add = (value: string, how: 'registered' | 'found', owner: Owner) => {
    if (value.length < MIN_INDEXED_LENGTH) return
    if (indexed.has(value)) {
      if (how === 'registered') indexed.set(value, how)
      return
    }
    index.add(value, boundsOf(value))
    indexed.set(value, how)
    owners.set(value, owner)
    if (/^\d+$/.test(value)) digits++
    if (how === 'found' && queue.push(value) - head > maxFound) forgetOldest()
    epoch++
  }

  /** A value that looks escaped itself (`%41`) is found where it was escaped once more, too. */
  const addDecoded = (value: string, how: 'registered' | 'found', owner: Owner) => {
    for (const { text } of viewsOf(value)) add(text, how, owner)
  }

  const forgetOldest = () => {
    const value = queue[head++]
    if (head > 1000 && head > queue.length / 2) {
      queue.splice(0, head)
      head = 0
    }
    if (value === undefined || indexed.get(value) !== 'found') return
    index.remove(value)
    indexed.delete(value)
    owners.delete(value)
  }

  const discover = ({ reason, kind, value }: Match) => {
    if (reason !== 'place' || isPersonal(kind)) return
    if (isDistinctive(value)) addDecoded(value, 'found', { kind, value })
    if (kind !== 'basic') return
    for (const part of passwordsOf(value)) add(part, 'found', { kind: 'client_secret', value: part })
  }

  const learn = (survey: Survey) => {
    const until = epoch + MAX_FOUND_IN_TEXT
    const seen = new Map<SecretKind, Set<string>>()
    for (const match of survey.matches) {
      if (epoch >= until) return
      if (match.reason !== 'place') continue
      const ofKind = seen.get(match.kind) ?? new Set()
      if (ofKind.has(match.value)) continue
      discover(match)
      seen.set(match.kind, ofKind.add(match.value))
    }
    for (const { survey: inner } of survey.encoded) {
      if (epoch >= until) return
      learn(inner)
    }
  }

  return {
    register: (value, kind, owner) => addDecoded(value, 'registered', { kind, value: owner }),
    learn,
    discover,
    find: (survey) => (indexed.size === 0 ? [] : find(survey, index, owners)),
    ownerOf: (value) => owners.get(value),
    get isEmpty() {
      return indexed.size === 0
    },
    get hasDigits() {
      return digits > 0
    },
    get epoch() {
      return epoch
    },
  }
}

function find({ views, context }: Survey, index: SecretIndex, owners: ReadonlyMap<string, Owner>): Match[] {
  const matches: Match[] = []
  const gathered = gatherInto(matches, views.length)
  for (const view of views) {
    context.between?.()
    const { add, end: finish } = joining(gathered)
    index.scan(view.text, context.cut === true, (from, to, spelling) => {
      const owner = owners.get(spelling)
      if (!owner) return
      const start = snapStart(views, originOf(view, from))
      const end = snapEnd(views, originOf(view, to))
      add({ start, end, kind: owner.kind, value: owner.value, reason: 'known' })
    })
    finish()
    gathered.turn()
  }
  return matches
}

/** What overlaps the one before becomes one with it: a value that repeats within itself must not fill memory. */
function joining(gathered: Gathered) {
  let last: Match | null = null

  return {
    add(match: Match): void {
      if (last && match.start < last.end && match.end > last.start) last = joined(last, match)
      else {
        if (last) gathered.add(last)
        last = match
      }
    },
    end(): void {
      if (last) gathered.add(last)
    },
  }
}

function boundsOf(value: string): Bounds {
  if (/^\d+$/.test(value)) return 'digit'
  return isOrdinary(value) ? 'word' : 'none'
}

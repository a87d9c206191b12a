import type { Chunks } from '../chunks.js'
import { isNote, type Note, RecordingError, type RunHeader, runHeaderIn } from '../read-journal.js'
import { piecesOf } from './entries.js'
import type { Shown } from './entry-address.js'
import { asLoose, parse } from './loose.js'

/** What the whole file tells, before its entries are read. */
interface Survey {
  readonly header: RunHeader | null
  readonly notes: readonly Note[]
  readonly baseUrl: string | null
  readonly shows: Shown
}

const AUTHORIZATION = /"(?:name"\s*:\s*")?authorization"/i
const TEXT = /"content"\s*:\s*\{[^{}]{0,500}?"text"\s*:/
/** A body in a file beside it. */
const FILE = /"_file"\s*:\s*"/
const ANSWER = /"status"\s*:\s*"?[1-5]\d\d/
const HOMOLOGATION = /"url"\s*:\s*"(https?:\\?\/\\?\/[^"?#\s]*?)\\?\/homologacao\\?\/produtos/i
const BOTH = /"url"\s*:\s*"(https?:\\?\/\\?\/[^"?#\s]*?\/v\d+)\\?\/homologacao\\?\/produtos/i
const VERSIONED = /"url"\s*:\s*"(https?:\\?\/\\?\/[^"?#\s]*?\/v3)(?=["/?#])/i
const OVERLAP = 4096

/** `isPlaced`: the base address is known, and not looked for. */
export async function surveyOf(chunks: Chunks, isPlaced: boolean): Promise<Survey> {
  let own: Pick<Survey, 'header' | 'notes'> = notOurs
  const shows = { authorization: false, texts: false, answers: false }
  const found: Addresses = { homologation: null, versioned: null, both: null }
  let tail = ''
  const decoder = new TextDecoder()
  try {
    own = await ownOf(chunks)
    const isBaseKnown = isPlaced || own.header !== null
    for await (const chunk of chunks.read()) {
      const text = tail + decoder.decode(chunk, { stream: true })
      shows.authorization ||= AUTHORIZATION.test(text)
      shows.texts ||= TEXT.test(text) || FILE.test(text)
      shows.answers ||= ANSWER.test(text)
      const isShown = shows.authorization && shows.texts && shows.answers
      if (isShown && isBaseKnown) break
      found.both ??= BOTH.exec(text)?.[1] ?? null
      found.homologation ??= HOMOLOGATION.exec(text)?.[1] ?? null
      found.versioned ??= VERSIONED.exec(text)?.[1] ?? null
      if (isShown && found.both !== null) break
      tail = text.slice(-OVERLAP)
    }
  } catch (error) {
    if (error instanceof RecordingError) throw error
    const { name } = chunks
    throw new RecordingError('missing', name, `'${name}' cannot be read: ${(error as Error).message}`)
  }
  return { ...own, baseUrl: baseOf(found), shows }
}

/** Addresses that may be the base, as they are written in the file. */
interface Addresses {
  /** Before the paths of the procedure. */
  homologation: string | null
  /** Up to a version prefix. */
  versioned: string | null
  /** Both at once. */
  both: string | null
}

/** The first request of a run may be the very one that lost the version prefix: another of the same host tells. */
function baseOf({ homologation, versioned, both }: Addresses): string | null {
  const isOfOneHost = homologation !== null && versioned?.startsWith(homologation)
  const base = both ?? (isOfOneHost ? versioned : (homologation ?? versioned))
  return base ? bare(base.replaceAll('\\/', '/')) : null
}

/** Without a name and a password before the host, which are nobody's to read; and with one version, where a client joined two. */
function bare(base: string): string {
  return base.replace(/^(\w+:\/\/)[^/]*@/, '$1').replace(/^(.*?\/v\d+)\/.*\/v\d+$/, '$1')
}

const notOurs = { header: null, notes: [] }

async function ownOf(chunks: Chunks): Promise<Pick<Survey, 'header' | 'notes'>> {
  for await (const pieces of piecesOf(chunks)) {
    for (const piece of pieces) {
      if (piece.is !== 'log') return notOurs
      // awaited before the file is closed, for nobody would hear of a damaged header until then
      if (piece.name === '_homologa') return await ownIn(piece.text, chunks.name)
    }
  }
  return notOurs
}

async function ownIn(text: string, name: string): Promise<Pick<Survey, 'header' | 'notes'>> {
  const { run, notes } = asLoose(parse(text))
  if (run === undefined) return notOurs
  return { header: await runHeaderIn(name, run), notes: Array.isArray(notes) ? notes.filter(isNote) : [] }
}

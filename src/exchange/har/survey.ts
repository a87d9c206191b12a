import type { KnownService } from '../../specification/known-service.js'
import type { Chunks } from '../chunks.js'
import { isNote, type Note, RecordingError, type RunHeader, runHeaderIn } from '../read-journal.js'
import { piecesOf } from './entries.js'
import type { Shown } from './entry-address.js'
import { asLoose, parse } from './loose.js'
import { procedureBase } from './procedure-base.js'

/** Facts about the whole file that are needed before its entries are read. */
interface Survey {
  readonly header: RunHeader | null
  readonly notes: readonly Note[]
  /** Base address of the service; null where no request is seen to go there. */
  readonly baseUrl: string | null
  readonly shows: Shown
}

const AUTHORIZATION = /"(?:name"\s*:\s*")?authorization"/i
/** An empty text does not count, because some tools write one for every body that they leave out. */
const TEXT = /"content"\s*:\s*\{[^{}]{0,500}?"text"\s*:\s*"[^"]/
/** A body in a file next to the HAR. */
const FILE = /"_file"\s*:\s*"/
const PROCEDURE = /\/homologacao\\?\/produtos/
const BOTH = /"url"\s*:\s*"(https?:\\?\/\\?\/[^"?#\s]*?\/Api\\?\/v3)\\?\/homologacao\\?\/produtos/
const OVERLAP = 4096

/** Signs of the service's base address in a file of another tool. */
interface Signs {
  /** The version prefix before the paths of the procedure. */
  both: string | null
  /** A host that a profile documents. */
  host: string | null
  /** The version prefix before a path that is one of the service's. */
  versioned: string | null
  /** Whether paths of the procedure occur at all. */
  hasProcedure: boolean
}

/** `isPlaced`: the base address is known, and not looked for. */
export async function surveyOf(chunks: Chunks, isPlaced: boolean, known: KnownService): Promise<Survey> {
  let own: Pick<Survey, 'header' | 'notes'> = notOurs
  const shows = { authorization: false, texts: false }
  const signs: Signs = { both: null, host: null, versioned: null, hasProcedure: false }
  const look = lookFor(known, signs)
  let tail = ''
  const decoder = new TextDecoder()
  try {
    own = await ownOf(chunks)
    const isBaseKnown = isPlaced || own.header !== null
    for await (const chunk of chunks.read()) {
      const text = tail + decoder.decode(chunk, { stream: true })
      shows.authorization ||= AUTHORIZATION.test(text)
      shows.texts ||= TEXT.test(text) || FILE.test(text)
      const isShown = shows.authorization && shows.texts
      if (isShown && isBaseKnown) break
      look(text)
      if (isShown && signs.both !== null) break
      tail = text.slice(-OVERLAP)
    }
    return { ...own, baseUrl: isBaseKnown ? null : await baseOf(signs, chunks), shows }
  } catch (error) {
    if (error instanceof RecordingError) throw error
    const { name } = chunks
    throw new RecordingError('missing', name, `'${name}' cannot be read: ${(error as Error).message}`)
  }
}

function lookFor({ hosts, otherHosts, names }: KnownService, signs: Signs): (text: string) => void {
  const name = names === null ? String.raw`[^"?#\\/]+` : names.map(escaped).join('|')
  const versioned = new RegExp(
    String.raw`"url"\s*:\s*"(https?:\\?/\\?/[^"?#\s]*?/Api\\?/v3)\\?/(?:${name})(?=["?#/\\])`,
  )
  const known = [
    ...hosts.map((host) => String.raw`${escaped(host)}(?=[:/\\"?#])`),
    ...otherHosts.map((host) => String.raw`${escaped(host)}(?=\\?/(?:b\\?/)?(?:[aA][pP][iI]|v\d+)\\?/)`),
  ]
  const host =
    known.length === 0 ? null : new RegExp(String.raw`"url"\s*:\s*"https?:\\?/\\?/(${known.join('|')})`)
  return (text) => {
    signs.both ??= BOTH.exec(text)?.[1] ?? null
    signs.host ??= host?.exec(text)?.[1] ?? null
    signs.versioned ??= versioned.exec(text)?.[1] ?? null
    signs.hasProcedure ||= PROCEDURE.test(text)
  }
}

function escaped(text: string): string {
  return text.replaceAll('.', String.raw`\.`)
}

/**
 * Another request of the same host tells the base, because the first one of a run may be the one without the version
 * prefix.
 */
async function baseOf(
  { both, host, versioned, hasProcedure }: Signs,
  chunks: Chunks,
): Promise<string | null> {
  if (both !== null) return bare(both)
  if (host !== null) return `https://${host}/Api/v3`
  const procedure = hasProcedure ? await procedureBase(chunks) : null
  if (versioned === null || procedure === null) return versioned === null ? procedure : bare(versioned)
  return bare(versioned).startsWith(procedure) ? bare(versioned) : procedure
}

/** Removes a name and a password before the host, and the second version if a client joined two. */
function bare(base: string): string {
  return base
    .replaceAll('\\/', '/')
    .replace(/^(\w+:\/\/)[^/]*@/, '$1')
    .replace(/^(.*?\/v\d+)\/.*\/v\d+$/, '$1')
}

const notOurs = { header: null, notes: [] }

async function ownOf(chunks: Chunks): Promise<Pick<Survey, 'header' | 'notes'>> {
  for await (const pieces of piecesOf(chunks)) {
    for (const piece of pieces) {
      if (piece.is !== 'log') return notOurs
      // awaited before the file is closed; otherwise a damaged header would go unnoticed until then
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

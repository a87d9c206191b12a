import type { KnownService } from '../specification/known-service.js'
import { readAddress } from './address.js'
import { type Exchange, headerValue } from './exchange.js'
import { type EntryContext, hostOf, isDocumented, withoutQuery } from './har/entry-address.js'
import { isOwnEntry, type NumberedEntry, toExchange, usabilityOf } from './har/from-entry.js'
import { asNumber, asObject, asText, type EntryParts } from './har/loose.js'
import { readHeaders } from './har/messages.js'
import { parseWallMs } from './har/times.js'
import { parseJson } from './json.js'
import { createMasker, type Masker } from './masking.js'
import {
  type Chunks,
  type DamagedLine,
  isFirstCopy,
  isNote,
  type Note,
  RecordingError,
  type RunHeader,
  runHeaderIn,
} from './read-journal.js'

/** Reads HAR 1.2. A HAR of ours brings the same exchanges back, by its fields `_homologa`; those of other tools list in `gaps` what is missing. */

export interface ReadHarOptions {
  /** Base address of the service. Default: that of our own header, or else guessed from the homologation's routes. */
  readonly baseUrl?: string | null
  readonly tokenUrl?: string | null
  readonly masker?: Masker
  /** Hosts of the service, to recognise its requests without a base address. Default: only by the path `/Api/v3`. */
  readonly known?: KnownService
}

const nothingKnown: KnownService = { hosts: [], otherHosts: [], names: null }

export interface ReadHar {
  /** The header of the run that wrote it; null for a HAR of another tool. */
  readonly header: RunHeader | null
  /** All notes of the run. */
  readonly notes: readonly Note[]
  /** The base address that decided the channels; null if no request goes to the service. */
  readonly baseUrl: string | null
  readonly tokenUrl: string | null
  /** The masked exchanges in the order in which the requests were sent. It can be iterated once. */
  readonly exchanges: AsyncIterable<Exchange>
  /** Entries that could not be read, or have no response, by their number; grows while `exchanges` is read. */
  readonly damaged: readonly DamagedLine[]
  /** How many entries have bytes that are not UTF-8. */
  readonly notUtf8: { readonly count: number }
  /** How many bodies should be in files next to the HAR and are not; grows while `exchanges` is read. */
  readonly attached: { readonly missing: number }
}

/** Opens a HAR of any tool. @throws RecordingError if it cannot be read, is too large or is no HAR */
export async function readHarFrom(chunks: Chunks, options: ReadHarOptions = {}): Promise<ReadHar> {
  const { known = nothingKnown } = options
  const { written, isUtf8 } = await readText(chunks)
  const { log, entries, isTorn } = readLog(written, chunks.name)
  const { run, notes } = asObject(log._homologa)
  const header = run === undefined ? null : await runHeaderIn(chunks.name, run)
  const baseUrl = options.baseUrl ?? header?.baseUrl ?? findBaseUrl(entries, known)
  const tokenUrl = options.tokenUrl ?? header?.tokenUrl ?? null
  const damaged: DamagedLine[] = []
  const attached = { missing: 0 }
  const context: EntryContext = {
    known,
    attached,
    shows: findShown(entries),
    host: baseUrl === null ? null : hostOf(baseUrl),
    tokenAddress: tokenUrl === null ? null : withoutQuery(tokenUrl),
    beside: chunks.beside ?? (() => null),
  }
  const masker = options.masker ?? createMasker()
  return {
    header,
    notes: header !== null && Array.isArray(notes) ? notes.filter(isNote) : [],
    baseUrl,
    tokenUrl,
    damaged,
    attached,
    notUtf8: {
      count: isUtf8 ? 0 : entries.filter(({ entry }) => JSON.stringify(entry).includes('\uFFFD')).length,
    },
    exchanges: exchanges(),
  }

  async function* exchanges(): AsyncGenerator<Exchange, void> {
    let count = 0
    let originMs = Number.NaN // the time of the first exchange, from which the others are counted
    const sentAtMs: number[] = []
    for (const numbered of entries) {
      const usability = usabilityOf(numbered, context)
      if (usability === 'no-response') damaged.push({ line: numbered.number, reason: 'no-response' })
      if (usability !== 'exchange') continue
      if (Number.isNaN(originMs)) originMs = numbered.startedMs
      const exchange = toExchange(numbered, context, { id: `e${++count}`, originMs, masker })
      if (!isOwnEntry(numbered.entry._homologa) || isFirstCopy(exchange, sentAtMs)) yield exchange
    }
    // the rest of a torn HAR is missing
    if (isTorn) damaged.push({ line: entries.length + 1, reason: 'not-json' })
  }
}

/** A larger HAR is refused, because it is read into memory. */
const MAX_MB = 300

/** Decodes the file. If it is not UTF-8, the wrong bytes become U+FFFD. */
async function readText(chunks: Chunks): Promise<{ readonly written: string; readonly isUtf8: boolean }> {
  try {
    return { written: await decodeWith(new TextDecoder('utf-8', { fatal: true }), chunks), isUtf8: true }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error // a strict decoder throws it for bytes that are not UTF-8
    return { written: await decodeWith(new TextDecoder(), chunks), isUtf8: false }
  }
}

async function decodeWith(decoder: InstanceType<typeof TextDecoder>, chunks: Chunks): Promise<string> {
  // joined at the end, because a text that grows piece by piece is slow to read
  const texts: string[] = []
  const { name } = chunks
  let sizeBytes = 0
  for await (const chunk of chunks.read()) {
    sizeBytes += chunk.length
    if (sizeBytes > MAX_MB * 1e6)
      throw new RecordingError('too-large', name, `'${name}' is a HAR of more than ${MAX_MB} MB`)
    texts.push(decoder.decode(chunk, { stream: true }))
  }
  return [...texts, decoder.decode()].join('')
}

/** Reads the log and its entries; if `isTorn`, the file ends early, so that further entries are missing. @throws RecordingError if it is no HAR */
function readLog(written: string, path: string) {
  const refuse = (code: RecordingError['code'], detail: string) => new RecordingError(code, path, detail)
  let parsed = parseJson(written)
  const isTorn = !parsed.ok
  if (!parsed.ok) {
    if (parsed.flaw === 'empty') throw refuse('empty', `'${path}' is empty`)
    parsed = parseJson(completeTornLog(written))
  }
  const log = asObject(asObject(parsed.ok ? parsed.value : null).log)
  if (Array.isArray(log.entries)) return { log, entries: orderEntries(log.entries), isTorn }
  if (!isTorn) throw refuse('no-entries', `'${path}' is JSON, but no HAR: it has no 'log.entries'`)
  if (/^[\s\uFEFF]*\{\s*"log"\s*:\s*\{/.test(written))
    throw refuse('cut', `'${path}' begins as a HAR and breaks off before its entries`)
  throw refuse('not-json', `'${path}' is not JSON: neither a HAR nor a journal`)
}

/** Completes a HAR that breaks off: cuts it behind its last whole entry, and closes the brackets. */
function completeTornLog(written: string): string {
  let depth = 0
  let end = 0
  let inString = false
  for (let i = 0; i < written.length; i++) {
    const sign = written[i]
    if (sign === '\\') i++
    else if (sign === '"') inString = !inString
    else if (inString) continue
    else if (sign === '{' || sign === '[') depth++
    else if ((sign === '}' || sign === ']') && --depth === ENTRY_DEPTH) end = i + 1
  }
  return `${written.slice(0, end)}]}}`
}

/** Brackets around an entry: `{"log":{"entries":[`. */
const ENTRY_DEPTH = 3

/** Sorts the entries by time, because some tools write them when they end. Entries of ours, and those without a time, stay after the one before. */
function orderEntries(entries: readonly unknown[]): readonly NumberedEntry[] {
  let lastMs = 0
  const inFile = entries.map((value, i) => {
    const entry = asObject(value)
    const startedMs = parseWallMs(asText(entry.startedDateTime))
    if (!Number.isNaN(startedMs) && !isOwnEntry(entry._homologa)) lastMs = startedMs
    const parts: EntryParts = { entry, request: asObject(entry.request), response: asObject(entry.response) }
    return { ...parts, number: i + 1, startedMs, atMs: lastMs }
  })
  return withoutRelayed(withoutDuplicates(inFile.sort((a, b) => a.atMs - b.atMs)))
}

/** Removes the second copy of an entry from merged exports. Entries of ours are compared by id later. */
function withoutDuplicates(entries: readonly NumberedEntry[]): readonly NumberedEntry[] {
  const seen = new Set<string>()
  return entries.filter(({ entry, startedMs }, i) => {
    // entries are sorted by time, so copies are neighbours; writing each as text would be slow
    const isAlone = entries[i - 1]?.startedMs !== startedMs && entries[i + 1]?.startedMs !== startedMs
    if (isAlone || isOwnEntry(entry._homologa)) return true
    const written = JSON.stringify(entry)
    const isFirst = !seen.has(written)
    seen.add(written)
    return isFirst
  })
}

/** How many entries after a page's request may be the same request of its service worker. */
const MAX_DISTANCE = 3

/** A page's request to its service worker is a second entry for the worker's own request. It is removed if that one follows before its end. */
function withoutRelayed(entries: readonly NumberedEntry[]): readonly NumberedEntry[] {
  const matched = new Set<NumberedEntry>()
  return entries.filter((page, i) => {
    if (!isRelayed(page)) return true
    const endedMs = page.startedMs + (asNumber(page.entry.time) ?? 0)
    const isSameRequest = (other: NumberedEntry) =>
      !isRelayed(other) &&
      !matched.has(other) &&
      other.request.method === page.request.method &&
      other.request.url === page.request.url &&
      other.startedMs <= endedMs
    const worker = entries.slice(i + 1, i + 1 + MAX_DISTANCE).find(isSameRequest)
    if (worker) matched.add(worker)
    return worker === undefined
  })
}

/** Whether Chrome marks the request as answered by a service worker. */
function isRelayed({ response }: EntryParts): boolean {
  return response._fetchedViaServiceWorker === true
}

/** Finds out what the tool records at all, see {@link EntryContext}. */
function findShown(entries: readonly NumberedEntry[]): EntryContext['shows'] {
  return {
    authorization: entries.some(
      ({ request }) => headerValue(readHeaders(request.headers), 'authorization') !== null,
    ),
    // some tools write an empty text for every body that they leave out
    texts: entries.some(({ response }) => {
      const content = asObject(response.content)
      return asText(content.text) !== '' || asText(content._file) !== ''
    }),
  }
}

/**
 * Guesses the service's base address, in this order: the address up to `/Api/v3` before `/homologacao/produtos`, a host that a profile
 * documents, the address before a homologation path without `/Api/v3`, the address up to `/Api/v3` before another path of the service.
 */
function findBaseUrl(entries: readonly NumberedEntry[], known: KnownService): string | null {
  const urls = entries.map(({ request }) => asText(request.url))
  const firstBase = (pattern: RegExp) => {
    for (const url of urls) {
      const base = pattern.exec(url)?.[1]
      if (base !== undefined) return cleanBase(base)
    }
    return null
  }
  const complete = firstBase(/^(https?:\/\/[^?#\s]*?\/Api\/v3)\/homologacao\/produtos/)
  if (complete !== null) return complete
  const documented = urls.find((url) => isDocumented(url, known))
  if (documented !== undefined) return `https://${hostOf(documented)}/Api/v3`
  let unversioned: string | null = null
  for (const entry of entries) unversioned ??= findUnversionedBase(entry)
  // the first words of the service's paths; any word if no profile is known
  const names = known.names?.map((name) => name.replaceAll('.', '\\.')).join('|') ?? '[^?#/]+'
  const versioned = firstBase(new RegExp(`^(https?://[^?#\\s]*?/Api/v3)/(?:${names})(?=[?#/]|$)`))
  // a client that forgets `/Api/v3` in some of its requests
  if (unversioned !== null && versioned?.startsWith(unversioned)) return versioned
  return unversioned ?? versioned
}

/** Removes user and password before the host, and the second `/Api/v3` of `/Api/v3/Api/v3`, if a client joined two base addresses. */
function cleanBase(base: string): string {
  return base.replace(/^(\w+:\/\/)[^/]*@/, '$1').replace(/^(.*?\/v\d+)\/.*\/v\d+$/, '$1')
}

/** `/homologacao/produtos`, `/homologacao/produtos/1`, `/homologacao/produtos/1/situacoes` */
const HOMOLOGATION_PATH = /\/homologacao\/produtos(?:\/[^/]+)?(\/situacoes)?\/?$/

/** Returns the address before a homologation path without `/Api/v3`, if the exchange confirms it: test environments are often named `homologacao`. */
function findUnversionedBase({ request, response }: NumberedEntry): string | null {
  const { origin, path } = readAddress(asText(request.url))
  const found = HOMOLOGATION_PATH.exec(path)
  if (origin === '' || found === null) return null
  const sent = readHeaders(request.headers)
  const isStepFour = found[1] !== undefined
  // a client that forgets `/Api/v3` sends its credentials to an unknown path, and so gets 404
  const isHomologation =
    isStepFour ||
    [...sent, ...readHeaders(response.headers)].some(([name]) => /-homologacao$/i.test(name)) ||
    (asNumber(response.status) === 404 && headerValue(sent, 'authorization') !== null)
  return isHomologation ? origin + path.slice(0, path.indexOf('/homologacao/produtos')) : null
}

import type { Exchange } from '../../exchange/exchange.js'
import type { ReportFinding } from '../../report/report.js'
import type { ProcedureRequest } from '../../rules/finding.js'
import { stepNumber } from '../../specification/homologation.js'
import { linkTo } from '../data/deep-link.js'
import { exchangesBreaking } from '../data/group-findings.js'
import { makeVisible } from '../data/make-visible.js'
import { type SentenceKey, useWording } from '../data/wording.js'
import { ScrollArea, signOf } from '../parts/elements.js'
import { useWidth } from '../parts/use-width.js'

/**
 * Draws which response issued each hash and which request sent it. The left half of a row is the hash that its
 * response issued, the right half the one its request sent, and a line connects issue and use. In a correct run the
 * lines are parallel; a wrong hash crosses them.
 */
export function HashFigure(props: {
  chain: readonly ProcedureRequest[]
  exchanges: readonly Exchange[]
  /** The step of each exchange, by the exchange's id. */
  stepOf: ReadonlyMap<string, string>
  findings: readonly ReportFinding[]
}) {
  const { chain, exchanges, stepOf, findings } = props
  const { say } = useWording()
  const byId = new Map(exchanges.map((exchange) => [exchange.id, exchange]))
  const letters = lettersOf(chain)
  const wrong = exchangesBreaking('homologation/hash-carried', findings)
  return (
    <ScrollArea label={say('hash/title')}>
      <table class="hashes">
        <thead>
          <tr>
            <th scope="col">{say('column/step')}</th>
            <th scope="col">{say('hash/issued')}</th>
            <td class="wires-head" />
            <th scope="col">{say('hash/sent')}</th>
          </tr>
        </thead>
        <tbody>
          {chain.map((request, index) => (
            <tr class={wrong.has(request.exchange) ? 'broken' : ''}>
              <th scope="row">
                <a href={linkTo({ exchange: request.exchange })}>
                  <span class="mono">{stepNumber(stepOf.get(request.exchange) ?? null) ?? '·'}</span>{' '}
                  {shorten(makeVisible(byId.get(request.exchange)?.request.method ?? ''))}
                </a>
                <span class="status mono">{byId.get(request.exchange)?.response?.status ?? '—'}</span>
              </th>
              <td>
                <HashChip hash={request.issuedHash} letters={letters} />
              </td>
              {index === 0 ? (
                <td class="wires" rowSpan={chain.length} aria-hidden="true">
                  <Wires chain={chain} wrong={wrong} />
                </td>
              ) : null}
              <td class="sent">
                {request.sentHash === null ? null : <HashChip hash={request.sentHash} letters={letters} />}
                <Note request={request} letters={letters} isBroken={wrong.has(request.exchange)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  )
}

type Letters = ReadonlyMap<string | null, string>

/** Gives each hash a letter, in the order in which the hashes first appear: A … Z, then A2 … Z2. */
function lettersOf(chain: readonly ProcedureRequest[]): Letters {
  const hashes = new Set(chain.flatMap(({ sentHash, issuedHash }) => [sentHash, issuedHash]))
  hashes.delete(null)
  return new Map(
    [...hashes].map((hash, index) => {
      const round = Math.floor(index / 26)
      return [hash, String.fromCharCode(65 + (index % 26)) + (round === 0 ? '' : String(round + 1))]
    }),
  )
}

function HashChip({ hash, letters }: { hash: string | null; letters: Letters }) {
  const { say } = useWording()
  if (hash === null) return <span class="no-hash">{say('hash/none')}</span>
  return (
    <span class="hash" title={makeVisible(hash)}>
      <b>{letters.get(hash)}</b> <span class="mono">{shorten(makeVisible(hash))}</span>
    </span>
  )
}

/** Says how the sent hash relates to the issued ones: it is the newest, an older one, unknown, or missing. */
function Note(props: { request: ProcedureRequest; letters: Letters; isBroken: boolean }) {
  const { request, letters, isBroken } = props
  const { say } = useWording()
  const values = {
    newest: letters.get(request.newestHash) ?? null,
    row: request.sentFrom === null ? null : request.sentFrom + 1, // readers count rows from 1
  }
  const toneIfRight = request.carried === 'newest' ? 'pass' : 'quiet'
  const tone = isBroken ? 'fail' : toneIfRight
  return (
    <span class={`note tone-${tone}`}>
      {tone === 'quiet' ? '' : signOf(tone)} {say(`carried/${request.carried}` as SentenceKey, values)}
    </span>
  )
}

/** A hash of more than 13 characters as `a1b2c3…9f8e`. */
function shorten(value: string): string {
  return value.length <= 13 ? value : `${value.slice(0, 6)}…${value.slice(-4)}`
}

/** Lines from each issued hash to the requests that sent it. */
function Wires(props: { chain: readonly ProcedureRequest[]; wrong: ReadonlySet<string> }) {
  const { chain, wrong } = props
  const [ref, width] = useWidth<SVGSVGElement>()
  const middleOf = (row: number) => ROW_HEIGHT * (row + 0.5)
  return (
    <svg
      ref={ref}
      class="wires-drawing"
      aria-hidden="true"
      viewBox={`0 0 ${width} ${ROW_HEIGHT * chain.length}`}
      preserveAspectRatio="none"
      style={{ height: `${(ROW_HEIGHT / 16) * chain.length}rem` }}
    >
      {chain.map((request, row) => {
        const isBroken = wrong.has(request.exchange)
        if (request.sentFrom === null) return isBroken ? <Break x={width} y={middleOf(row)} /> : null
        const [y1, y2] = [middleOf(request.sentFrom), middleOf(row)]
        const bend = width * 0.45
        const classIfRight = request.carried === 'newest' ? 'wire' : 'wire wire-older'
        return (
          <g class={isBroken ? 'wire wire-broken' : classIfRight}>
            <path d={`M2 ${y1}C${bend} ${y1} ${width - bend} ${y2} ${width - 7} ${y2}`} />
            <path class="arrow" d={`M${width - 1} ${y2}l-7 -4v8z`} />
          </g>
        )
      })}
    </svg>
  )
}

/** Height of a row in pixels at the usual text size, of which 16 are a rem. `page.css` has the same as `2.375rem`. */
const ROW_HEIGHT = 38

/** A cross in place of a line: no hash was sent, or one that no response had issued. */
function Break({ x, y }: { x: number; y: number }) {
  return <path class="wire-break" d={`M${x - 20} ${y - 5}l10 10m0 -10l-10 10`} />
}

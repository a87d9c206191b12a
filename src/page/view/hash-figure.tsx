import type { Exchange } from '../../exchange/exchange.js'
import type { ReportFinding } from '../../report/report.js'
import type { ProcedureRequest } from '../../rules/finding.js'
import { deepLink } from '../data/deep-link.js'
import { visible } from '../data/visible.js'
import { type Sentence, useSpeech } from '../live/speech.js'
import { ScrollArea } from '../parts/elements.js'
import { useRoom } from '../parts/measure.js'

/**
 * Draws which response issued each hash and which request sent it. The left half of a row is the hash that its
 * response issued, the right half the one its request sent, and a line connects issue and use. In a correct run the
 * lines are parallel; a wrong hash crosses them.
 */
export function HashFigure(props: {
  chain: readonly ProcedureRequest[]
  exchanges: readonly Exchange[]
  stepOf: ReadonlyMap<string, string>
  findings: readonly ReportFinding[]
}) {
  const { chain, exchanges, stepOf, findings } = props
  const { say } = useSpeech()
  const byId = new Map(exchanges.map((exchange) => [exchange.id, exchange]))
  const letters = lettersOf(chain)
  const broken = new Set(
    findings
      .filter(({ requirement }) => requirement === 'homologation/hash-carried')
      .map(({ exchange }) => exchange),
  )
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
          {chain.map((link, at) => (
            <tr class={broken.has(link.exchange) ? 'broken' : ''}>
              <th scope="row">
                <a href={deepLink({ exchange: link.exchange })}>
                  <span class="mono">{/\d$/.exec(stepOf.get(link.exchange) ?? '')?.[0] ?? '·'}</span>{' '}
                  {shortened(visible(byId.get(link.exchange)?.request.method ?? ''))}
                </a>
                <span class="status mono">{byId.get(link.exchange)?.response?.status ?? '—'}</span>
              </th>
              <td>
                <HashChip hash={link.issuedHash} letters={letters} />
              </td>
              {at === 0 ? (
                <td class="wires" rowSpan={chain.length} aria-hidden="true">
                  <Wires chain={chain} broken={broken} />
                </td>
              ) : null}
              <td class="sent">
                {link.sentHash === null ? null : <HashChip hash={link.sentHash} letters={letters} />}
                <Note link={link} letters={letters} isBroken={broken.has(link.exchange)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  )
}

type Letters = ReadonlyMap<string | null, string>

/** A letter for each hash, by its first appearance; equal values share one. A … Z, then A2 … Z2. */
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
  const { say } = useSpeech()
  if (hash === null) return <span class="no-hash">{say('hash/none')}</span>
  return (
    <span class="hash" title={visible(hash)}>
      <b>{letters.get(hash)}</b> <span class="mono">{shortened(visible(hash))}</span>
    </span>
  )
}

function Note(props: { link: ProcedureRequest; letters: Letters; isBroken: boolean }) {
  const { link, letters, isBroken } = props
  const { say } = useSpeech()
  const sign = isBroken ? '✗' : link.carried === 'newest' ? '✓' : ''
  const values = {
    newest: letters.get(link.newestHash) ?? null,
    row: link.sentFrom === null ? null : link.sentFrom + 1,
  }
  return (
    <span class={`note ${isBroken ? 'tone-fail' : link.carried === 'newest' ? 'tone-pass' : 'tone-quiet'}`}>
      {sign} {say(`carried/${link.carried}` as Sentence, values)}
    </span>
  )
}

function shortened(value: string): string {
  return value.length <= 13 ? value : `${value.slice(0, 6)}…${value.slice(-4)}`
}

function Wires(props: { chain: readonly ProcedureRequest[]; broken: ReadonlySet<string | null> }) {
  const { chain, broken } = props
  const [ref, { widthPx, unitPx }] = useRoom<SVGSVGElement>()
  const row = ROW * unitPx
  const middle = (at: number) => row * (at + 0.5)
  return (
    <svg
      ref={ref}
      class="wires-drawing"
      aria-hidden="true"
      viewBox={`0 0 ${widthPx} ${row * chain.length}`}
      preserveAspectRatio="none"
      style={{ height: `${(ROW / 16) * chain.length}rem` }}
    >
      {chain.map((link, at) => {
        const isBroken = broken.has(link.exchange)
        if (link.sentFrom === null)
          return isBroken ? <Break x={widthPx} y={middle(at)} unit={unitPx} /> : null
        const [y1, y2] = [middle(link.sentFrom), middle(at)]
        const bend = widthPx * 0.45
        return (
          <g class={isBroken ? 'wire wire-broken' : link.carried === 'newest' ? 'wire' : 'wire wire-older'}>
            <path d={`M2 ${y1}C${bend} ${y1} ${widthPx - bend} ${y2} ${widthPx - 7 * unitPx} ${y2}`} />
            <path class="arrow" d={`M${widthPx - 1} ${y2}l${-7 * unitPx} ${-4 * unitPx}v${8 * unitPx}z`} />
          </g>
        )
      })}
    </svg>
  )
}

/** Height of a row; the style sheet has the same. */
const ROW = 38

function Break({ x, y, unit }: { x: number; y: number; unit: number }) {
  return (
    <path
      class="wire-break"
      d={`M${x - 20 * unit} ${y - 5 * unit}l${10 * unit} ${10 * unit}m0 ${-10 * unit}l${-10 * unit} ${10 * unit}`}
    />
  )
}

import { useEffect, useMemo, useState } from 'preact/hooks'
import type { Exchange } from '../../exchange/exchange.js'
import { canAccept } from '../../report/contract-lines.js'
import type { PageData } from '../../report/page-data.js'
import type { Occurrence, ReportFinding } from '../../report/report.js'
import { type DeepLink, linkTo } from '../data/deep-link.js'
import { findShapeExcerpt } from '../data/find-shape-excerpt.js'
import { type FindingGroup, groupFindings } from '../data/group-findings.js'
import { makeVisible } from '../data/make-visible.js'
import { useWording, type Wording } from '../data/wording.js'
import { CopyButton } from '../parts/copy-button.js'
import { Fold, Prose, Section, Sign, TitledList, toneOf } from '../parts/elements.js'
import { bringIntoView } from '../parts/focus.js'
import { usePrinting } from '../parts/printing.js'
import { Comparison, ShapePlace } from './comparison.js'
import { ExchangeDetail } from './exchange-detail.js'
import { NightList } from './night-list.js'

const FIRST_GROUPS = 25
const MORE_GROUPS = 100
/** Further places are counted but not listed. */
const MOST_PLACES = 500

interface FindingsProps {
  readonly data: PageData
  readonly byId: ReadonlyMap<string, Exchange>
  /** The data of the run in which a finding was made. */
  readonly dataOf: (finding: ReportFinding) => PageData
  readonly link: DeepLink
}

/** Each root cause with its evidence. Its consequences are folded under it. */
export function Findings(props: FindingsProps) {
  const { data, link } = props
  const { say, count } = useWording()
  const groups = useMemo(() => groupFindings(data.report.findings), [data.report.findings])
  const wanted = groups.findIndex((group) => hasFinding(group, link.finding))
  const [limit, setLimit] = useState(FIRST_GROUPS)
  const shown = groups.slice(0, Math.max(limit, wanted + 1))
  // with `nights` several runs are compared, whose findings are in the tables of nights
  const isOneContractRun = data.report.run.command === 'contract' && !data.nights
  const cards = (
    <>
      {shown.map((group, index) => (
        <Group
          key={`${group.finding.fingerprint}-${index}`}
          group={group}
          isFirst={index === 0}
          isWanted={index === wanted}
          {...props}
        />
      ))}
      {shown.length < groups.length ? (
        <button type="button" onClick={() => setLimit(limit + MORE_GROUPS)}>
          {say('findings/more', { left: count(groups.length - shown.length) })}
        </button>
      ) : null}
    </>
  )
  return (
    <Section id="findings" title="findings/title" count={count(data.report.findings.length)}>
      {groups.length === 0 ? <p class="aside">{say('findings/none')}</p> : null}
      {isOneContractRun ? <NightList report={data.report} /> : null}
      {isOneContractRun && groups.length > 0 ? <Fold summary={say('findings/details')}>{cards}</Fold> : cards}
      <Accepted findings={data.report.accepted ?? []} />
    </Section>
  )
}

/** Accepted findings and their end dates. */
function Accepted({ findings }: { findings: readonly ReportFinding[] }) {
  const { say, ...wording } = useWording()
  const items = findings.map((finding) => (
    <>
      <span class="mono">{makeVisible(finding.requirement)}</span>{' '}
      <span class="mono place">{makeVisible(finding.route ?? '')}</span>{' '}
      <Prose text={wording.finding(finding).message} />
      {finding.acceptance
        ? ` ${say('accepted/until', { day: finding.acceptance.expires })}: ${makeVisible(finding.acceptance.reason)}`
        : null}
    </>
  ))
  return <TitledList title={say('accepted/title')} items={items} />
}

/** True if the group has the finding that a link points to. */
function hasFinding({ finding, consequences, alike }: FindingGroup, fingerprint: string | null): boolean {
  const all = [finding, ...consequences, ...alike]
  return fingerprint !== null && all.some((member) => member.fingerprint === fingerprint)
}

/** A root cause with its consequences. `isWanted`: a link points to one of its findings. */
function Group(props: FindingsProps & { group: FindingGroup; isFirst: boolean; isWanted: boolean }) {
  const { group, isWanted, link } = props
  const { say, count } = useWording()
  const isConsequenceWanted =
    isWanted && group.consequences.some(({ fingerprint }) => fingerprint === link.finding)
  const [isOpen, setOpen] = useState(isConsequenceWanted)
  const isPrinting = usePrinting()
  useEffect(() => {
    if (isConsequenceWanted) setOpen(true)
  }, [isConsequenceWanted, link])
  return (
    <div class="group">
      <Card finding={group.finding} {...props} />
      <Alike findings={group.alike} link={link} />
      {group.consequences.length > 0 ? (
        <div class="consequences">
          <button type="button" class="fold-button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {say('findings/consequences', { number: count(group.consequences.length) })}
          </button>
          {isOpen || isPrinting
            ? group.consequences.map((finding, index) => (
                <Card key={`${finding.fingerprint}-${index}`} {...props} finding={finding} isFirst={false} />
              ))
            : null}
        </div>
      ) : null}
    </div>
  )
}

/** A finding with its sentences, its places and its evidence. The first one is open, and shows the command that repeats the run. */
function Card(props: FindingsProps & { finding: ReportFinding; isFirst: boolean }) {
  const { finding, isFirst, byId, link } = props
  const wording = useWording()
  const { say } = wording
  const id = `finding-${finding.fingerprint}`
  const isWanted = link.finding === finding.fingerprint
  const [isOpen, setOpen] = useState((isFirst && finding.severity !== 'info') || isWanted)
  const isPrinting = usePrinting()
  useEffect(() => {
    if (!isWanted) return
    setOpen(true)
    bringIntoView(id)
  }, [isWanted, link, id])
  const exchange = finding.exchange === null ? undefined : byId.get(finding.exchange)
  const text = wording.finding(finding)
  const excerpt = useMemo(
    () => (exchange ? findShapeExcerpt(finding, exchange, wording.kind(finding.values.expected)) : null),
    [finding, exchange, wording],
  )
  const tone = toneOf(finding.severity)
  return (
    <article class={`finding tone-edge-${tone}`} aria-labelledby={`${id}-title`}>
      <header>
        <p class="finding-head">
          <Sign tone={tone} word={say(`severity/${finding.severity}`)} />
          <a
            class="mono requirement"
            href={linkTo({ finding: finding.fingerprint })}
            id={id}
            data-item="finding"
          >
            {finding.requirement}
          </a>
          <span>{say(`blame/${finding.blame}`)}</span>
          {finding.step ? <span class="mono">{makeVisible(finding.step)}</span> : null}
          {finding.run === undefined ? null : <span>{say('findings/run', { run: finding.run })}</span>}
        </p>
        <h3 id={`${id}-title`}>
          <Prose text={text.message} />
        </h3>
      </header>
      <dl class="facts">
        <Fact name={say('finding/expected')} value={text.expected} />
        <Fact name={say('finding/actual')} value={text.actual} />
        <Fact
          name={say(finding.blame === 'application' ? 'finding/hint-application' : 'finding/hint')}
          value={text.hint}
        />
        {/* `homologa accept` names a finding by it */}
        {canAccept(props.data.report) ? (
          <Fact name={say('finding/fingerprint')} value={finding.fingerprint} />
        ) : null}
        <div>
          <dt>{say('finding/clause')}</dt>
          <dd>
            {clauseOf(finding, props.data, wording)}
            {finding.route ? <span class="mono place">{makeVisible(finding.route)}</span> : null}
          </dd>
        </div>
      </dl>
      <Places finding={finding} />
      {/* of an error, the wrong place is shown even if its exchange is folded */}
      {excerpt && (isOpen || isPrinting || finding.severity === 'error') ? (
        <ShapePlace excerpt={excerpt} finding={finding} />
      ) : null}
      {exchange ? (
        <div class="evidence">
          <button type="button" class="fold-button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {say('finding/evidence', { exchange: exchange.id })}
          </button>
          {isOpen || isPrinting ? (
            <>
              <Comparison finding={finding} exchange={exchange} data={props.dataOf(finding)} />
              <ExchangeDetail exchange={exchange} heading="h4" place={excerpt} />
            </>
          ) : null}
        </div>
      ) : null}
      {props.data.repeatCommand && isFirst ? (
        <p class="repeat">
          <span>{say('finding/repeat')}</span> <code>{makeVisible(props.data.repeatCommand)}</code>{' '}
          <CopyButton text={() => props.data.repeatCommand ?? ''} label="copy/command" />
        </p>
      ) : null}
    </article>
  )
}

/** The name of the clause that was broken; empty for our own requirements, whose clause is `—`. */
function clauseOf({ clause }: ReportFinding, { report }: PageData, { say, clause: nameOf }: Wording): string {
  if (clause === 'profile') return say('finding/profile-clause', { profile: report.run.profile })
  return clause === '—' ? '' : `§ ${nameOf(clause)}`
}

/** A line of facts; nothing if the value is empty. */
function Fact({ name, value }: { name: string; value: string }) {
  if (value === '') return null
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <Prose text={value} />
      </dd>
    </div>
  )
}

/** Warnings that say the same about other fields, a line each. */
function Alike({ findings, link }: { findings: readonly ReportFinding[]; link: DeepLink }) {
  const { say, count, ...wording } = useWording()
  const wanted = findings.find(({ fingerprint }) => fingerprint === link.finding)
  useEffect(() => {
    if (wanted) bringIntoView(`finding-${wanted.fingerprint}`)
  }, [wanted, link])
  if (findings.length === 0) return null
  return (
    <Fold
      kind="places"
      summary={say('findings/alike', { number: count(findings.length) })}
      isOpen={wanted !== undefined}
    >
      <ul>
        {findings.map((finding) => (
          <li>
            <a id={`finding-${finding.fingerprint}`} href={linkTo({ finding: finding.fingerprint })}>
              <Prose text={wording.finding(finding).message} />
            </a>{' '}
            <span class="mono place">{makeVisible(finding.route ?? '')}</span>{' '}
            {finding.exchange ? (
              <a class="mono" href={linkTo({ exchange: finding.exchange })}>
                {finding.exchange}
              </a>
            ) : null}
          </li>
        ))}
      </ul>
    </Fold>
  )
}

/** Further places with the same mistake. The first of a finding's `occurrences` is the finding itself; its `places` leave that out. */
function Places({ finding }: { finding: ReportFinding }) {
  const { say, count } = useWording()
  const places: readonly Occurrence[] = finding.occurrences?.slice(1) ?? finding.places ?? []
  if (places.length === 0) return null
  return (
    <details class="fold places">
      <summary>{say('finding/places', { number: count(places.length) })}</summary>
      <ul>
        {places.slice(0, MOST_PLACES).map((place) => (
          <li class="mono">
            {place.run === undefined ? '' : `${say('runs/run', { run: place.run })} `}
            {makeVisible([place.step, place.route].filter(Boolean).join(' ') || '—')}{' '}
            {place.exchange ? <a href={linkTo({ exchange: place.exchange })}>{place.exchange}</a> : null}
          </li>
        ))}
      </ul>
    </details>
  )
}

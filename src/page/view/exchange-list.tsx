import { useEffect, useMemo, useState } from 'preact/hooks'
import type { Exchange } from '../../exchange/exchange.js'
import type { PageData } from '../../report/page-data.js'
import { type DeepLink, linkTo } from '../data/deep-link.js'
import {
  type ExchangeFilter,
  type ExchangeIndex,
  filterExchanges,
  matchesAll,
  noFilter,
  verdictOf,
} from '../data/exchange-filter.js'
import { makeVisible } from '../data/make-visible.js'
import { useWording } from '../data/wording.js'
import { Section, Sign, toneOf } from '../parts/elements.js'
import { bringIntoView } from '../parts/focus.js'
import { ExchangeDetail } from './exchange-detail.js'

const PAGE_SIZE = 100
/** With more steps than this, or after a link to a route, the filter offers routes instead of steps. */
const MOST_STEPS_TO_CHOOSE = 60

interface ExchangeListProps {
  readonly data: PageData
  readonly index: ExchangeIndex
  readonly link: DeepLink
}

/** The list of exchanges, a hundred on a page, with a filter. A link to an exchange opens it; one to a route filters by it. */
export function ExchangeList({ data, index, link }: ExchangeListProps) {
  const { say, count } = useWording()
  const [filter, setFilter] = useState<ExchangeFilter>(noFilter)
  const [page, setPage] = useState(0)
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const found = useMemo(() => filterExchanges(data.exchanges, filter, index), [data.exchanges, filter, index])
  const changeFilter = (change: Partial<ExchangeFilter>) => {
    setFilter({ ...filter, ...change })
    setPage(0)
  }
  useEffect(() => {
    const position = data.exchanges.findIndex(({ id }) => id === link.exchange)
    if (link.exchange !== null && position >= 0) {
      setFilter(noFilter)
      setPage(Math.floor(position / PAGE_SIZE))
      setOpen(new Set([link.exchange]))
      bringIntoView(`exchange-${link.exchange}`)
    } else if (link.route !== null) {
      setFilter({ ...noFilter, route: link.route })
      setPage(0)
      bringIntoView('exchanges-title')
    }
  }, [link])
  const toggle = (id: string) => {
    const next = new Set(open)
    if (!next.delete(id)) next.add(id)
    setOpen(next)
  }
  const shown = found.slice(page * PAGE_SIZE, (page + 1) * PAGE_SIZE)
  return (
    <Section
      id="exchanges"
      title="exchanges/title"
      count={count(data.exchanges.length + data.exchangesLeftOut)}
    >
      {data.exchangesLeftOut > 0 ? (
        <p class="aside">{say('exchanges/left-out', { number: count(data.exchangesLeftOut) })}</p>
      ) : null}
      <FilterBar data={data} filter={filter} changeFilter={changeFilter} matchCount={found.length} />
      <ol class={`exchanges ${index.runOf.size > 0 ? 'of-runs' : ''}`}>
        {shown.map((exchange) => (
          <Row
            key={exchange.id}
            exchange={exchange}
            index={index}
            isOpen={open.has(exchange.id)}
            toggle={() => toggle(exchange.id)}
          />
        ))}
      </ol>
      <Pager page={page} pages={Math.ceil(found.length / PAGE_SIZE)} go={setPage} />
    </Section>
  )
}

const statuses = ['2xx', '3xx', '4xx', '5xx', 'none'] as const
const verdicts = ['error', 'warning', 'info', 'clean'] as const

function FilterBar(props: {
  data: PageData
  filter: ExchangeFilter
  changeFilter: (change: Partial<ExchangeFilter>) => void
  matchCount: number
}) {
  const { data, filter, changeFilter, matchCount } = props
  const { say, count } = useWording()
  const runs = (data.runs ?? []).map(({ run }) => String(run))
  const steps = data.report.steps.map(({ id }) => id)
  const routes = [...new Set(data.report.steps.map(({ route }) => route))].sort()
  const choice = { filter, changeFilter }
  return (
    <search class="filter">
      <label class="wide">
        <span>{say('filter/text')}</span>
        <input
          type="search"
          id="filter-text"
          value={filter.text}
          placeholder={say('filter/placeholder')}
          onInput={(event) => changeFilter({ text: event.currentTarget.value })}
          aria-keyshortcuts="/"
        />
      </label>
      {runs.length > 1 ? <Choice name="run" options={runs} {...choice} /> : null}
      {steps.length <= MOST_STEPS_TO_CHOOSE && filter.route === null ? (
        <Choice name="step" options={steps} {...choice} />
      ) : (
        <Choice name="route" options={routes} {...choice} />
      )}
      <Choice
        name="status"
        options={statuses}
        textOf={(status) => (status === 'none' ? say('filter/no-answer') : status)}
        {...choice}
      />
      <Choice
        name="verdict"
        options={verdicts}
        textOf={(verdict) => say(`filter/verdict-${verdict as (typeof verdicts)[number]}`)}
        {...choice}
      />
      <p class="found" aria-live="polite">
        {say('filter/found', { found: count(matchCount), all: count(data.exchanges.length) })}{' '}
        {matchesAll(filter) ? null : (
          <button type="button" class="small" onClick={() => changeFilter(noFilter)}>
            {say('filter/clear')}
          </button>
        )}
      </p>
    </search>
  )
}

interface ChoiceProps {
  readonly name: Exclude<keyof ExchangeFilter, 'text'>
  readonly options: readonly string[]
  /** The text of an option. Default: the option itself. */
  readonly textOf?: (option: string) => string
  readonly filter: ExchangeFilter
  readonly changeFilter: (change: Partial<ExchangeFilter>) => void
}

/** A menu for one criterion of the filter. Its first option, with the value `''`, matches everything. */
function Choice({ name, options, textOf = (option) => option, filter, changeFilter }: ChoiceProps) {
  const { say } = useWording()
  const choose = (option: string) => {
    const value = name === 'run' ? Number(option) : option
    changeFilter({ [name]: option === '' ? null : value })
  }
  return (
    <label>
      <span>{say(`filter/${name}`)}</span>
      <select value={filter[name] ?? ''} onChange={(event) => choose(event.currentTarget.value)}>
        <option value="">{say('filter/any')}</option>
        {options.map((option) => (
          <option value={option}>{textOf(option)}</option>
        ))}
      </select>
    </label>
  )
}

/** An exchange in one line. A click opens its detail. */
function Row(props: { exchange: Exchange; index: ExchangeIndex; isOpen: boolean; toggle: () => void }) {
  const { exchange, index, isOpen, toggle } = props
  const { say, ms } = useWording()
  const { request, response, failure } = exchange
  const verdict = verdictOf(exchange, index)
  const run = index.runOf.get(exchange.id)
  const step = index.stepOf.get(exchange.id) ?? (exchange.channel === 'token' ? say('time/token') : '')
  return (
    <li>
      <button
        type="button"
        class="row"
        id={`exchange-${exchange.id}`}
        data-item="exchange"
        aria-expanded={isOpen}
        onClick={toggle}
      >
        <span class="mono id">{exchange.id}</span>
        <span class="mono at">{ms(exchange.sentAtMs)}</span>
        <span class="mono what">
          <b>{makeVisible(request.method)}</b> {makeVisible(pathOf(request.url))}
        </span>
        <span class="step">
          {run === undefined ? null : <b>{say('runs/run', { run })}</b>} {step}
        </span>
        <span class="mono status">
          {response ? response.status : `✗ ${say(failure ? `failure/${failure.kind}` : 'time/no-answer')}`}
        </span>
        <span class="mono took">
          {exchange.respondedAtMs === null ? '—' : `${ms(exchange.respondedAtMs - exchange.sentAtMs)} ms`}
        </span>
        <span class="found-sign">
          {verdict === 'clean' ? null : <Sign tone={toneOf(verdict)} word={say(`severity/${verdict}`)} />}
        </span>
      </button>
      {isOpen ? (
        <div class="row-detail">
          <p class="aside">
            <a href={linkTo({ exchange: exchange.id })}>{say('exchange/link')}</a>
          </p>
          <ExchangeDetail exchange={exchange} heading="h3" />
        </div>
      ) : null}
    </li>
  )
}

/** Path and query of an address. */
function pathOf(url: string): string {
  return URL.canParse(url) ? url.slice(new URL(url).origin.length) : url
}

function Pager({ page, pages, go }: { page: number; pages: number; go: (page: number) => void }) {
  const { say, count } = useWording()
  if (pages < 2) return null
  const turnTo = (wanted: number) => {
    go(wanted)
    bringIntoView('exchanges-title')
  }
  return (
    <nav class="pager" aria-label={say('pager/label')}>
      <button type="button" disabled={page === 0} onClick={() => turnTo(page - 1)}>
        ← {say('pager/previous')}
      </button>
      <span class="mono">{say('pager/place', { page: count(page + 1), pages: count(pages) })}</span>
      <button type="button" disabled={page >= pages - 1} onClick={() => turnTo(page + 1)}>
        {say('pager/next')} →
      </button>
    </nav>
  )
}

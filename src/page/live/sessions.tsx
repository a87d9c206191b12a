import { useEffect, useMemo, useState } from 'preact/hooks'
import { type LifeEvent, lifeEvents } from '../../exchange/life-event.js'
import type { LiveNotice, LiveSession, LiveSource, WrittenReport } from '../../report/page-data.js'
import { stepNumbers } from '../../specification/homologation.js'
import type { Lang } from '../../words/lang.js'
import { durationText } from '../../words/numerals.js'
import { linkTo } from '../data/deep-link.js'
import { makeVisible } from '../data/make-visible.js'
import { type SentenceKey, useWording } from '../data/wording.js'
import { CopyButton } from '../parts/copy-button.js'
import { Prose, Sign, toneOf } from '../parts/elements.js'
import { applyLifeEvent, createSession, type LiveState, timeLeftMs } from './live.js'

const MOST_SHOWN = 100
/** With more sessions than this, the list has a filter. */
const MOST_WITHOUT_FILTER = 8
const MOST_OPEN_NOTICES = 3

/** The list of sessions, one for each application under examination, and a form to add another. */
export function Sessions(props: { live: LiveState; source: LiveSource; chosen: string | null }) {
  const { live, source, chosen } = props
  const { say, count } = useWording()
  const [filter, setFilter] = useState('')
  const found = live.sessions.filter(({ name, id }) =>
    `${name} ${id}`.toLowerCase().includes(filter.toLowerCase()),
  )
  return (
    <section class="section sessions" id="sessions" aria-labelledby="sessions-title">
      <h2 id="sessions-title">
        <span>{say('sessions/title')}</span>
        <span class="count">{count(live.sessions.length)}</span>
        <span class="connection" role="status">
          <Sign
            tone={toneOfConnection[live.connection]}
            word={say(`connection/${live.connection}`, { failures: live.failures })}
          />
        </span>
      </h2>
      <div class="session-tools">
        {live.connection === 'over' ? null : <NewSession source={source} />}
        {live.sessions.length > MOST_WITHOUT_FILTER ? (
          <Field type="search" label="sessions/filter" value={filter} set={setFilter} />
        ) : null}
      </div>
      {live.report ? <ReportLink report={live.report} /> : null}
      {live.sessions.length === 0 ? <p class="aside">{say('sessions/none')}</p> : null}
      <ul class="session-list">
        {found.slice(0, MOST_SHOWN).map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            aheadMs={live.aheadMs}
            isChosen={session.id === chosen}
            source={live.connection === 'over' ? null : source}
          />
        ))}
      </ul>
      {found.length > MOST_SHOWN ? (
        <p class="aside">{say('sessions/more', { left: count(found.length - MOST_SHOWN) })}</p>
      ) : null}
      <Notices notices={live.notices} />
    </section>
  )
}

interface FieldProps {
  readonly label: SentenceKey
  readonly type?: 'search'
  readonly required?: boolean
  readonly size?: number
  readonly maxLength?: number
  readonly value: string
  readonly set: (text: string) => void
}

/** A text field. Its placeholder names it, and a hidden label does so for screen readers. */
function Field({ label, set, ...input }: FieldProps) {
  const { say } = useWording()
  return (
    <label>
      <span class="unseen">{say(label)}</span>
      <input type="text" {...input} placeholder={say(label)} onInput={(e) => set(e.currentTarget.value)} />
    </label>
  )
}

/** A link to the report once the examination is over. The server is gone by then, so the link opens the copy that it sent. */
function ReportLink({ report: { path, html } }: { report: WrittenReport }) {
  const { say } = useWording()
  const address = useMemo(() => URL.createObjectURL(new Blob([html], { type: 'text/html' })), [html])
  return (
    <p class="aside">
      <a href={address} target="_blank" rel="noreferrer">
        {say('live/report')}
      </a>{' '}
      <code>{makeVisible(path)}</code> <CopyButton text={() => path} label="copy/path" />
    </p>
  )
}

const toneOfConnection = {
  connecting: 'warning',
  open: 'pass',
  reconnecting: 'warning',
  over: 'quiet',
} as const

interface SessionRowProps {
  readonly session: LiveSession
  readonly aheadMs: number
  readonly isChosen: boolean
  /** null once the examination is over. */
  readonly source: LiveSource | null
}

function SessionRow({ session, aheadMs, isChosen, source }: SessionRowProps) {
  const { say } = useWording()
  const { state, verdict } = session
  const isEnded = state === 'ended'
  const tone = isEnded || verdict !== 'incomplete' ? toneOf(verdict) : 'quiet'
  // a failure is final, but until the session has ended its state says more than another verdict
  const word = say(isEnded || verdict === 'fail' ? `verdict/${verdict}` : `session/${state}`)
  return (
    <li class={isChosen ? 'chosen' : ''}>
      <a
        href={linkTo({ session: session.id })}
        aria-current={isChosen ? 'true' : undefined}
        data-item="session"
      >
        <span class="session-name">{makeVisible(session.name)}</span>
        <Sign tone={tone} word={word} />
        <span class="dots mono">
          <span aria-hidden="true">
            {'●'.repeat(session.stepsPassed)}
            {'○'.repeat(Math.max(0, stepNumbers.length - session.stepsPassed))}
          </span>
          <span class="unseen">{say('session/steps', { passed: session.stepsPassed })}</span>
        </span>
        <span class="session-news">
          <RunOfSession session={session} />
          {session.awaited ? (
            <Awaited session={session} aheadMs={aheadMs} />
          ) : (
            <Prose text={makeVisible(session.cause ?? '')} />
          )}
        </span>
      </a>
      {session.envFile ? (
        <span class="env-file">
          {say('session/env-file')} <code>{makeVisible(session.envFile)}</code>
        </span>
      ) : null}
      {isChosen && source ? <LifeEvents session={session} source={source} /> : null}
    </li>
  )
}

/** The request that a session waits for, when it is due, and when the run ends without it. Screen readers do not announce each second. */
export function Awaited({ session, aheadMs }: { session: LiveSession; aheadMs: number }) {
  const { say } = useWording()
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 100)
    return () => clearInterval(timer)
  }, [])
  const { awaited } = session
  const endInMs = timeLeftMs(awaited?.until, aheadMs, now)
  const dueInMs = timeLeftMs(awaited?.due?.at, aheadMs, now)
  const isDeadline = awaited?.due?.isDeadline === true
  const route = makeVisible(awaited?.route ?? '')
  return (
    <span class="awaited">
      {say('session/awaits', { route })}
      {dueInMs === 0 ? say(isDeadline ? 'session/late' : 'session/due') : null}
      {dueInMs ? (
        <Countdown label={isDeadline ? 'session/due-within' : 'session/due-in'} leftMs={dueInMs} />
      ) : null}
      {endInMs === null ? null : <Countdown label="session/silence" leftMs={endInMs} />}
    </span>
  )
}

function Countdown({ label, leftMs }: { label: SentenceKey; leftMs: number }) {
  const { say, lang } = useWording()
  return (
    <>
      {say(label)}
      <span class="mono countdown" role="timer" aria-live="off">
        {timeText(leftMs, lang)}
      </span>
    </>
  )
}

/** Whole seconds, and in the last minute tenths of seconds. */
function timeText(leftMs: number, lang: Lang): string {
  if (leftMs >= 60_000) return durationText(leftMs, lang)
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 }
  return `${(leftMs / 1000).toLocaleString(lang, digits)} s`
}

/** The number of the session's run, and the step at which its token is revoked. More follows in the line, hence the last separator. */
function RunOfSession({ session: { run } }: { session: LiveSession }) {
  const { say } = useWording()
  if (!run || (run.number === 1 && run.of === null)) return null
  const { number, of, death } = run
  const parts = [of === null ? say('session/run', { number }) : say('session/run-of', { number, of })]
  if (death === 'never') parts.push(say('session/no-death'))
  else if (death !== undefined) parts.push(say('session/death', { step: death }))
  return <>{parts.map((part) => `${part} · `)}</>
}

function NewSession({ source }: { source: LiveSource }) {
  const { say } = useWording()
  const [name, setName] = useState('')
  const [message, setMessage] = useState('')
  const create = async (event: Event) => {
    event.preventDefault()
    try {
      const { id, envFile } = await createSession(source, name.trim())
      setName('')
      setMessage(
        envFile === null ? say('session/created', { id }) : say('session/created-at', { id, envFile }),
      )
      location.hash = linkTo({ session: id })
    } catch (error) {
      setMessage(say('session/not-created', { reason: error instanceof Error ? error.message : '' }))
    }
  }
  return (
    <form class="new-session" onSubmit={create}>
      <Field label="session/name" maxLength={80} value={name} set={setName} />
      <button type="submit">+ {say('session/create')}</button>
      <span role="status">{makeVisible(message)}</span>
    </form>
  )
}

/** Buttons that apply lifecycle events to the session's application, and the list of those that were applied. */
function LifeEvents({ session, source }: { session: LiveSession; source: LiveSource }) {
  const { say } = useWording()
  const [message, setMessage] = useState('')
  const [path, setPath] = useState('')
  const send = async (event: LifeEvent) => {
    setMessage('')
    await applyLifeEvent(source, session.id, event).catch((error: unknown) =>
      setMessage(say('life/refused', { reason: error instanceof Error ? error.message : '' })),
    )
  }
  const removeScope = (event: Event) => {
    event.preventDefault()
    void send(`scope-${path.trim().replace(/^\/+|\/+$/g, '')}`)
  }
  return (
    <details class="life">
      <summary>
        {say('life/title')}
        {session.befell ? ` · ${say('life/befell', { events: makeVisible(session.befell.join(', ')) })}` : ''}
      </summary>
      <div class="life-events">
        {lifeEvents.map((event) => (
          <button key={event} type="button" class="small" onClick={() => void send(event)}>
            {say(`life/${event}`)}
          </button>
        ))}
        <form onSubmit={removeScope}>
          <Field label="life/path" required size={24} maxLength={60} value={path} set={setPath} />
          <button type="submit" class="small">
            {say('life/scope')}
          </button>
        </form>
        <span role="status">{makeVisible(message)}</span>
      </div>
    </details>
  )
}

/** Parameters that have no effect in the embedded service. They are not findings, so a long list is folded. */
function Notices({ notices }: { notices: readonly LiveNotice[] }) {
  const { say, count } = useWording()
  if (notices.length === 0) return null
  return (
    <details class="notices" open={notices.length <= MOST_OPEN_NOTICES}>
      <summary>
        {say('notices/title')} <span class="count">{count(notices.length)}</span>
      </summary>
      <ul>
        {notices.map(({ kind, route, name }) => (
          <li key={`${kind} ${route} ${name}`}>
            {say(`notice/${kind}`, { route: makeVisible(route), name: makeVisible(name) })}
          </li>
        ))}
      </ul>
    </details>
  )
}

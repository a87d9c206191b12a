import { useEffect, useState } from 'preact/hooks'
import type { LiveSession, LiveSource, PageData } from '../report/page-data.js'
import { type DeepLink, useDeepLink } from './data/deep-link.js'
import { visible } from './data/visible.js'
import type { PageWords } from './data/words.js'
import { Frame } from './frame.js'
import {
  beforeConnection,
  fetchSession,
  fetchSettings,
  hear,
  type LiveNews,
  type LiveState,
  listen,
  useFetched,
} from './live/live.js'
import { Awaited, Sessions } from './live/sessions.js'
import { useSpeech } from './live/speech.js'
import { CopyButton } from './parts/copy-button.js'
import { signOf, toneOf } from './parts/elements.js'
import { ReportView } from './view/report-view.js'

export function App({ data, words }: { data: PageData; words: PageWords }) {
  const link = useDeepLink()
  const { version } = data.report.run.tool
  return (
    <Frame
      words={words}
      lang={data.lang}
      asksBrowser={data.live !== undefined}
      bar={<Bar data={data} />}
      version={version}
    >
      {data.live ? (
        <LiveView data={data} source={data.live} link={link} />
      ) : (
        <ReportView data={data} link={link} />
      )}
    </Frame>
  )
}

function Bar({ data }: { data: PageData }) {
  const { say, when } = useSpeech()
  const { run } = data.report
  return (
    <>
      <p class="brand mono">
        <b>homologa</b> <span>{visible(run.command)}</span>
      </p>
      <p class="bar-facts mono">
        {data.live ? null : <span>{when(run.startedAt)}</span>}
        <span>{say('bar/profile', { profile: visible(run.profile) })}</span>
        <span>{run.target.embedded ? say('bar/embedded') : visible(run.target.baseUrl)}</span>
      </p>
    </>
  )
}

function LiveView({ data, source, link }: { data: PageData; source: LiveSource; link: DeepLink }) {
  const { say } = useSpeech()
  const [live, setLive] = useState<LiveState>(beforeConnection)
  const [chosen, choose] = useState<string | null>(link.session)
  useEffect(() => listen(source, (news: LiveNews) => setLive((state) => hear(state, news))), [source])
  useEffect(() => {
    if (link.session !== null) choose(link.session)
  }, [link])
  const session = live.sessions.find(({ id }) => id === chosen) ?? live.sessions[0]
  const shown = useSessionData(source, session)
  const verdict = session && session.verdict !== 'incomplete' ? `${signOf(toneOf(session.verdict))} ` : ''
  useEffect(() => {
    document.title = session ? `${verdict}${session.name} · homologa` : 'homologa'
  }, [session?.name, verdict])
  return (
    <>
      {session?.state === 'waiting' && session.requests === 0 ? (
        <Waiting source={source} session={session.id} />
      ) : null}
      <Sessions live={live} source={source} chosen={session?.id ?? null} />
      {session && shown ? (
        <ReportView
          key={session.id}
          data={{ ...shown, live: source }}
          link={link}
          now={
            session.state === 'ended'
              ? null
              : { awaited: session.awaited ? <Awaited session={session} aheadMs={live.aheadMs} /> : null }
          }
        />
      ) : (
        <p class="aside">
          {live.sessions.length === 0
            ? say('live/none', { baseUrl: data.report.run.target.baseUrl })
            : say('live/loading')}
        </p>
      )}
    </>
  )
}

/** Before anybody connected: the address and the credentials that the application needs, ready to copy. */
function Waiting({ source, session }: { source: LiveSource; session: string }) {
  const { say } = useSpeech()
  const lines = useFetched(() => fetchSettings(source, session), [source, session]) ?? []
  if (lines.length === 0) return null
  return (
    <section class="section" id="waiting" aria-labelledby="waiting-title">
      <h2 id="waiting-title">
        <span>{say('waiting/title')}</span>
      </h2>
      <ul class="settings">
        {lines.map((line) => (
          <li>
            <code>{visible(line)}</code>{' '}
            <CopyButton text={() => line.slice(line.indexOf('=') + 1)} label="copy/value" />
          </li>
        ))}
      </ul>
      <CopyButton text={() => lines.join('\n')} label="copy/all" />
    </section>
  )
}

/** The chosen session's run: what came with the news, else fetched, anew whenever the session has moved on. */
function useSessionData(source: LiveSource, session: LiveSession | undefined): PageData | null {
  const { id, data, requests, state } = session ?? {}
  const fetched = useFetched(
    id === undefined || data ? null : async () => ({ id, data: await fetchSession(source, id) }),
    [source, id, data, requests, state],
  )
  return data ?? (fetched?.id === id ? (fetched?.data ?? null) : null)
}

import { useEffect, useState } from 'preact/hooks'
import type { LiveSession, LiveSource, PageData } from '../report/page-data.js'
import { type DeepLink, useDeepLink } from './data/deep-link.js'
import { makeVisible } from './data/make-visible.js'
import { useWording } from './data/wording.js'
import { inflate, loadWords, type PageWords } from './data/words.js'
import { Frame, mount } from './frame.js'
import {
  applyNews,
  beforeConnection,
  fetchSession,
  fetchSettings,
  type LiveNews,
  type LiveState,
  listen,
  useFetched,
} from './live/live.js'
import { Awaited, Sessions } from './live/sessions.js'
import { CopyButton } from './parts/copy-button.js'
import { Section, signOf, toneOf } from './parts/elements.js'
import { ReportView } from './view/report-view.js'

/** The page of a report, as the file `report.html` or live from a running `examine` or `proxy`. The document carries the data. */
mount(Promise.all([readData(), loadWords()]).then(([data, words]) => <App data={data} words={words} />))

/** Reads the data from the document, where `renderPage` put it. Throws if there is none. */
async function readData(): Promise<PageData> {
  const element = document.getElementById('homologa-data')
  const text = element?.textContent ?? ''
  return JSON.parse(element?.dataset.encoding === 'deflate-raw' ? await inflate(text) : text) as PageData
}

function App({ data, words }: { data: PageData; words: PageWords }) {
  const link = useDeepLink()
  return (
    <Frame
      words={words}
      lang={data.lang}
      usesBrowserLang={data.live !== undefined}
      bar={<Bar data={data} />}
      version={data.report.run.tool.version}
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
  const { say, when } = useWording()
  const { run } = data.report
  return (
    <>
      <p class="brand mono">
        <b>homologa</b> <span>{makeVisible(run.command)}</span>
      </p>
      <p class="bar-facts mono">
        {data.live ? null : <span>{when(run.startedAt)}</span>}
        <span>{say('bar/profile', { profile: makeVisible(run.profile) })}</span>
        <span>{run.target.embedded ? say('bar/embedded') : makeVisible(run.target.baseUrl)}</span>
      </p>
    </>
  )
}

/** A live page: the sessions, and the report of the chosen one. */
function LiveView({ data, source, link }: { data: PageData; source: LiveSource; link: DeepLink }) {
  const { say } = useWording()
  const [live, setLive] = useState<LiveState>(beforeConnection)
  const [chosen, choose] = useState<string | null>(link.session)
  useEffect(() => listen(source, (news: LiveNews) => setLive((state) => applyNews(state, news))), [source])
  // a link that is followed later chooses another session
  useEffect(() => {
    if (link.session !== null) choose(link.session)
  }, [link])
  const session = live.sessions.find(({ id }) => id === chosen) ?? live.sessions[0]
  const shown = useSessionData(source, session)
  const sign = session && session.verdict !== 'incomplete' ? `${signOf(toneOf(session.verdict))} ` : ''
  useEffect(() => {
    document.title = session ? `${sign}${session.name} · homologa` : 'homologa'
  }, [session?.name, sign])
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
          isRunning={session.state !== 'ended'}
          awaited={session.awaited ? <Awaited session={session} aheadMs={live.aheadMs} /> : null}
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

/** Shows, before a client connects, the address and the credentials that it needs, ready to copy. */
function Waiting({ source, session }: { source: LiveSource; session: string }) {
  /** `NAME=value`, one for each setting. */
  const lines = useFetched(() => fetchSettings(source, session), [source, session]) ?? []
  if (lines.length === 0) return null
  return (
    <Section id="waiting" title="waiting/title">
      <ul class="settings">
        {lines.map((line) => (
          <li>
            <code>{makeVisible(line)}</code>{' '}
            <CopyButton text={() => line.slice(line.indexOf('=') + 1)} label="copy/value" />
          </li>
        ))}
      </ul>
      <CopyButton text={() => lines.join('\n')} label="copy/all" />
    </Section>
  )
}

/** The report of the chosen session. If the last event did not bring it, it is fetched whenever the session changes. */
function useSessionData(source: LiveSource, session: LiveSession | undefined): PageData | null {
  const { id, data, requests, state } = session ?? {}
  // `requests` and `state` change whenever the session does
  const fetched = useFetched(
    id === undefined || data ? null : async () => ({ id, data: await fetchSession(source, id) }),
    [source, id, data, requests, state],
  )
  if (data) return data
  // the last answer may be about the session that was chosen before
  return fetched !== null && fetched.id === id ? fetched.data : null
}

import { useEffect, useLayoutEffect, useMemo, useState } from 'preact/hooks'
import type { LiveSession, LiveSource, PageData } from '../report/page-data.js'
import type { Lang } from '../words/catalogue.js'
import { firstLang, remember, type Theme, useTheme } from './data/choices.js'
import { type DeepLink, readDeepLink } from './data/deep-link.js'
import { visible } from './data/visible.js'
import type { PageWords } from './data/words.js'
import { beforeConnection, fetchSession, hear, type LiveNews, type LiveState, listen } from './live/live.js'
import { Awaited, Sessions } from './live/sessions.js'
import { SpeechContext, speech, useSpeech } from './live/speech.js'
import { Help } from './parts/help.js'
import { useKeyboard } from './parts/keyboard.js'
import { PrintingContext, useFollowPrinting } from './parts/printing.js'
import { signOf, toneOf } from './parts/signs.js'
import { ReportView } from './view/report-view.js'

const nextTheme: Readonly<Record<Theme, Theme>> = { system: 'light', light: 'dark', dark: 'system' }

export function App({ data, words }: { data: PageData; words: PageWords }) {
  const [lang, setLang] = useState<Lang>(() => firstLang(data.lang, data.live !== undefined))
  const [theme, setTheme] = useTheme()
  const [isHelpOpen, setHelpOpen] = useState(false)
  const spoken = useMemo(() => speech(lang, words), [lang, words])
  const link = useDeepLink()
  const turnLang = () => setLang(lang === 'en' ? 'pt-BR' : 'en')
  const turnTheme = () => setTheme(nextTheme[theme])
  useKeyboard({ help: () => setHelpOpen(true), theme: turnTheme, language: turnLang })
  useLayoutEffect(() => {
    document.documentElement.lang = lang
    if (lang !== data.lang) remember('lang', lang)
  }, [lang])
  const isPrinting = useFollowPrinting()
  return (
    <SpeechContext.Provider value={spoken}>
      <PrintingContext.Provider value={isPrinting}>
        <a class="skip" href="#main">
          {spoken.say('skip')}
        </a>
        <Header
          data={data}
          theme={theme}
          turnTheme={turnTheme}
          turnLang={turnLang}
          help={() => setHelpOpen(true)}
        />
        <main id="main" tabIndex={-1}>
          {data.live ? (
            <LiveView data={data} source={data.live} link={link} />
          ) : (
            <ReportView data={data} link={link} />
          )}
        </main>
        <footer>
          <p>
            {spoken.say('footer')} <span class="mono">homologa {data.report.run.tool.version}</span>
          </p>
        </footer>
        <Help isOpen={isHelpOpen} close={() => setHelpOpen(false)} />
      </PrintingContext.Provider>
    </SpeechContext.Provider>
  )
}

function useDeepLink(): DeepLink {
  const [link, setLink] = useState(() => readDeepLink(location.hash))
  useEffect(() => {
    const follow = () => {
      if (location.hash !== '#main') setLink(readDeepLink(location.hash))
    }
    // A link that is already in the address is followed again.
    const again = (event: MouseEvent) => {
      const anchor = (event.target as Element | null)?.closest?.('a[href^="#"]')
      if (anchor && anchor.getAttribute('href') === location.hash) follow()
    }
    addEventListener('hashchange', follow)
    document.addEventListener('click', again)
    return () => {
      removeEventListener('hashchange', follow)
      document.removeEventListener('click', again)
    }
  }, [])
  return link
}

function Header(props: {
  data: PageData
  theme: Theme
  turnTheme: () => void
  turnLang: () => void
  help: () => void
}) {
  const { say, lang, when } = useSpeech()
  const { run } = props.data.report
  return (
    <header class="bar">
      <p class="brand mono">
        <b>homologa</b> <span>{visible(run.command)}</span>
      </p>
      <p class="bar-facts mono">
        {props.data.live ? null : <span>{when(run.startedAt)}</span>}
        <span>{say('bar/profile', { profile: visible(run.profile) })}</span>
        <span>{run.target.embedded ? say('bar/embedded') : visible(run.target.baseUrl)}</span>
      </p>
      <nav class="tools" aria-label={say('bar/tools')}>
        <button
          type="button"
          class="small"
          onClick={props.turnLang}
          lang={lang === 'en' ? 'pt-BR' : 'en'}
          aria-keyshortcuts="l"
        >
          {lang === 'en' ? 'Português' : 'English'}
        </button>
        <button type="button" class="small" onClick={props.turnTheme} aria-keyshortcuts="t">
          {say(`theme/${props.theme}`)}
        </button>
        <button type="button" class="small" onClick={props.help} aria-keyshortcuts="?">
          {say('bar/keys')}
        </button>
      </nav>
    </header>
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

/** The chosen session's run: what came with the news, else fetched, anew whenever the session has moved on. */
function useSessionData(source: LiveSource, session: LiveSession | undefined): PageData | null {
  const [fetched, setFetched] = useState<{ id: string; data: PageData } | null>(null)
  const { id, data, requests, state } = session ?? {}
  useEffect(() => {
    if (id === undefined || data !== undefined) return
    let isCurrent = true
    fetchSession(source, id).then(
      (news) => isCurrent && setFetched({ id, data: news }),
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [source, id, data, requests, state])
  return data ?? (fetched?.id === id ? (fetched?.data ?? null) : null)
}

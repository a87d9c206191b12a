import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useMemo, useState } from 'preact/hooks'
import { type Lang, langNames, nextLang } from '../words/lang.js'
import { firstLang, remember, type Theme, useTheme } from './data/choices.js'
import type { PageWords } from './data/words.js'
import { SpeechContext, speech, useSpeech } from './live/speech.js'
import { Help } from './parts/help.js'
import { useKeyboard } from './parts/keyboard.js'
import { PrintingContext, useFollowPrinting } from './parts/printing.js'

const nextTheme: Readonly<Record<Theme, Theme>> = { system: 'light', light: 'dark', dark: 'system' }

interface FrameProps {
  readonly words: PageWords
  /** The language of what is shown. */
  readonly lang: Lang
  /** Whether the browser is asked for the reader's. */
  readonly asksBrowser: boolean
  /** Content of the bar. */
  readonly bar: ComponentChildren
  /** The tool's. */
  readonly version: string
  readonly children: ComponentChildren
}

/** The frame of every page: bar, languages, themes, keys. It provides the speech to everything inside. */
export function Frame({ words, lang: shown, asksBrowser, bar, version, children }: FrameProps) {
  const [lang, setLang] = useState<Lang>(() => firstLang(shown, asksBrowser))
  const [theme, setTheme] = useTheme()
  const [isHelpOpen, setHelpOpen] = useState(false)
  const spoken = useMemo(() => speech(lang, words), [lang, words])
  const turnLang = () => setLang(nextLang(lang))
  const turnTheme = () => setTheme(nextTheme[theme])
  useKeyboard({ help: () => setHelpOpen(true), theme: turnTheme, language: turnLang })
  useLayoutEffect(() => {
    document.documentElement.lang = lang
    if (lang !== shown) remember('lang', lang)
  }, [lang])
  const isPrinting = useFollowPrinting()
  return (
    <SpeechContext.Provider value={spoken}>
      <PrintingContext.Provider value={isPrinting}>
        <a class="skip" href="#main">
          {spoken.say('skip')}
        </a>
        <header class="bar">
          {bar}
          <Tools theme={theme} turnTheme={turnTheme} turnLang={turnLang} help={() => setHelpOpen(true)} />
        </header>
        <main id="main" tabIndex={-1}>
          {children}
        </main>
        <footer>
          <p>
            {spoken.say('footer')} <span class="mono">homologa {version}</span>
          </p>
        </footer>
        <Help isOpen={isHelpOpen} close={() => setHelpOpen(false)} />
      </PrintingContext.Provider>
    </SpeechContext.Provider>
  )
}

interface ToolsProps {
  readonly theme: Theme
  readonly turnTheme: () => void
  readonly turnLang: () => void
  readonly help: () => void
}

function Tools({ theme, turnTheme, turnLang, help }: ToolsProps) {
  const { say, lang } = useSpeech()
  const other = nextLang(lang)
  return (
    <nav class="tools" aria-label={say('bar/tools')}>
      <button type="button" class="small" onClick={turnLang} lang={other} aria-keyshortcuts="l">
        {langNames[other]}
      </button>
      <button type="button" class="small" onClick={turnTheme} aria-keyshortcuts="t">
        {say(`theme/${theme}`)}
      </button>
      <button type="button" class="small" onClick={help} aria-keyshortcuts="?">
        {say('bar/keys')}
      </button>
    </nav>
  )
}

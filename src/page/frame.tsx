import { type ComponentChild, type ComponentChildren, render } from 'preact'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { type Lang, langNames, langs, nextLang } from '../words/lang.js'
import type { PageWords } from './data/words.js'
import { SpeechContext, speech, useSpeech } from './live/speech.js'
import { useKeyboard } from './parts/focus.js'
import { PrintingContext, useFollowPrinting } from './parts/printing.js'

const nextTheme: Readonly<Record<Theme, Theme>> = { system: 'light', light: 'dark', dark: 'system' }

/** Draws a page once it is loaded, or the reason why it cannot be drawn. */
export function mount(page: Promise<ComponentChild>): void {
  const root = document.getElementById('app')
  if (!root) return
  page.then(
    (loaded) => render(loaded, root),
    (error: unknown) => {
      root.textContent = `homologa: this page cannot be read (${error instanceof Error ? error.message : 'unknown'}).`
    },
  )
}

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
  const { say } = spoken
  const other = nextLang(lang)
  const turnLang = () => setLang(other)
  const help = () => setHelpOpen(true)
  const turnTheme = () => setTheme(nextTheme[theme])
  useKeyboard({ help, theme: turnTheme, language: turnLang })
  useLayoutEffect(() => {
    document.documentElement.lang = lang
    if (lang !== shown) remember('lang', lang)
  }, [lang])
  const isPrinting = useFollowPrinting()
  return (
    <SpeechContext.Provider value={spoken}>
      <PrintingContext.Provider value={isPrinting}>
        <a class="skip" href="#main">
          {say('skip')}
        </a>
        <header class="bar">
          {bar}
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
        </header>
        <main id="main" tabIndex={-1}>
          {children}
        </main>
        <footer>
          <p>
            {say('footer')} <span class="mono">homologa {version}</span>
          </p>
        </footer>
        <Help isOpen={isHelpOpen} close={() => setHelpOpen(false)} />
      </PrintingContext.Provider>
    </SpeechContext.Provider>
  )
}

export type Theme = 'system' | 'light' | 'dark'

/** The reader's choice, kept if the browser lets a page store anything (a page from disk may not). */
export function remembered(name: 'lang' | 'theme'): string | null {
  try {
    return localStorage.getItem(`homologa-${name}`)
  } catch {
    return null
  }
}

export function remember(name: 'lang' | 'theme', value: string): void {
  try {
    localStorage.setItem(`homologa-${name}`, value)
  } catch {
    // The choice lasts as long as the page.
  }
}

/** The reader's language: chosen before, else the report's; a live page has no reader of its own and asks the browser. */
export function firstLang(ofData: Lang, isLive: boolean): Lang {
  const remembering = remembered('lang')
  const chosen = langs.find((lang) => lang === remembering)
  if (chosen || !isLive) return chosen ?? ofData
  const [wanted = ''] = navigator.languages
  return langs.find((lang) => wanted.toLowerCase().startsWith(lang.slice(0, 2))) ?? ofData
}

export function useTheme(): [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState<Theme>(() => {
    const chosen = remembered('theme')
    return chosen === 'light' || chosen === 'dark' ? chosen : 'system'
  })
  useEffect(() => {
    if (theme === 'system') delete document.documentElement.dataset.theme
    else document.documentElement.dataset.theme = theme
    remember('theme', theme)
  }, [theme])
  return [theme, setTheme]
}

const keys = [
  ['j ↓', 'help/next'],
  ['k ↑', 'help/previous'],
  ['Enter', 'help/open'],
  ['c', 'help/copy'],
  ['/', 'help/filter'],
  ['t', 'help/theme'],
  ['l', 'help/language'],
  ['?', 'help/help'],
  ['Esc', 'help/close'],
] as const

/** The keys, in a dialog of the browser's own. */
export function Help({ isOpen, close }: { isOpen: boolean; close: () => void }) {
  const { say } = useSpeech()
  const ref = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (isOpen) ref.current?.showModal()
    else ref.current?.close()
  }, [isOpen])
  return (
    <dialog ref={ref} aria-labelledby="help-title" onClose={close}>
      <h2 id="help-title">{say('help/title')}</h2>
      <dl class="keys">
        {keys.map(([key, sentence]) => (
          <div>
            <dt>
              {key.split(' ').map((each) => (
                <kbd>{each}</kbd>
              ))}
            </dt>
            <dd>{say(sentence)}</dd>
          </div>
        ))}
      </dl>
      <h3>{say('help/signs')}</h3>
      <p>{say('help/signs-text')}</p>
      <button type="button" onClick={close}>
        {say('help/close')}
      </button>
    </dialog>
  )
}

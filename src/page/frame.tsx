import { type ComponentChild, type ComponentChildren, render } from 'preact'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { type Lang, langNames, langs, nextLang } from '../words/lang.js'
import { createWording, useWording, WordingContext } from './data/wording.js'
import type { PageWords } from './data/words.js'
import { useKeyboard } from './parts/focus.js'
import { PrintingContext, useFollowPrinting } from './parts/printing.js'

/** Renders a page once it is loaded, or the reason why it cannot be shown. */
export function mount(page: Promise<ComponentChild>): void {
  const root = document.getElementById('app') as HTMLElement
  page.then(
    (loaded) => render(loaded, root),
    (error: unknown) => {
      // not in the reader's language, because the words themselves may be what cannot be read
      root.textContent = `homologa: this page cannot be read (${error instanceof Error ? error.message : 'unknown'}).`
    },
  )
}

interface FrameProps {
  readonly words: PageWords
  /** The language of the page unless the reader has chosen another. */
  readonly lang: Lang
  /** Whether the browser's language is used instead of `lang`. A report has the language of its user; other pages do not know it. */
  readonly usesBrowserLang: boolean
  /** Content of the bar at the top. */
  readonly bar: ComponentChildren
  readonly version: string
  readonly children: ComponentChildren
}

/** The frame of every page: bar, language, theme and keyboard. Everything inside can call `useWording`. */
export function Frame({ words, lang: given, usesBrowserLang, bar, version, children }: FrameProps) {
  const [lang, setLang] = useState<Lang>(() => firstLang(given, usesBrowserLang))
  const [theme, setTheme] = useTheme()
  const [isHelpOpen, setHelpOpen] = useState(false)
  const wording = useMemo(() => createWording(lang, words), [lang, words])
  const { say } = wording
  const otherLang = nextLang(lang)
  const changeLang = () => {
    setLang(otherLang)
    remember('lang', otherLang)
  }
  const changeTheme = () => setTheme(nextTheme[theme])
  const openHelp = () => setHelpOpen(true)
  useKeyboard({ '?': openHelp, t: changeTheme, l: changeLang })
  useLayoutEffect(() => {
    document.documentElement.lang = lang
  }, [lang])
  const isPrinting = useFollowPrinting()
  return (
    <WordingContext.Provider value={wording}>
      <PrintingContext.Provider value={isPrinting}>
        <a class="skip" href="#main">
          {say('skip')}
        </a>
        <header class="bar">
          {bar}
          <nav class="tools" aria-label={say('bar/tools')}>
            <button type="button" class="small" onClick={changeLang} lang={otherLang} aria-keyshortcuts="l">
              {langNames[otherLang]}
            </button>
            <button type="button" class="small" onClick={changeTheme} aria-keyshortcuts="t">
              {say(`theme/${theme}`)}
            </button>
            <button type="button" class="small" onClick={openHelp} aria-keyshortcuts="?">
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
    </WordingContext.Provider>
  )
}

type Theme = 'system' | 'light' | 'dark'

const nextTheme: Readonly<Record<Theme, Theme>> = { system: 'light', light: 'dark', dark: 'system' }

/** Reads the reader's choice. A browser may not let a page from disk store anything; then it is null. */
function recall(name: 'lang' | 'theme'): string | null {
  try {
    return localStorage.getItem(`homologa-${name}`)
  } catch {
    return null
  }
}

function remember(name: 'lang' | 'theme', value: string): void {
  try {
    localStorage.setItem(`homologa-${name}`, value)
  } catch {
    // the choice then lasts as long as the page is open
  }
}

/** The language that the reader chose before, else that of the browser if the page follows it, else the given one. */
function firstLang(given: Lang, usesBrowserLang: boolean): Lang {
  const chosen = recall('lang')
  const known = langs.find((lang) => lang === chosen)
  if (known || !usesBrowserLang) return known ?? given
  const [wanted = ''] = navigator.languages
  // `pt-PT` is served `pt-BR`: only the language before the country counts
  return langs.find((lang) => wanted.toLowerCase().startsWith(lang.slice(0, 2))) ?? given
}

function useTheme(): [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState<Theme>(() => {
    const chosen = recall('theme')
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

/** Explains the keys in a dialog. */
function Help({ isOpen, close }: { isOpen: boolean; close: () => void }) {
  const { say } = useWording()
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
              {key.split(' ').map((name) => (
                <kbd>{name}</kbd>
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

import { useEffect, useState } from 'preact/hooks'
import { type Lang, langs } from '../../words/lang.js'

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

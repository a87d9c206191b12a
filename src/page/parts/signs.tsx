import type { ComponentChildren } from 'preact'
import type { Sentence } from '../live/speech.js'
import { useSpeech } from '../live/speech.js'

export type Tone = 'pass' | 'fail' | 'warning' | 'info' | 'quiet'

/** Each tone has a sign, so that colour is never the only hint. */
const signs: Readonly<Record<Tone, string>> = { pass: '✓', fail: '✗', warning: '!', info: 'i', quiet: '–' }

export function toneOf(word: string): Tone {
  if (word === 'pass' || word === 'fail' || word === 'warning' || word === 'info') return word
  if (word === 'error') return 'fail'
  return word === 'incomplete' ? 'warning' : 'quiet'
}

export function signOf(tone: Tone): string {
  return signs[tone]
}

/** A sign with its word. `hideWord`: only screen readers get the word. */
export function Sign({ tone, word, hideWord = false }: { tone: Tone; word: string; hideWord?: boolean }) {
  return (
    <span class={`sign tone-${tone}`}>
      <span class="glyph" aria-hidden="true">
        {signs[tone]}
      </span>
      <span class={hideWord ? 'unseen' : 'word'}>{word}</span>
    </span>
  )
}

/** A part of the page under a heading of its own. */
export function Section(props: { id: string; title: Sentence; count?: string; children: ComponentChildren }) {
  const { say } = useSpeech()
  return (
    <section class="section" id={props.id} aria-labelledby={`${props.id}-title`}>
      <h2 id={`${props.id}-title`}>
        <span>{say(props.title)}</span>
        {props.count === undefined ? null : <span class="count">{props.count}</span>}
      </h2>
      {props.children}
    </section>
  )
}

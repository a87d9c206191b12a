import type { ComponentChildren } from 'preact'
import { type Sentence, useSpeech } from '../live/speech.js'

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

/** A sign for the eye, and its word for screen readers. */
export function Spoken({ sign, word, tone }: { sign: string; word: string; tone?: Tone }) {
  return (
    <>
      <span class={tone && `tone-${tone}`} aria-hidden="true">
        {sign}
      </span>
      <span class="unseen">{word}</span>
    </>
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

/** A list under a heading of its own; nothing if it is empty. */
export function TitledList({ title, items }: { title: string; items: readonly ComponentChildren[] }) {
  if (items.length === 0) return null
  return (
    <>
      <h3>{title}</h3>
      <ul class="plain">
        {items.map((item) => (
          <li>{item}</li>
        ))}
      </ul>
    </>
  )
}

/** The head of a table: the name of each column. */
export function Columns({ names, isUnseen = false }: { names: readonly Sentence[]; isUnseen?: boolean }) {
  const { say } = useSpeech()
  return (
    <thead class={isUnseen ? 'unseen' : undefined}>
      <tr>
        {names.map((name) => (
          <th scope="col">{say(name)}</th>
        ))}
      </tr>
    </thead>
  )
}

/** A sentence in which `backticks` set off what is code. */
export function Prose({ text }: { text: string }) {
  return <>{text.split(/`([^`]+)`/).map((part, at) => (at % 2 === 1 ? <code>{part}</code> : part))}</>
}

/** Wraps content that may be larger than its place. It scrolls by itself, also by keyboard. */
export function ScrollArea(props: { label: string; kind?: 'body'; children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms, a section would be one landmark too many
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls only what can hold the focus
    <div class={props.kind ?? 'scroll'} role="group" aria-label={props.label} tabIndex={0}>
      {props.children}
    </div>
  )
}

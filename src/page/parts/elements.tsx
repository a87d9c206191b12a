import type { ComponentChildren } from 'preact'
import { type SentenceKey, useWording } from '../data/wording.js'
import { usePrinting } from './printing.js'

/** The colour of a verdict or a severity. `quiet` is grey. */
export type Tone = 'pass' | 'fail' | 'warning' | 'info' | 'quiet'

/** Each tone also has a sign, because not everybody can tell the colours apart. */
const signs: Readonly<Record<Tone, string>> = { pass: '✓', fail: '✗', warning: '!', info: 'i', quiet: '–' }

/** The tone of a verdict or a severity. */
export function toneOf(word: string): Tone {
  if (word === 'pass' || word === 'fail' || word === 'warning' || word === 'info') return word
  if (word === 'error') return 'fail'
  return word === 'incomplete' ? 'warning' : 'quiet'
}

export function signOf(tone: Tone): string {
  return signs[tone]
}

/** A tone's sign with a word. `hideWord`: only screen readers get the word. */
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

/** Any sign, and the word that screen readers read instead of it. */
export function LabelledSign({ sign, word, tone }: { sign: string; word: string; tone?: Tone }) {
  return (
    <>
      <span class={tone && `tone-${tone}`} aria-hidden="true">
        {sign}
      </span>
      <span class="unseen">{word}</span>
    </>
  )
}

export function Section(props: {
  id: string
  title: SentenceKey
  count?: string
  children: ComponentChildren
}) {
  const { say } = useWording()
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

/** A section that is folded until the reader opens it. On paper, where nobody can, it is open. */
export function Fold(props: {
  kind?: string
  summary: string
  isOpen?: boolean
  children: ComponentChildren
}) {
  const { kind, summary, isOpen = false, children } = props
  const isPrinting = usePrinting()
  return (
    <details class={kind ? `fold ${kind}` : 'fold'} open={isOpen || isPrinting}>
      <summary>{summary}</summary>
      {children}
    </details>
  )
}

/** A list with a heading; nothing if the list is empty. */
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
export function Columns({ names, isUnseen = false }: { names: readonly SentenceKey[]; isUnseen?: boolean }) {
  const { say } = useWording()
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

/** A sentence. Text between `backticks` is shown as code. */
export function Prose({ text }: { text: string }) {
  // the parts alternate: text, code, text and so on
  const parts = text.split(/`([^`]+)`/)
  return <>{parts.map((part, index) => (index % 2 === 1 ? <code>{part}</code> : part))}</>
}

/** Content that may be larger than the page is wide. It scrolls by itself, also by keyboard. */
export function ScrollArea(props: { label: string; kind?: 'body'; children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms, a section would be one landmark too many
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls only what can hold the focus
    <div class={props.kind ?? 'scroll'} role="group" aria-label={props.label} tabIndex={0}>
      {props.children}
    </div>
  )
}

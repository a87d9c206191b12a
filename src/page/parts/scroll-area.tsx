import type { ComponentChildren } from 'preact'

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

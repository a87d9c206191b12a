import { useState } from 'preact/hooks'
import { type SentenceKey, useWording } from '../data/wording.js'

/** A button that copies a text and says so. `text` is called on the click. With the `shortcut` `curl`, the key `c` clicks it. */
export function CopyButton({
  text,
  label,
  shortcut,
}: {
  text: () => string | Promise<string>
  label: SentenceKey
  shortcut?: string
}) {
  const { say } = useWording()
  const [state, setState] = useState<'idle' | 'done' | 'failed'>('idle')
  const copy = async () => {
    setState((await copyText(await text())) ? 'done' : 'failed')
    setTimeout(() => setState('idle'), 2000)
  }
  return (
    <button type="button" class="small" onClick={copy} data-copy={shortcut}>
      <span aria-live="polite">
        {state === 'idle' ? say(label) : say(state === 'done' ? 'copy/done' : 'copy/failed')}
      </span>
    </button>
  )
}

/** Copies a text. Some browsers do not let a page from disk use the clipboard; there the text is selected and copied. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text)
  }
}

function copyBySelection(text: string): boolean {
  const area = document.createElement('textarea')
  area.value = text
  area.className = 'unseen'
  document.body.append(area)
  area.select()
  const done = document.execCommand('copy')
  area.remove()
  return done
}

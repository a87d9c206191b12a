import { useState } from 'preact/hooks'
import { type Sentence, useSpeech } from '../live/speech.js'

/** Copies a text; says so. `text` is made when it is asked for. */
export function CopyButton({
  text,
  label,
  shortcut,
}: {
  text: () => string | Promise<string>
  label: Sentence
  shortcut?: string
}) {
  const { say } = useSpeech()
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

/** A page from disk may not use the clipboard directly in every browser; then the old way serves. */
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

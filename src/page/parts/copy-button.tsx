import { useState } from 'preact/hooks'
import { type SentenceKey, useWording } from '../data/wording.js'

interface CopyButtonProps {
  /** Makes the text when the button is clicked. */
  readonly text: () => string | Promise<string>
  readonly label: SentenceKey
  /** With `curl`, the key `c` clicks the button. */
  readonly shortcut?: 'curl'
}

/** A button that copies a text and says whether it succeeded. */
export function CopyButton({ text, label, shortcut }: CopyButtonProps) {
  const { say } = useWording()
  const [outcome, setOutcome] = useState<SentenceKey | null>(null)
  const copy = async () => {
    setOutcome((await copyText(await text())) ? 'copy/done' : 'copy/failed')
    setTimeout(() => setOutcome(null), 2000)
  }
  return (
    <button type="button" class="small" onClick={copy} data-copy={shortcut}>
      <span aria-live="polite">{say(outcome ?? label)}</span>
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

import { useEffect, useRef } from 'preact/hooks'
import { useSpeech } from '../live/speech.js'

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

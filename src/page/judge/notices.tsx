import { say, type Unsaid } from '../../words/errors.js'
import { visible } from '../data/visible.js'
import { useSpeech } from '../live/speech.js'
import { Prose } from '../parts/prose.js'
import { Sign } from '../parts/signs.js'
import type { JudgedOnPage, JudgeWords } from './protocol.js'

interface NoticesProps {
  /** The reason for a missing verdict. */
  readonly why: Unsaid | null
  readonly outcome: JudgedOnPage | null
  readonly words: JudgeWords
}

/** Notices shown with a verdict or in place of one. */
export function Notices({ why, outcome, words }: NoticesProps) {
  const { lang, say: sentence } = useSpeech()
  const told = (one: Unsaid) => <Prose text={visible(say(one, words[lang], lang))} />
  const { notices = [], kinds = [] } = outcome ?? {}
  return (
    <div class="notices" aria-live="polite">
      {why ? (
        <p class="refused" id="refused">
          <Sign tone="fail" word={sentence('judge/refused')} hideWord /> {told(why)}
        </p>
      ) : null}
      {notices.length > 0 ? (
        <ul>
          {notices.map((one) => (
            <li>
              <Sign tone="info" word={sentence('severity/info')} hideWord /> {told(one)}
            </li>
          ))}
        </ul>
      ) : null}
      {kinds.length > 0 ? (
        <ul class="plain mono">
          {kinds.map((kind) => (
            <li>{visible(kind)}</li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}

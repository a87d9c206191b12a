import type { LiveSource } from '../../report/page-data.js'
import { visible } from '../data/visible.js'
import { CopyButton } from '../parts/copy-button.js'
import { fetchSettings, useFetched } from './live.js'
import { useSpeech } from './speech.js'

/** Before anybody connected: the address and the credentials that the application needs, ready to copy. */
export function Waiting({ source, session }: { source: LiveSource; session: string }) {
  const { say } = useSpeech()
  const lines = useFetched(() => fetchSettings(source, session), [source, session]) ?? []
  if (lines.length === 0) return null
  return (
    <section class="section" id="waiting" aria-labelledby="waiting-title">
      <h2 id="waiting-title">
        <span>{say('waiting/title')}</span>
      </h2>
      <ul class="plain">
        {lines.map((line) => (
          <li>
            <code>{visible(line)}</code>{' '}
            <CopyButton text={() => line.slice(line.indexOf('=') + 1)} label="copy/value" />
          </li>
        ))}
      </ul>
      <CopyButton text={() => lines.join('\n')} label="copy/all" />
    </section>
  )
}

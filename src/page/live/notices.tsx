import type { LiveNotice } from '../../report/page-data.js'
import { visible } from '../data/visible.js'
import { useSpeech } from './speech.js'

/** Parameters without effect, each once. They are folded because they are not findings. */
export function Notices({ notices }: { notices: readonly LiveNotice[] }) {
  const { say, count } = useSpeech()
  if (notices.length === 0) return null
  return (
    <details class="notices" open={notices.length < 4}>
      <summary>
        {say('notices/title')} <span class="count">{count(notices.length)}</span>
      </summary>
      <ul>
        {notices.map(({ kind, route, name }) => (
          <li key={`${kind} ${route} ${name}`}>
            {say(`notice/${kind}`, { route: visible(route), name: visible(name) })}
          </li>
        ))}
      </ul>
    </details>
  )
}

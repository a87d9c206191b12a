import { useState } from 'preact/hooks'
import { lifeEvents } from '../../exchange/life-event.js'
import type { LiveSession, LiveSource } from '../../report/page-data.js'
import { visible } from '../data/visible.js'
import { befall } from './live.js'
import { useSpeech } from './speech.js'

/** The lifecycle events that can be applied to the application, and those that were. */
export function Life({ session, source }: { session: LiveSession; source: LiveSource }) {
  const { say } = useSpeech()
  const [told, setTold] = useState('')
  const [path, setPath] = useState('')
  const send = async (event: string) => {
    setTold('')
    await befall(source, session.id, event).catch((error: unknown) =>
      setTold(say('life/refused', { reason: error instanceof Error ? error.message : '' })),
    )
  }
  const takeScope = (event: Event) => {
    event.preventDefault()
    void send(`scope-${path.trim().replace(/^\/+|\/+$/g, '')}`)
  }
  return (
    <details class="life">
      <summary>
        {say('life/title')}
        {session.befell ? ` · ${say('life/befell', { events: visible(session.befell.join(', ')) })}` : ''}
      </summary>
      <div class="life-events">
        {lifeEvents.map((event) => (
          <button key={event} type="button" class="small" onClick={() => void send(event)}>
            {say(`life/${event}`)}
          </button>
        ))}
        <form onSubmit={takeScope}>
          <label>
            <span class="unseen">{say('life/path')}</span>
            <input
              type="text"
              required
              size={24}
              maxLength={60}
              placeholder={say('life/path')}
              value={path}
              onInput={(event) => setPath(event.currentTarget.value)}
            />
          </label>
          <button type="submit" class="small">
            {say('life/scope')}
          </button>
        </form>
        <span role="status">{visible(told)}</span>
      </div>
    </details>
  )
}

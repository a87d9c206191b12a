import { useEffect, useRef, useState } from 'preact/hooks'
import type { Unsaid } from '../../words/errors.js'
import { visible } from '../data/visible.js'
import { type Sentence, useSpeech } from '../live/speech.js'
import { Prose } from '../parts/elements.js'
import { useListeners } from '../parts/listeners.js'
import type { Course, ProfileChoice, Terms } from './protocol.js'
import { sortFiles } from './sort-files.js'

/** A recording under the name that it is spoken of by. */
export interface Given {
  readonly recording: Blob
  readonly name: string
}

interface DeskProps {
  readonly course: Course
  readonly given: Given | null
  readonly profile: ProfileChoice
  readonly terms: Terms
  readonly agree: (terms: Terms) => void
  /** True if a report is shown below; then this is a single line above it. */
  readonly isQuiet: boolean
  readonly give: (given: Given) => void
  readonly choose: (profile: ProfileChoice) => void
  readonly refuse: (why: Unsaid) => void
}

/** Takes recordings and profiles: dropped anywhere on the page, chosen, or pasted. */
export function Desk(props: DeskProps) {
  const { course, given, isQuiet, give } = props
  const { say } = useSpeech()
  const receive = useReceive(props)
  const isOver = useDropsAndPastes(receive, (text) => give(pasted(text, say('judge/pasted'))))
  return (
    <section
      class={`inputs ${isOver ? 'is-over' : ''} ${isQuiet ? 'is-quiet' : ''}`}
      aria-label={say('judge/inputs')}
    >
      {isQuiet ? (
        <p class="given mono">{visible(given?.name ?? '')}</p>
      ) : (
        <>
          <h1>{say('judge/title')}</h1>
          <p>
            <Prose text={say('judge/drop')} />
          </p>
        </>
      )}
      <div class="inputs-row">
        <FileButton receive={receive} isFirst={!isQuiet} />
        <ProfileChooser {...props} />
        <TermsFields {...props} />
      </div>
      {isQuiet ? null : <PasteArea give={(text) => give(pasted(text, say('judge/pasted')))} />}
      {course.is === 'judging' ? (
        <p class="judging">
          <progress value={course.share} max={1} aria-label={say('judge/judging')} />{' '}
          <span aria-live="polite">{say('judge/judging')}</span>
        </p>
      ) : null}
    </section>
  )
}

function pasted(text: string, name: string): Given {
  return { recording: new Blob([text]), name }
}

type Receive = (files: readonly File[]) => Promise<void>

/** Accepts dropped files: at most one recording, and one profile. */
function useReceive({ give, choose, refuse }: DeskProps): Receive {
  return async (files) => {
    const { recordings, profiles, unread } = await sortFiles(files)
    if (unread[0]) {
      refuse({ key: 'judge.page.unread', values: { name: unread[0].name } })
      return
    }
    if (recordings.length > 1 || profiles.length > 1) {
      refuse({ key: 'judge.page.several', values: { count: files.length } })
      return
    }
    const [[recording], [profile]] = [recordings, profiles]
    if (profile) choose({ name: profile.name, text: await profile.text() })
    if (recording) give({ recording, name: recording.name })
  }
}

/** Hears of what is dropped and pasted anywhere on the page; tells whether something hovers above it. */
function useDropsAndPastes(receive: Receive, paste: (text: string) => void): boolean {
  const [isOver, setOver] = useState(false)
  const now = useRef({ receive, paste })
  now.current = { receive, paste }
  useListeners((signal) => {
    const over = (event: DragEvent) => {
      event.preventDefault()
      setOver(true)
    }
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false)
    }
    const take = (event: Event, from: DataTransfer | null) => {
      setOver(false)
      const files = [...(from?.files ?? [])]
      const text = files.length === 0 ? (from?.getData('text/plain') ?? '') : ''
      if (files.length === 0 && text.trim() === '') return
      event.preventDefault()
      if (files.length > 0) now.current.receive(files)
      else now.current.paste(text)
    }
    const drop = (event: DragEvent) => take(event, event.dataTransfer)
    const paste = (event: ClipboardEvent) => {
      if (!(event.target instanceof HTMLInputElement)) take(event, event.clipboardData)
    }
    addEventListener('dragover', over, { signal })
    addEventListener('dragleave', leave, { signal })
    addEventListener('drop', drop, { signal })
    addEventListener('paste', paste, { signal })
  })
  return isOver
}

function FileButton({ receive, isFirst }: { receive: Receive; isFirst: boolean }) {
  const { say } = useSpeech()
  const input = useRef<HTMLInputElement>(null)
  return (
    <p>
      <button type="button" class={isFirst ? 'first' : 'small'} onClick={() => input.current?.click()}>
        {say(isFirst ? 'judge/choose' : 'judge/another')}
      </button>
      <input
        ref={input}
        type="file"
        id="recording"
        multiple
        hidden
        aria-label={say('judge/choose')}
        accept=".har,.ndjson,.json,.jsonl,.yaml,.yml"
        onChange={({ currentTarget }) => {
          receive([...(currentTarget.files ?? [])])
          // the same file may be chosen again
          currentTarget.value = ''
        }}
      />
    </p>
  )
}

function ProfileChooser({ profile, choose }: Pick<DeskProps, 'profile' | 'choose'>) {
  const { say } = useSpeech()
  const [own, setOwn] = useState<Exclude<ProfileChoice, string | null> | null>(null)
  useEffect(() => {
    if (profile !== null && typeof profile !== 'string') setOwn(profile)
  }, [profile])
  const value = profile === null ? 'recording' : typeof profile === 'string' ? profile : 'own'
  const chosen = (name: string): ProfileChoice =>
    name === 'own' ? own : name === 'spec' || name === 'bling' ? name : null
  return (
    <label class="profile">
      <span>{say('judge/profile')}</span>
      <select
        id="profile"
        value={value}
        onChange={({ currentTarget }) => choose(chosen(currentTarget.value))}
      >
        <option value="recording">{say('judge/profile-own')}</option>
        <option value="spec">spec</option>
        <option value="bling">bling</option>
        {own ? <option value="own">{visible(own.name)}</option> : null}
      </select>
      <small>{say('judge/profile-file')}</small>
    </label>
  )
}

/** Fields for values that the command takes as flags and that can change the verdict. */
function TermsFields({ terms, agree }: Pick<DeskProps, 'terms' | 'agree'>) {
  const { say } = useSpeech()
  return (
    <details class="terms">
      <summary>{say('judge/terms')}</summary>
      <TermField
        {...{ id: 'base-url', type: 'url', label: 'judge/base-url', placeholder: 'https://…/Api/v3' }}
        value={terms.baseUrl}
        set={(baseUrl) => agree({ ...terms, baseUrl })}
      />
      <TermField
        {...{
          id: 'tolerance',
          type: 'text',
          label: 'judge/tolerance',
          placeholder: '5',
          inputMode: 'numeric',
        }}
        value={terms.toleranceMs}
        set={(toleranceMs) => agree({ ...terms, toleranceMs })}
      />
    </details>
  )
}

interface TermFieldProps {
  readonly id: string
  readonly type: 'url' | 'text'
  readonly label: Sentence
  readonly placeholder: string
  readonly inputMode?: 'numeric'
  readonly value: string
  readonly set: (value: string) => void
}

function TermField({ label, set, ...input }: TermFieldProps) {
  const { say } = useSpeech()
  return (
    <label class="profile">
      <span>{say(label)}</span>
      <input {...input} onChange={({ currentTarget }) => set(currentTarget.value)} />
    </label>
  )
}

function PasteArea({ give }: { give: (text: string) => void }) {
  const { say } = useSpeech()
  const [text, setText] = useState('')
  return (
    <form
      class="paste"
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() !== '') give(text)
      }}
    >
      <label>
        <span>{say('judge/paste')}</span>
        <textarea
          rows={3}
          spellcheck={false}
          autocomplete="off"
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
      </label>
      {text.trim() === '' ? null : <button type="submit">{say('judge/judge')}</button>}
    </form>
  )
}

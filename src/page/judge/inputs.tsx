import { useEffect, useRef, useState } from 'preact/hooks'
import type { MessageReference } from '../../words/errors.js'
import { makeVisible } from '../data/make-visible.js'
import { type SentenceKey, useWording } from '../data/wording.js'
import { Prose } from '../parts/elements.js'
import { useListeners } from '../parts/use-listeners.js'
import type { JudgeState, ProfileChoice, ProfileFile, RecordingFacts } from './protocol.js'
import { sortFiles } from './sort-files.js'

/** A recording, and the name by which the page calls it. */
export interface NamedRecording {
  readonly recording: Blob
  readonly name: string
}

interface InputsProps {
  readonly state: JudgeState
  readonly recording: NamedRecording | null
  readonly profile: ProfileChoice
  readonly facts: RecordingFacts
  /** True if a report is shown below. Then this is a single line above it. */
  readonly isQuiet: boolean
  readonly setRecording: (recording: NamedRecording) => void
  readonly setProfile: (profile: ProfileChoice) => void
  readonly setFacts: (facts: RecordingFacts) => void
  /** Shows why an input cannot be used. */
  readonly refuse: (why: MessageReference) => void
}

/** Takes recordings and profiles: dropped anywhere on the page, chosen, or pasted. */
export function Inputs(props: InputsProps) {
  const { state, recording, isQuiet, setRecording } = props
  const { say } = useWording()
  const receive = receiverFor(props)
  const paste = (text: string) => setRecording({ recording: new Blob([text]), name: say('judge/pasted') })
  const isHovered = useDropsAndPastes(receive, paste)
  return (
    <section
      class={`inputs ${isHovered ? 'is-over' : ''} ${isQuiet ? 'is-quiet' : ''}`}
      aria-label={say('judge/inputs')}
    >
      {isQuiet ? (
        <p class="given mono">{makeVisible(recording?.name ?? '')}</p>
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
        <FactFields {...props} />
      </div>
      {isQuiet ? null : <PasteArea paste={paste} />}
      {state.kind === 'judging' ? (
        <p class="judging">
          <progress value={state.share} max={1} aria-label={say('judge/judging')} />{' '}
          <span aria-live="polite">{say('judge/judging')}</span>
        </p>
      ) : null}
    </section>
  )
}

type Receive = (files: readonly File[]) => Promise<void>

/** Returns a function that takes files: at most one recording and one profile. */
function receiverFor({ setRecording, setProfile, refuse }: InputsProps): Receive {
  return async (files) => {
    const { recordings, profiles, unread } = await sortFiles(files)
    if (unread[0]) return refuse({ key: 'judge.page.unread', values: { name: unread[0].name } })
    if (recordings.length > 1 || profiles.length > 1)
      return refuse({ key: 'judge.page.several', values: { count: files.length } })
    const [recording] = recordings
    const [profile] = profiles
    if (profile) setProfile({ name: profile.name, text: await profile.text() })
    if (recording) setRecording({ recording, name: recording.name })
  }
}

/** Listens for files and text that are dropped or pasted anywhere on the page. Returns whether something is dragged over it. */
function useDropsAndPastes(receive: Receive, paste: (text: string) => void): boolean {
  const [isHovered, setHovered] = useState(false)
  // the listeners are added once, so they find the newest functions here
  const newest = useRef({ receive, paste })
  newest.current = { receive, paste }
  useListeners((signal) => {
    const hover = (event: DragEvent) => {
      event.preventDefault()
      setHovered(true)
    }
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setHovered(false) // else it moved to another element of the page
    }
    const take = (event: Event, from: DataTransfer | null) => {
      setHovered(false)
      const files = [...(from?.files ?? [])]
      const text = files.length === 0 ? (from?.getData('text/plain') ?? '') : ''
      if (files.length === 0 && text.trim() === '') return
      event.preventDefault()
      if (files.length > 0) newest.current.receive(files)
      else newest.current.paste(text)
    }
    const drop = (event: DragEvent) => take(event, event.dataTransfer)
    const onPaste = (event: ClipboardEvent) => {
      // what is pasted into a field belongs to the field; into the text area, it is a recording
      if (!(event.target instanceof HTMLInputElement)) take(event, event.clipboardData)
    }
    addEventListener('dragover', hover, { signal })
    addEventListener('dragleave', leave, { signal })
    addEventListener('drop', drop, { signal })
    addEventListener('paste', onPaste, { signal })
  })
  return isHovered
}

function FileButton({ receive, isFirst }: { receive: Receive; isFirst: boolean }) {
  const { say } = useWording()
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

function ProfileChooser({ profile, setProfile }: Pick<InputsProps, 'profile' | 'setProfile'>) {
  const { say } = useWording()
  /** The last profile from a file, which stays in the list. */
  const [file, setFile] = useState<ProfileFile | null>(null)
  useEffect(() => {
    if (typeof profile === 'object' && profile !== null) setFile(profile)
  }, [profile])
  const choose = (option: string) => {
    if (option === 'spec' || option === 'bling') setProfile(option)
    else setProfile(option === 'file' ? file : null)
  }
  return (
    <label class="profile">
      <span>{say('judge/profile')}</span>
      <select
        id="profile"
        value={optionOf(profile)}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      >
        <option value="recording">{say('judge/profile-own')}</option>
        <option value="spec">spec</option>
        <option value="bling">bling</option>
        {file ? <option value="file">{makeVisible(file.name)}</option> : null}
      </select>
      <small>{say('judge/profile-file')}</small>
    </label>
  )
}

/** The option of the menu: the name of a built-in profile, `file`, or `recording` for the recording's own. */
function optionOf(profile: ProfileChoice): string {
  if (profile === null) return 'recording'
  return typeof profile === 'string' ? profile : 'file'
}

/** Fields for facts that `homologa judge` takes as flags and that can change the verdict. */
function FactFields({ facts, setFacts }: Pick<InputsProps, 'facts' | 'setFacts'>) {
  const { say } = useWording()
  return (
    <details class="terms">
      <summary>{say('judge/terms')}</summary>
      <FactField
        id="base-url"
        type="url"
        label="judge/base-url"
        placeholder="https://…/Api/v3"
        value={facts.baseUrl}
        set={(baseUrl) => setFacts({ ...facts, baseUrl })}
      />
      <FactField
        id="tolerance"
        type="text"
        label="judge/tolerance"
        placeholder="5"
        inputMode="numeric"
        value={facts.toleranceMs}
        set={(toleranceMs) => setFacts({ ...facts, toleranceMs })}
      />
    </details>
  )
}

interface FactFieldProps {
  readonly id: string
  readonly type: 'url' | 'text'
  readonly label: SentenceKey
  readonly placeholder: string
  readonly inputMode?: 'numeric'
  readonly value: string
  readonly set: (value: string) => void
}

function FactField({ label, set, ...input }: FactFieldProps) {
  const { say } = useWording()
  return (
    <label class="profile">
      <span>{say(label)}</span>
      <input {...input} onChange={({ currentTarget }) => set(currentTarget.value)} />
    </label>
  )
}

function PasteArea({ paste }: { paste: (text: string) => void }) {
  const { say } = useWording()
  const [text, setText] = useState('')
  return (
    <form
      class="paste"
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() !== '') paste(text)
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

import { config } from 'zod'
import { isFixable } from '../../words/errors.js'
import { judgeBlob } from './judge-blob.js'
import type { JudgeMessage, JudgeRequest } from './protocol.js'

// zod would compile schemas with `new Function`, which the page's policy forbids
config({ jitless: true })

/** The worker of `judge.html`: it judges one recording in a thread of its own, so that the page stays usable. */
addEventListener('message', ({ data: request }: MessageEvent<JudgeRequest>) => {
  const send = (message: JudgeMessage) => postMessage(message)
  judgeBlob(request, (share) => send({ kind: 'progress', share })).then(
    (outcome) => send({ kind: 'judged', outcome }),
    (error: unknown) => send(messageOf(error)),
  )
})

function messageOf(error: unknown): JudgeMessage {
  // an error loses its getters on the way to the page, so its values are copied
  if (isFixable(error)) return { kind: 'refused', why: { key: error.key, values: error.values } }
  return { kind: 'broken', detail: error instanceof Error ? error.message : String(error) }
}

import { config } from 'zod'
import { isMendable } from '../../words/errors.js'
import { judgeBlob } from './judge-blob.js'
import type { JudgeNews, JudgeOrder } from './protocol.js'

/** Judges in a thread of its own, so that the page stays usable. */

// compiled schemas are evaluated text, which the page's policy forbids
config({ jitless: true })

const SHARE_STEP = 0.01

addEventListener('message', ({ data: order }: MessageEvent<JudgeOrder>) => {
  const tell = (news: JudgeNews) => postMessage(news)
  let told = 0
  const onShare = (share: number) => {
    // read again from its beginning
    if (share < told) told = 0
    if (share < told + SHARE_STEP) return
    told = share
    tell({ is: 'progress', share })
  }
  judgeBlob(order, onShare).then(
    (outcome) => tell({ is: 'judged', outcome }),
    (error: unknown) => tell(newsOf(error)),
  )
})

function newsOf(error: unknown): JudgeNews {
  // an error's getters do not survive the way to the page
  if (isMendable(error)) return { is: 'refused', why: { key: error.key, values: error.values } }
  return { is: 'broken', detail: error instanceof Error ? error.message : String(error) }
}

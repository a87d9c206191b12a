import { packed } from 'virtual:judge-worker'
import { inflate } from '../data/words.js'
import type { JudgeNews, JudgeOrder } from './protocol.js'

let address: Promise<string> | null = null

/** Address of the worker's script, which is inside this page so that a page from disk can start it. */
function scriptAddress(): Promise<string> {
  address ??= inflate(packed).then((text) =>
    URL.createObjectURL(new Blob([text], { type: 'text/javascript' })),
  )
  return address
}

/** A worker that has judged before and has all shapes loaded. */
let idle: Worker | null = null

async function takeWorker(): Promise<Worker> {
  const worker = idle ?? new Worker(await scriptAddress())
  idle = null
  return worker
}

/** Judges in a worker and reports progress; the last message is the result. Returns a function that cancels it. */
export function judgeInWorker(order: JudgeOrder, hear: (news: JudgeNews) => void): () => void {
  let worker: Worker | null = null
  let isOver = false
  const end = (isFit: boolean) => {
    isOver = true
    if (worker && isFit) {
      worker.onmessage = null
      worker.onerror = null
      idle = worker
    } else worker?.terminate()
    worker = null
  }
  const tell = (news: JudgeNews) => {
    if (isOver) return
    if (news.is !== 'progress') end(news.is !== 'broken')
    hear(news)
  }
  const start = async () => {
    const taken = await takeWorker()
    if (isOver) {
      idle = taken
      return
    }
    worker = taken
    taken.onmessage = ({ data }: MessageEvent<JudgeNews>) => tell(data)
    taken.onerror = ({ message }) => tell({ is: 'broken', detail: message })
    taken.postMessage(order)
  }
  start().catch((error: unknown) => tell({ is: 'broken', detail: String(error) }))
  return () => {
    if (!isOver) end(false)
  }
}

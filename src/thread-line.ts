import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads'
import { HarnessError } from './words/errors.js'

/** How to speak with what may run in a thread of its own. */
export interface ThreadLine {
  readonly port: MessagePort | Worker
  end(): void
}

export interface ThreadEars {
  /** Works in turns of this thread, where the thread's file is not there: before a build. */
  readonly here: (port: MessagePort) => Promise<void>
  /** Hears once of a thread that ended though nobody ended it; what it was told and had not answered is lost. */
  readonly onLost: (loss: HarnessError) => void
}

/** Begins the bundle's thread `name` with the plan. */
export async function openThreadLine(
  name: string,
  plan: unknown,
  { here, onLost }: ThreadEars,
): Promise<ThreadLine> {
  const file = threadFile(name)
  if (file !== null) return lineTo(name, new Worker(file, { workerData: plan }), onLost)
  const { port1, port2 } = new MessageChannel()
  await here(port2)
  return { port: port1, end: () => port1.close() }
}

function lineTo(name: string, worker: Worker, onLost: ThreadEars['onLost']): ThreadLine {
  let isOver = false
  const lose = (why: string, stack?: string) => {
    if (isOver) return
    isOver = true
    const loss = new HarnessError('cli.thread', { name, why })
    onLost(stack === undefined ? loss : Object.assign(loss, { stack }))
  }
  worker.on('error', (error: unknown) =>
    error instanceof Error ? lose(error.message, error.stack) : lose(String(error)),
  )
  worker.on('exit', (status) => lose(`exit ${status}`))
  return {
    port: worker,
    end() {
      isOver = true
      void worker.terminate()
    },
  }
}

/** Beside this code, or one folder above. */
function threadFile(name: string): string | null {
  const paths = [`./${name}`, `../${name}`].map((path) => fileURLToPath(new URL(path, import.meta.url)))
  return paths.find((path) => existsSync(path)) ?? null
}

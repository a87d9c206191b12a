import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads'

/** How to speak with what may run in a thread of its own. */
export interface ThreadLine {
  readonly port: MessagePort | Worker
  end(): void
}

/** Begins the bundle's thread `name` with the plan; where its file is not there, before a build, `here` works in turns of this thread. */
export async function openThreadLine(
  name: string,
  plan: unknown,
  here: (port: MessagePort) => Promise<void>,
): Promise<ThreadLine> {
  const file = threadFile(name)
  if (file !== null) {
    const worker = new Worker(file, { workerData: plan })
    return { port: worker, end: () => void worker.terminate() }
  }
  const { port1, port2 } = new MessageChannel()
  await here(port2)
  return { port: port1, end: () => port1.close() }
}

/** Beside this code, or one folder above. */
function threadFile(name: string): string | null {
  const paths = [`./${name}`, `../${name}`].map((path) => fileURLToPath(new URL(path, import.meta.url)))
  return paths.find((path) => existsSync(path)) ?? null
}

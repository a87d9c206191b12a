import { systemClock } from '../node/clock.js'
import type { ProcessIo } from './io.js'
import { main } from './main.js'

export interface Ran {
  readonly status: number
  readonly out: string
  readonly err: string
}

/** Runs a command line in this process, with an empty environment and no terminal unless `io` says otherwise. */
export async function runTool(
  argv: readonly string[],
  io: Partial<ProcessIo> & Pick<ProcessIo, 'cwd'>,
): Promise<Ran> {
  let [out, err] = ['', '']
  const status = await main(argv, {
    out: (text) => {
      out += text
    },
    err: (text) => {
      err += text
    },
    outIsTty: false,
    errIsTty: false,
    width: 100,
    env: {},
    clock: systemClock,
    signal: new AbortController().signal,
    ...io,
  })
  return { status, out, err }
}

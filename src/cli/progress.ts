import { advance, beginView, drawLive, plainLine, type ShownEvent } from '../report/terminal.js'
import type { Invocation } from './command.js'

export interface Progress {
  see(event: ShownEvent): void
  end(): void
}

const FRAME_MS = 100

/** Progress on standard error: a picture that moves on a terminal, plain lines elsewhere. */
export function showProgress(
  { io, settings, catalogue, lang }: Invocation,
  steps: readonly { readonly id: string; readonly method: string; readonly path: string }[],
): Progress {
  const look = { catalogue, lang, width: Math.min(io.width, 100), colour: settings.colour && io.errIsTty }
  let view = beginView(steps, settings.profile.hash.header)
  if (!io.errIsTty) {
    return {
      see(event) {
        view = advance(view, event)
        const line = plainLine(event, view, look)
        if (line !== null) io.err(`${line}\n`)
      },
      end() {},
    }
  }
  let drawn = 0
  const draw = () => {
    const lines = drawLive(view, io.clock.now(), look)
    const up = drawn > 0 ? `\u001b[${drawn}A` : ''
    io.err(`${up}${lines.map((line) => `\u001b[2K${line}\n`).join('')}\u001b[J`)
    drawn = lines.length
  }
  const timer = setInterval(draw, FRAME_MS)
  return {
    see(event) {
      view = advance(view, event)
      draw()
    },
    end() {
      clearInterval(timer)
      draw()
      io.err('\n')
    },
  }
}

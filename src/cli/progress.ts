import type { ShownStep, StepsShown } from '../app/stage.js'
import { advance, beginView, drawLive, plainLine } from '../report/terminal.js'
import { lookOf, type Presenting } from './present.js'

const FRAME_MS = 100

/** Progress on standard error: a picture that moves on a terminal, plain lines elsewhere. */
export function showProgress(presenting: Presenting, steps: readonly ShownStep[]): StepsShown {
  const { io, settings } = presenting
  const look = lookOf(presenting, io.errIsTty)
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
  const tableLook = { ...look, width: Math.min(look.width, io.width - 1) }
  const lines = () => drawLive(view, io.clock.now(), tableLook)
  const draw = () => io.foot(lines())
  const timer = setInterval(draw, FRAME_MS)
  return {
    see(event) {
      view = advance(view, event)
      draw()
    },
    end() {
      clearInterval(timer)
      io.foot([])
      io.err(`${lines().join('\n')}\n`)
    },
  }
}

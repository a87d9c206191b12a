import type { TrafficShown, Watched } from '../app/display.js'
import type { Exchange } from '../exchange/exchange.js'
import { drawLive, plainLine } from '../report/terminal.js'
import { eventOf, trafficLines, viewOfRun } from '../report/traffic-line.js'
import { homologationSteps, routeOf } from '../specification/homologation.js'
import { fill } from '../words/catalogue.js'
import { lookOf, type Presenting } from './present.js'

const FRAME_MS = 100
const SECOND_MS = 1000
/** The number of further lines is shown instead. */
const MOST_LINES_A_SECOND = 40

type Run = Watched['grader']['splitter']['open'][number]

/**
 * Requests of somebody else, on standard error. On a terminal the only run under way is a table of its steps, with a countdown to
 * the request that is due; everything else is a line for each request.
 */
export function showTraffic(presenting: Presenting): TrafficShown {
  const { io, settings, catalogue, lang } = presenting
  const { ui } = catalogue
  const { profile } = settings
  const look = lookOf(presenting, io.errIsTty)
  const tableLook = { ...look, width: Math.min(look.width, io.width - 1) }
  const lineOf = trafficLines(profile.hash.header, look)
  const print = limitedTo(MOST_LINES_A_SECOND, presenting)
  const sessions = new Set<string | null>()
  let watched: Watched | null = null
  let wanted = Number.POSITIVE_INFINITY
  let shown: Run | null = null
  let timer: NodeJS.Timeout | null = null

  const tableOf = (run: Run, { grader, nowMs }: Watched): string[] =>
    drawLive(viewOfRun(run, grader.judgeSoFar(run), profile), nowMs(), tableLook)

  /** The table of a run that is over stays. */
  function settle(it: Watched): void {
    if (shown === null || it.grader.splitter.open.includes(shown)) return
    const lines = tableOf(shown, it)
    shown = null
    io.foot([])
    io.err(`${lines.join('\n')}\n`)
  }

  function draw(): void {
    if (!watched || !io.errIsTty) return
    settle(watched)
    const { open } = watched.grader.splitter
    const [run] = open
    if (run && open.length === 1 && sessions.size <= 1) {
      shown = run
      const closing = run.awaited === null ? [`  ${ui['watch.closing']}`] : []
      return io.foot([...tableOf(run, watched), ...closing])
    }
    const isAwaited = open.length === 0 && watched.grader.runs.length < wanted
    const route = routeOf(homologationSteps[0])
    io.foot(isAwaited ? [fill(ui['examine.waiting.open'], { route }, lang)] : [])
  }

  /** The line that `check` prints for such a request; null if the request is not a step. */
  function stepLine(exchange: Exchange, run: Run, { grader }: Watched): string | null {
    const judgement = grader.judgeSoFar(run)
    const event = eventOf(exchange, run, judgement)
    // Only a terminal shows what is due next.
    const seen = { exchanges: run.exchanges, awaited: null }
    return event && plainLine(event, viewOfRun(seen, judgement, profile), look)
  }

  return {
    begin(one, runs) {
      watched = one
      wanted = runs
      timer = setInterval(draw, FRAME_MS)
      timer.unref()
      draw()
    },
    request(exchange) {
      const line = lineOf(exchange)
      sessions.add(exchange.session)
      const run = watched?.grader.splitter.open.find(({ exchanges }) => exchanges.at(-1) === exchange)
      if (!watched || !run || sessions.size > 1) return print(line)
      const step = stepLine(exchange, run, watched)
      if (step === null) print(line)
      else if (!io.errIsTty && wanted <= 1) print(step)
      draw()
    },
    note(line) {
      if (wanted !== 1) {
        // The line takes the place of the table.
        shown = null
        print(line)
      }
      draw()
    },
    end() {
      if (timer) clearInterval(timer)
      if (watched) settle(watched)
      print.end()
      io.foot([])
    },
  }
}

/** Prints so many lines a second, and the number of the others. */
function limitedTo(most: number, { io, catalogue, lang }: Presenting) {
  let sinceMs = Number.NEGATIVE_INFINITY
  let printed = 0
  let count = 0
  const end = () => {
    if (count > 0) io.say(`${fill(catalogue.ui['watch.more'], { count }, lang)}\n`)
    count = 0
  }
  const print = (line: string) => {
    const nowMs = io.clock.now()
    if (nowMs - sinceMs >= SECOND_MS) {
      end()
      sinceMs = nowMs
      printed = 0
    }
    if (++printed <= most) io.say(`${line}\n`)
    else count++
  }
  return Object.assign(print, { end })
}

import type { TrafficShown, Watched } from '../app/display.js'
import type { Exchange } from '../exchange/exchange.js'
import { drawLive, plainLine } from '../report/terminal.js'
import { eventOf, trafficLines, viewOfRun } from '../report/traffic-line.js'
import { homologationSteps, routeOf } from '../specification/homologation.js'
import { fill } from '../words/catalogue.js'
import { type OutputContext, statusLookOf } from './present.js'

const FRAME_MS = 100

type Run = Watched['grader']['splitter']['open'][number]

/**
 * Shows the requests of the application under test (`examine`, `proxy`) on standard error, one line each. If a terminal
 * shows a single run, it is a table of the five steps instead, with a countdown to the next request.
 */
export function showTraffic(context: OutputContext): TrafficShown {
  const { io, settings, catalogue, lang } = context
  const { ui } = catalogue
  const { profile } = settings
  const look = statusLookOf(context)
  const lineOf = trafficLines(profile.hash.header, look)
  const print = (line: string) => io.print(`${line}\n`)
  /** The applications seen so far. If there are several, every request gets a line, and there is no table. */
  const sessions = new Set<string | null>()
  let watched: Watched | null = null
  /** The command ends after this number of runs; 0: any number. */
  let wantedRuns = 0
  /** The run whose table is on the screen; it is printed for good when the run is over. */
  let shownRun: Run | null = null
  let timer: NodeJS.Timeout | null = null

  const drawTable = (run: Run, { grader, nowMs }: Watched): string[] =>
    drawLive(viewOfRun(run, grader.judgeSoFar(run), profile), nowMs(), look)

  /** Prints the table of the shown run once more, above the status lines, if the run is over. */
  function printFinishedTable(watching: Watched): void {
    if (shownRun === null || watching.grader.splitter.open.includes(shownRun)) return
    const lines = drawTable(shownRun, watching)
    shownRun = null
    io.showStatus([])
    io.err(`${lines.join('\n')}\n`)
  }

  function draw(): void {
    if (!watched || !io.errIsTty) return
    printFinishedTable(watched)
    const { open } = watched.grader.splitter
    const [run] = open
    if (run && open.length === 1 && sessions.size <= 1) {
      shownRun = run
      // `awaited` is the next step; null: all five were sent, and the run ends when nothing follows.
      const closing = run.awaited === null ? [`  ${ui['watch.closing']}`] : []
      return io.showStatus([...drawTable(run, watched), ...closing])
    }
    // After enough runs the command ends, so it awaits none.
    const mayBegin = wantedRuns === 0 || watched.grader.runs.length < wantedRuns
    const isWaiting = open.length === 0 && mayBegin
    const route = routeOf(homologationSteps[0])
    io.showStatus(isWaiting ? [fill(ui['examine.waiting.open'], { route }, lang)] : [])
  }

  /** The line that `check` would print for this request; null if the request is not a step. */
  function stepLine(exchange: Exchange, run: Run, { grader }: Watched): string | null {
    const judgement = grader.judgeSoFar(run)
    const event = eventOf(exchange, run, judgement)
    // Without `awaited`, the line does not end with the next step, which only a terminal shows.
    const seenRun = { exchanges: run.exchanges, awaited: null }
    return event && plainLine(event, viewOfRun(seenRun, judgement, profile), look)
  }

  return {
    begin(watching, wanted) {
      watched = watching
      wantedRuns = wanted
      timer = setInterval(draw, FRAME_MS)
      timer.unref()
      draw()
    },
    request(exchange) {
      // Called for every exchange, because it remembers when the last request was sent.
      const line = lineOf(exchange)
      sessions.add(exchange.session)
      const run = watched?.grader.splitter.open.find(({ exchanges }) => exchanges.at(-1) === exchange)
      const step = watched && run && sessions.size === 1 ? stepLine(exchange, run, watched) : null
      if (step === null) print(line)
      // A terminal shows the step in the table. If several runs are wanted, a pipe gets only their results, from `note`.
      else if (!io.errIsTty && wantedRuns <= 1) print(step)
      draw()
    },
    note(line) {
      // The result of a single run is printed when the command ends.
      if (wantedRuns !== 1) {
        // This line replaces the table of the run.
        shownRun = null
        print(line)
      }
      draw()
    },
    end() {
      if (timer) clearInterval(timer)
      if (watched) printFinishedTable(watched)
      io.showStatus([])
    },
  }
}

import { leastSeconds, type Plan } from '../run/contract/plan.js'
import { routeName } from '../specification/route.js'
import { fill } from '../words/catalogue.js'
import type { Invocation } from './command.js'

/** `--list`: every route with its risk and what would be sent. Nothing is sent. */
export function listPlan(invocation: Invocation, plan: Plan, ratePerSecond: number | null): void {
  const { io, settings } = invocation
  const seconds = leastSeconds(plan.requests, ratePerSecond)
  if (settings.json) io.out(`${JSON.stringify(asJson(plan, ratePerSecond, seconds), null, 2)}\n`)
  else io.out(`${asText(invocation, plan, seconds).join('\n')}\n`)
}

function asJson(plan: Plan, ratePerSecond: number | null, seconds: number) {
  return {
    requests: plan.requests,
    ratePerSecond,
    leastSeconds: Math.round(seconds * 10) / 10,
    routes: plan.routes.map(({ route, requests, reason }) => ({
      route: routeName(route),
      family: route.family,
      risk: route.risk,
      tabulated: route.tabulated,
      requests,
      reason,
    })),
    suites: plan.suites.map(({ id, steps }) => ({
      id,
      steps: steps.map(({ id, title, tags }) => ({ id, route: title, tags })),
    })),
  }
}

function asText({ catalogue: { ui }, lang }: Invocation, plan: Plan, seconds: number): string[] {
  const words: Readonly<Record<string, string>> = ui
  const lines = plan.routes.map(({ route, requests, reason }) => {
    const count = requests > 0 ? String(requests) : '–'
    const why = reason === null ? '' : `  (${words[`contract.reason.${reason}`] ?? reason})`
    return `${route.risk.padEnd(11)}  ${count.padStart(4)}  ${routeName(route)}${why}`
  })
  const values = { routes: plan.routes.length, requests: plan.requests, least: durationText(seconds) }
  return [...lines, '', fill(ui['contract.list.head'], values, lang)]
}

/** `45 s`, `3 min 20 s` */
export function durationText(seconds: number): string {
  const whole = Math.ceil(seconds)
  if (whole < 60) return `${whole} s`
  const rest = whole % 60
  return `${Math.floor(whole / 60)} min${rest === 0 ? '' : ` ${rest} s`}`
}

import type { ReportFinding } from './report.js'

/** How many routes beside its own show it. */
export function furtherRoutes({ route, places = [] }: ReportFinding): number {
  return new Set([route, ...places.map((place) => place.route)]).size - 1
}

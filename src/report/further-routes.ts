import type { ReportFinding } from './report.js'

/** The number of routes besides its own on which a finding was seen. */
export function furtherRoutes({ route, places = [] }: ReportFinding): number {
  return new Set([route, ...places.map((place) => place.route)]).size - 1
}

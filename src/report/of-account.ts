import type { Report } from './report.js'

/** What a line begins with, where there are several accounts. */
export function ofAccount(account: string | null | undefined): string {
  return account ? `${account}: ` : ''
}

/** Each account that ended early as one line. */
export function stopLines({ stops = [] }: Pick<Report, 'stops'>): string[] {
  return [...new Set(stops.map(({ account, reason }) => ofAccount(account) + reason))]
}

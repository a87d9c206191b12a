import { toCurl } from '../../exchange/curl.js'
import type { Exchange } from '../../exchange/exchange.js'
import type { ReportFinding } from '../../report/report.js'

/** vitest's `context.annotate`, which came with version 3.2. */
type Annotate = ((message: string, type: string) => Promise<unknown>) | undefined

/** Annotates a test with the fix of a finding, and with the request that shows it as cURL. */
export async function annotateWith(
  annotate: Annotate,
  finding: ReportFinding | undefined,
  exchanges: readonly Exchange[],
): Promise<void> {
  if (!annotate || !finding) return
  await annotate(finding.hint, 'fix')
  const exchange = exchanges.find(({ id }) => id === finding.exchange)
  if (exchange) await annotate(toCurl(exchange), 'curl')
}

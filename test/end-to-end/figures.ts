import { appendFileSync } from 'node:fs'

/** How often a case is tried: `few` in the gate, `SAFETY_TRIES` where the table of `docs/contributing/safety-tries.md` is made. */
export function tries(few: number, most = Number.POSITIVE_INFINITY): number {
  return Math.min(Number(process.env.SAFETY_TRIES ?? few), most)
}

/** What a case measured, for the table of `docs/contributing/safety-tries.md`. Kept only where `SAFETY_FIGURES` names a file. */
export function figure(name: string, values: Readonly<Record<string, number>>): void {
  const path = process.env.SAFETY_FIGURES
  if (path !== undefined) appendFileSync(path, `${JSON.stringify({ name, ...values })}\n`)
}

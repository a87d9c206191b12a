const TICK_MS = 2
/** What timers are late by anyway. */
const USUAL_MS = 5

/** Watches when the event loop of this process stood still for over {@link USUAL_MS}. */
export function watchStalls() {
  const stalls: { readonly fromMs: number; readonly toMs: number }[] = []
  let lastMs = performance.now()
  const timer = setInterval(() => {
    const nowMs = performance.now()
    if (nowMs - lastMs > TICK_MS + USUAL_MS) stalls.push({ fromMs: lastMs, toMs: nowMs })
    lastMs = nowMs
  }, TICK_MS)
  return {
    /** Whether it stood still between two moments of `performance.now()`. */
    between: (fromMs: number, toMs: number) => stalls.some((one) => one.toMs > fromMs && one.fromMs < toMs),
    end: () => clearInterval(timer),
  }
}

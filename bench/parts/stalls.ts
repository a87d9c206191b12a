const TICK_MS = 2
/** A timer is often late by this. */
const USUAL_DELAY_MS = 5

/** Watches for moments when the event loop of this process stands still, because then its own measurements are wrong. */
export function watchStalls() {
  const stalls: { readonly fromMs: number; readonly toMs: number }[] = []
  let lastMs = performance.now()
  const timer = setInterval(() => {
    const nowMs = performance.now()
    if (nowMs - lastMs > TICK_MS + USUAL_DELAY_MS) stalls.push({ fromMs: lastMs, toMs: nowMs })
    lastMs = nowMs
  }, TICK_MS)
  return {
    /** True if the event loop stood still at some time between two values of `performance.now()`. */
    hasStalled: (fromMs: number, toMs: number) =>
      stalls.some((stall) => stall.toMs > fromMs && stall.fromMs < toMs),
    end: () => clearInterval(timer),
  }
}

/** A module for `node --import` that makes a process print its peak memory in KB at its end: `peak 91234`. */
export const PRINT_PEAK = `data:text/javascript,process.on('exit',()=>process._rawDebug('peak%20'+process.resourceUsage().maxRSS))`

/** Reads the peak memory from what a process has printed: of several processes, that of the largest; 0 if none has printed it. */
export function peakMbIn(output: string): number {
  return Math.max(
    0,
    ...Array.from(output.matchAll(/^peak (\d+)$/gm), ([, kilobytes]) => Number(kilobytes) / 1024),
  )
}

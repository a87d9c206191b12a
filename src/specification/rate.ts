/**
 * The rates that can be kept, in requests a second. A slower one would outlast a timer's longest wait, and a faster one
 * would ask for turns closer than a clock tells apart.
 */
export const RATE_BOUNDS = { least: 0.01, most: 1000 } as const

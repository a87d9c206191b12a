/** The middle of the values; the upper one of two. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

/** `quantile(values, 0.99)`: 99 in 100 values are smaller. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** Prints a result in two columns. */
export function print(label: string, value: string | number): void {
  console.log(`${label.padEnd(58)} ${value}`)
}

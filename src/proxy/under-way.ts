/**
 * What begins and ends many thousand times a second. A Set would do, were it not that its outgrown tables hold on to one another and to
 * what they held, from the first that grew old: under load a third of the time went into collecting them.
 */
export class UnderWay<T extends { slot: number }> {
  readonly #all: T[] = []

  get size(): number {
    return this.#all.length
  }

  add(one: T): void {
    one.slot = this.#all.push(one) - 1
  }

  delete(one: T): void {
    const last = this.#all.pop()
    if (last === undefined || last === one) return
    this.#all[one.slot] = last
    last.slot = one.slot
  }

  /** As they are now: each may end while it is visited. */
  all(): readonly T[] {
    return [...this.#all]
  }
}

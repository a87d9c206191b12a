/** What rules may remember: the newest `limit` entries and at most as many before them, so that a night of traffic needs no more memory than an hour. */
export interface Recent<V> {
  get(key: string): V | undefined
  has(key: string): boolean
  set(key: string, value: V): void
  delete(key: string): void
  /** Whether it holds nothing. */
  readonly isEmpty: boolean
}

export function createRecent<V>(limit: number): Recent<V> {
  return new Generations(limit)
}

/** Two generations: when the younger is full the elder is dropped whole, which costs less than to look for the oldest each time. */
class Generations<V> implements Recent<V> {
  readonly #limit: number
  #young = new Map<string, V>()
  #old = new Map<string, V>()

  constructor(limit: number) {
    this.#limit = limit
  }

  get(key: string): V | undefined {
    return this.#young.get(key) ?? (this.#old.size > 0 ? this.#old.get(key) : undefined)
  }

  has(key: string): boolean {
    return this.#young.has(key) || (this.#old.size > 0 && this.#old.has(key))
  }

  set(key: string, value: V): void {
    this.#young.set(key, value)
    if (this.#young.size < this.#limit) return
    this.#old = this.#young
    this.#young = new Map()
  }

  delete(key: string): void {
    this.#young.delete(key)
    this.#old.delete(key)
  }

  get isEmpty(): boolean {
    return this.#young.size === 0 && this.#old.size === 0
  }
}

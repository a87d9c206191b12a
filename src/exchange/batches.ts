/**
 * Items of a file in batches, because awaiting small items one by one costs more than processing them. Each batch is
 * made while it is iterated, and only once.
 */
export interface Batched<T> extends AsyncIterable<T> {
  batches(): AsyncIterable<Iterable<T>>
}

/** To be read once, in batches or one by one. */
export function batched<T>(batches: AsyncGenerator<Iterable<T>, void>): Batched<T> {
  return {
    batches: () => batches,
    async *[Symbol.asyncIterator]() {
      for await (const batch of batches) yield* batch
    },
  }
}

/** Anything that can be walked through, in batches; of one each where it knows none. */
export function batchesOf<T>(
  things: Iterable<T> | AsyncIterable<T> | Batched<T>,
): AsyncIterable<Iterable<T>> | Iterable<Iterable<T>> {
  if ('batches' in things) return things.batches()
  return Symbol.iterator in things ? [things] : oneByOne(things)
}

async function* oneByOne<T>(things: AsyncIterable<T>): AsyncGenerator<Iterable<T>, void> {
  for await (const thing of things) yield [thing]
}

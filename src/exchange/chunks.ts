/** Bytes under a name that can be read again and again: a file, or what somebody dropped on a page. */
export interface Chunks {
  /** As errors call it. */
  readonly name: string
  /** From the first byte, afresh on each call; what is given out holds until the next is asked for. Rejects where it cannot be read. */
  read(): AsyncIterable<Uint8Array>
  /** Reads a whole file from the same folder by its bare name; null if the file does not exist. */
  readonly beside?: (name: string) => Uint8Array | null
}

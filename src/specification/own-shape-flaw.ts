/** A schema of a profile's own that cannot be used: which, and how. */
export class OwnShapeFlaw extends Error {
  override readonly name = 'OwnShapeFlaw'
  constructor(
    readonly reason: 'route' | 'reference' | 'schema',
    /** Keys below the profile's `shapes`. */
    readonly path: readonly string[],
    readonly detail: string,
  ) {
    super(`${reason} ${path.join('.')}: ${detail}`)
  }
}

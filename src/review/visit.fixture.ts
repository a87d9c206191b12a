import type { Visit } from './link-visitor.js'

/** A link that responded with an empty page, with these changes. */
export function visitOf(changes: Partial<Visit> = {}): Visit {
  return {
    status: 200,
    failure: null,
    headers: [],
    bytes: new Uint8Array(),
    sizeBytes: 0,
    finalUrl: 'https://app.example/pronto',
    hops: [],
    cookies: [],
    withheld: [],
    leftHttps: false,
    tooManyRedirects: false,
    exchange: 'e1',
    ...changes,
  }
}

/** Headers that our requests already have, or that say how a body is sent. A user's value would break the request. */
const reserved =
  /^(?:authorization|proxy-authorization|host|connection|content-(?:type|length|encoding)|transfer-encoding|upgrade|expect)$/i

/** The characters that HTTP allows in a header's name. */
export const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/

/** Whether a user may add this header to what we send. */
export function isOwnHeader(name: string, value: string): boolean {
  return headerName.test(name) && !reserved.test(name) && /^[\t\x20-\x7e\x80-\xff]*$/.test(value)
}

/** Headers that our own requests carry by themselves, or that say how a body travels: from a user they would break what is sent. */
const ours =
  /^(?:authorization|proxy-authorization|host|connection|content-(?:type|length|encoding)|transfer-encoding|upgrade|expect)$/i

/** The characters of a header's name. */
export const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/

/** Whether a user may add this header to what we send. */
export function isOwnHeader(name: string, value: string): boolean {
  return headerName.test(name) && !ours.test(name) && /^[\t\x20-\x7e\x80-\xff]*$/.test(value)
}

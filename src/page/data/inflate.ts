/** Undoes `deflateRawSync(text).toString('base64')`, with what the browser has. */
export async function inflate(base64: string): Promise<string> {
  const packed = atob(base64)
  const bytes = new Uint8Array(packed.length)
  for (let at = 0; at < packed.length; at++) bytes[at] = packed.charCodeAt(at)
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'))
  return new Response(stream).text()
}

import type { PageData } from '../report/page-data.js'

/** The data that the document carries. Rejects where it carries none, or none that can be read. */
export async function readData(document: Document): Promise<PageData> {
  const element = document.getElementById('homologa-data')
  const text = element?.textContent ?? ''
  return JSON.parse(element?.dataset.encoding === 'deflate-raw' ? await inflate(text) : text) as PageData
}

async function inflate(base64: string): Promise<string> {
  const packed = atob(base64)
  const bytes = new Uint8Array(packed.length)
  for (let at = 0; at < packed.length; at++) bytes[at] = packed.charCodeAt(at)
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'))
  return new Response(stream).text()
}

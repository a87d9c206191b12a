import type { PageData } from '../../report/page-data.js'
import { inflate } from './inflate.js'

/** The data that the document carries. Rejects where it carries none, or none that can be read. */
export async function readData(document: Document): Promise<PageData> {
  const element = document.getElementById('homologa-data')
  const text = element?.textContent ?? ''
  return JSON.parse(element?.dataset.encoding === 'deflate-raw' ? await inflate(text) : text) as PageData
}

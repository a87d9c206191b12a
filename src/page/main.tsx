import { render } from 'preact'
import type { PageData } from '../report/page-data.js'
import { App } from './app.js'
import { inflate } from './data/inflate.js'
import { loadWords } from './data/words.js'

const root = document.getElementById('app')
if (root) {
  Promise.all([readData(document), loadWords()]).then(
    ([data, words]) => render(<App data={data} words={words} />, root),
    (error: unknown) => {
      root.textContent = `homologa: this page cannot be read (${error instanceof Error ? error.message : 'unknown'}).`
    },
  )
}

/** The data that the document carries. Rejects where it carries none, or none that can be read. */
export async function readData(document: Document): Promise<PageData> {
  const element = document.getElementById('homologa-data')
  const text = element?.textContent ?? ''
  return JSON.parse(element?.dataset.encoding === 'deflate-raw' ? await inflate(text) : text) as PageData
}

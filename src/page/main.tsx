import type { PageData } from '../report/page-data.js'
import { App } from './app.js'
import { inflate, loadWords } from './data/words.js'
import { mount } from './frame.js'

mount(Promise.all([readData(), loadWords()]).then(([data, words]) => <App data={data} words={words} />))

/** The data that the document carries. Rejects where it carries none, or none that can be read. */
async function readData(): Promise<PageData> {
  const element = document.getElementById('homologa-data')
  const text = element?.textContent ?? ''
  return JSON.parse(element?.dataset.encoding === 'deflate-raw' ? await inflate(text) : text) as PageData
}

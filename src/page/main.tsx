import { render } from 'preact'
import { App } from './app.js'
import { readData } from './data/read-data.js'
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

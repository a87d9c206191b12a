import { render } from 'preact'
import { App } from './app.js'
import { readData } from './read-data.js'

const root = document.getElementById('app')
if (root) {
  readData(document).then(
    (data) => render(<App data={data} />, root),
    (error: unknown) => {
      root.textContent = `homologa: the data of this page cannot be read (${error instanceof Error ? error.message : 'unknown'}).`
    },
  )
}

import { render } from 'preact'
import { loadWords } from '../data/words.js'
import { JudgeApp } from './judge-app.js'
import type { JudgeWords } from './protocol.js'

const root = document.getElementById('app')
if (root) {
  loadWords<JudgeWords>().then(
    (words) => render(<JudgeApp words={words} />, root),
    (error: unknown) => {
      root.textContent = `homologa: this page cannot be read (${error instanceof Error ? error.message : 'unknown'}).`
    },
  )
}

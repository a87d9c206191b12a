import { expect, it } from 'vitest'
import en from '../../words/en.json' with { type: 'json' }
import ptBR from '../../words/pt-BR.json' with { type: 'json' }
import { createWording } from './wording.js'
import type { PageWords } from './words.js'

const words: PageWords = { en, 'pt-BR': ptBR }

it.each([
  [en.ui['untested.no-limit-hit'], ptBR.ui['untested.no-limit-hit']],
  [en.ui['contract.reason.read-only'], ptBR.ui['contract.reason.read-only']],
  [en.ui['report.notReached'], ptBR.ui['report.notReached']],
  ['The run ended before this step: see step 3.', 'A execução terminou antes deste passo: veja o passo 3.'],
  ['what a suite of somebody says', 'what a suite of somebody says'],
  ["the body lacks '{ids}' or a {", "the body lacks '{ids}' or a {"],
])('says in the language of the page why something was not tested: %s', (english, portuguese) => {
  expect(createWording('pt-BR', words).reason(english)).toBe(portuguese)
  expect(createWording('en', words).reason(portuguese)).toBe(english)
  expect(createWording('en', words).reason(english)).toBe(english)
})

it('lets no reason of a stranger turn the reading direction', () => {
  expect(createWording('en', words).reason('a\u202Eb')).not.toContain('\u202E')
})

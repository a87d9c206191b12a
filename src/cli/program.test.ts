import { describe, expect, it } from 'vitest'
import { helpWords as english } from '../words/en/help.js'
import { helpWords as portuguese } from '../words/pt-BR/help.js'
import { commands } from './commands.js'
import { parseWords } from './program.js'

const choosing = commands.flatMap(({ name, options }) =>
  Object.values(options).flatMap(({ flags, help, kind: { choices } }) =>
    choices ? [{ name, flags, help, choices }] : [],
  ),
)

describe.each([
  ['en', english],
  ['pt-BR', portuguese],
])('the help in %s', (_lang, words) => {
  it.each(choosing)('of $name says once which words $flags takes', ({ name, flags, help, choices }) => {
    let said = ''
    const out = (text: string) => {
      said += text
    }
    expect(() =>
      parseWords([name, '--help'], commands, words, {
        ...{ out, err: out, outIsTty: false, width: 80 },
      }),
    ).toThrow()
    const line = said.replace(/\s+/g, ' ')
    expect(line).toContain(`${flags} ${words[help]}`)
    expect(line.split(choices.join(', ')).length).toBeLessThanOrEqual(2)
    expect(line).not.toContain(`(${choices.join(', ')})`)
    for (const word of [choices[0], choices.at(-1)]) expect(words[help]).toContain(word)
  })
})

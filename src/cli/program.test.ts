import { describe, expect, it } from 'vitest'
import en from '../words/en.json' with { type: 'json' }
import ptBR from '../words/pt-BR.json' with { type: 'json' }
import { commands } from './commands.js'
import { parseCommandLine } from './program.js'

const choosing = commands.flatMap(({ name, options }) =>
  Object.values(options).flatMap(({ flags, help, kind: { choices } }) =>
    choices ? [{ name, flags, help, choices }] : [],
  ),
)

describe.each([
  ['en', en.help],
  ['pt-BR', ptBR.help],
])('the help in %s', (_lang, words) => {
  it.each(choosing)('of $name says once which words $flags takes', ({ name, flags, help, choices }) => {
    let said = ''
    const out = (text: string) => {
      said += text
    }
    expect(() =>
      parseCommandLine([name, '--help'], commands, words, {
        out,
        err: out,
        outIsTty: false,
        width: 80,
      }),
    ).toThrow()
    const line = said.replace(/\s+/g, ' ')
    expect(line).toContain(`${flags} ${words[help]}`)
    expect(line.split(choices.join(', ')).length).toBeLessThanOrEqual(2)
    expect(line).not.toContain(`(${choices.join(', ')})`)
    for (const word of [choices[0], choices.at(-1)]) expect(words[help]).toContain(word)
  })
})

it.each([
  [['examine'], {}],
  [['examine', '--no-page', '--no-color'], { noPage: true, noColor: true }],
])('gives the flags of %j by their keys', (argv, flags) => {
  const output = { out() {}, err() {}, outIsTty: false, width: 80 }
  expect(parseCommandLine(argv, commands, en.help, output).flags).toEqual(flags)
})

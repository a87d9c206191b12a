import { describe, expect, it } from 'vitest'
import { commands } from '../../src/cli/commands.js'
import { commonSettings, environmentNames } from '../../src/settings/setting.js'
import { complaintOf } from './complaint.js'
import { blocksOf, documents, proseOf } from './documents.js'

/** Words of a shell's line, as far as our pages use one: quotes, comments, redirections, what comes after a pipe. */
function wordsOf(line: string): readonly string[] {
  const words = [...line.matchAll(/"[^"]*"|'[^']*'|[^\s'"]+/g)].map(([word]) =>
    word.replace(/^['"]|['"]$/g, ''),
  )
  const end = words.findIndex((word) => /^(#.*|[|>;&]+|2>.*|>.*)$/.test(word))
  return end < 0 ? words : words.slice(0, end)
}

/** What is said to homologa in a block: a line that ends in `\\` goes on. */
function callsOf(block: string): readonly (readonly string[])[] {
  return block
    .replace(/\\\n\s*/g, ' ')
    .split('\n')
    .flatMap((line) => {
      const [, call] =
        /(?:^|[\s(])(?:npx )?homologa (?!\[|-- )(.+)$/.exec(
          line.replace(/^\s*(-\s*)?(run|command|exec):\s*/, ''),
        ) ?? []
      return call === undefined || line.trim().startsWith('#') ? [] : [wordsOf(call)]
    })
}

const inBlocks = documents.map(
  (document) => [document.path, blocksOf(document, ['sh', 'yaml']).flatMap(callsOf)] as const,
)

const flags = new Set([
  '--help',
  '--version',
  ...commonSettings.map(({ flags: text }) => text.split(' ')[0]),
  ...commands.flatMap(({ options }) => Object.values(options).map(({ flags: text }) => text.split(' ')[0])),
])

/** `homologa NAME --flag` within a sentence: its name and flags are known, its arguments may be left out. */
function unknownIn(prose: string): readonly string[] {
  return [...prose.matchAll(/`(?:npx )?homologa ([^`]+)`/g)].flatMap(([whole, call = '']) => {
    const [name = '', ...words] = call.split(' -- ')[0]?.split(/\s+/) ?? []
    const isName = name.startsWith('-') ? flags.has(name) : commands.some((command) => command.name === name)
    const wrong = words.filter((word) => word.startsWith('--') && !flags.has(word.replace(/[=,.].*$/, '')))
    return isName && wrong.length === 0 ? [] : [whole]
  })
}

/** Read by the tests alone. */
const ofTests = ['HOMOLOGA_SKIP_NOTHING', 'HOMOLOGA_FUZZ_RUNS', 'HOMOLOGA_VARIANTS']

describe('command lines of the documentation', () => {
  it.each(inBlocks.filter(([, calls]) => calls.length > 0))('parse in the blocks of %s', (_path, calls) => {
    expect(calls.map(complaintOf).filter((complaint) => complaint !== null)).toEqual([])
  })

  it.each(documents.map((document) => [document.path, document] as const))(
    'name what exists in %s',
    (_path, document) => {
      expect(unknownIn(proseOf(document))).toEqual([])
    },
  )

  it.each(documents.map((document) => [document.path, document.text] as const))(
    'name variables that exist in %s',
    (_path, text) => {
      const named = [...text.matchAll(/\bHOMOLOGA_[A-Z_]+\b/g)].map(([name]) => name)
      const known = [...environmentNames, ...ofTests]
      expect(named.filter((name) => !known.includes(name) && !name.endsWith('_'))).toEqual([])
    },
  )

  it('are looked at: a wrong command, a wrong flag and a missing argument are found', () => {
    const lines = [
      'homologa chek',
      'npx homologa check --spacing 3',
      'homologa explain',
      'homologa check # --not-read',
    ]
    const complaints = lines.flatMap(callsOf).map(complaintOf)
    expect(complaints.map((complaint) => complaint !== null)).toEqual([true, true, true, false])
    expect(unknownIn('`homologa chek`, `homologa check --spacing`, `homologa check`')).toHaveLength(2)
  })
})

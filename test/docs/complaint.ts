import { CommanderError } from 'commander'
import { commands } from '../../src/cli/commands.js'
import { parseCommandLine } from '../../src/cli/program.js'
import en from '../../src/words/en.json' with { type: 'json' }

/** What the tool says against these words after `homologa`; null where it takes them. */
export function complaintOf(words: readonly string[]): string | null {
  try {
    parseCommandLine(words, commands, en.help, {
      out: () => undefined,
      err: () => undefined,
      outIsTty: false,
      width: 80,
    })
    return null
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    return error.exitCode === 0 ? null : `homologa ${words.join(' ')}: ${error.message}`
  }
}

import type { Invocation } from '../app/invocation.js'
import type { Outcome } from '../app/outcome.js'
import type { Kind } from '../settings/kinds.js'
import { commonSettings } from '../settings/setting.js'
import { SettingsError } from '../words/errors.js'
import type { CommandDefinition } from './command.js'
import { commands } from './commands.js'

/** Prints what a shell needs to complete commands, flags and their values. */
export async function run({ args }: Invocation): Promise<Outcome> {
  const [shell = ''] = args
  if (!isShell(shell)) throw new SettingsError('completion.shell', { shell })
  const script = shells[shell](commands)
  return {
    ending: 'pass',
    answer: { data: { script }, isScript: true, lines: () => script.trimEnd().split('\n') },
  }
}

const shells = { bash, zsh, fish } as const

function isShell(text: string): text is keyof typeof shells {
  return Object.hasOwn(shells, text)
}

/** A flag that may follow a command. */
interface Flag {
  readonly flag: string
  readonly takes: 'nothing' | 'file' | 'text'
  readonly choices: readonly string[]
}

function flagsOf({ common, options }: CommandDefinition): Flag[] {
  const all = [...Object.values(options), ...(common === false ? [] : commonSettings)].map(
    ({ flags, kind }) => {
      const { takes, choices = [] } = kind as Kind<unknown>
      return { flag: flags.split(' ')[0] ?? flags, takes, choices }
    },
  )
  return [...all, { flag: '--help', takes: 'nothing', choices: [] }]
}

/** `completion` knows its words; the others take files. */
function wordsOf({ name }: CommandDefinition): readonly string[] {
  return name === 'completion' ? Object.keys(shells) : []
}

function bash(all: readonly CommandDefinition[]): string {
  const cases = all.map((command) => {
    const flags = flagsOf(command)
    const chosen = flags
      .filter(({ choices }) => choices.length > 0)
      .map(
        ({ flag, choices }) =>
          `        ${flag}) COMPREPLY=($(compgen -W '${choices.join(' ')}' -- "$word")); return;;`,
      )
    const words = [...flags.map(({ flag }) => flag), ...wordsOf(command)].join(' ')
    return `    ${command.name})
      case "$before" in
${[...chosen, ...filesCase(flags)].join('\n')}
      esac
      COMPREPLY=($(compgen -W '${words}' -- "$word"))
      [ "\${#COMPREPLY[@]}" -gt 0 ] || COMPREPLY=($(compgen -f -- "$word"));;`
  })
  return `# homologa: completion for bash
_homologa() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}"
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W '${all.map(({ name }) => name).join(' ')} --help --version' -- "$word"))
    return
  fi
  case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
  esac
}
complete -o filenames -F _homologa homologa
`
}

function filesCase(flags: readonly Flag[]): string[] {
  const files = flags.filter(({ takes }) => takes === 'file').map(({ flag }) => flag)
  return files.length === 0
    ? []
    : [`        ${files.join('|')}) COMPREPLY=($(compgen -f -- "$word")); return;;`]
}

function zsh(all: readonly CommandDefinition[]): string {
  const cases = all.map((command) => {
    const flags = flagsOf(command).map(({ flag, takes, choices }) => {
      if (choices.length > 0) return `'*${flag}:value:(${choices.join(' ')})'`
      return takes === 'nothing' ? `'${flag}'` : `'*${flag}:value:${takes === 'file' ? '_files' : ''}'`
    })
    const words = wordsOf(command)
    const rest = words.length > 0 ? `'*:word:(${words.join(' ')})'` : "'*:file:_files'"
    return `    ${command.name}) _arguments ${[...flags, rest].join(' ')};;`
  })
  return `#compdef homologa
# homologa: completion for zsh
_homologa() {
  if (( CURRENT == 2 )); then
    compadd -- ${all.map(({ name }) => name).join(' ')} --help --version
    return
  fi
  local name=$words[2]
  shift words
  (( CURRENT-- ))
  case $name in
${cases.join('\n')}
  esac
}
if [ "$funcstack[1]" = _homologa ]; then _homologa "$@"; else compdef _homologa homologa; fi
`
}

function fish(all: readonly CommandDefinition[]): string {
  const lines = all.flatMap((command) => {
    const within = `-n '__fish_seen_subcommand_from ${command.name}'`
    const flags = flagsOf(command).map(({ flag, takes, choices }) => {
      const long = `-l ${flag.replace(/^--/, '')}`
      if (choices.length > 0) return `complete -c homologa ${within} ${long} -x -a '${choices.join(' ')}'`
      return `complete -c homologa ${within} ${long}${{ nothing: '', file: ' -r', text: ' -x' }[takes]}`
    })
    const words = wordsOf(command)
    const rest = words.length > 0 ? [`complete -c homologa ${within} -f -a '${words.join(' ')}'`] : []
    return [`complete -c homologa -n __fish_use_subcommand -f -a ${command.name}`, ...flags, ...rest]
  })
  return `# homologa: completion for fish\n${lines.join('\n')}\n`
}

import { faultList } from '../app/embedded.js'
import type { Invocation } from '../app/invocation.js'
import type { Outcome } from '../app/outcome.js'
import type { Kind } from '../settings/kinds.js'
import { commonSettings } from '../settings/setting.js'
import { requirementIds } from '../specification/requirements.js'
import { SettingsError } from '../words/errors.js'
import type { CommandDefinition } from './command.js'
import { commands } from './commands.js'

/** Prints what a shell needs to complete commands, flags and their values. */
export async function run({ args }: Invocation): Promise<Outcome> {
  const [shell = ''] = args
  if (!isShell(shell)) throw new SettingsError('completion.shell', { shell })
  const script = shells[shell](commands, await faultNames())
  return {
    ending: 'pass',
    response: { data: { script }, isScript: true, lines: () => script.trimEnd().split('\n') },
  }
}

async function faultNames(): Promise<readonly string[]> {
  const { data } = (await faultList({ fault: ['list'] }))?.response ?? {}
  return (data as readonly { readonly name: string }[]).map(({ name }) => name)
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

function flagsOf({ common, options }: CommandDefinition, faults: readonly string[]): Flag[] {
  const all = [...Object.values(options), ...(common === false ? [] : commonSettings)].map(
    ({ flags, kind }) => {
      const { takes, choices = [] } = kind as Kind<unknown>
      const flag = flags.split(' ')[0] ?? flags
      return { flag, takes, choices: flag === '--fault' ? ['list', ...faults] : choices }
    },
  )
  return [...all, { flag: '--help', takes: 'nothing', choices: [] }]
}

/** The words that a command's arguments may be; of the others they are files. */
function wordsOf({ name }: CommandDefinition): readonly string[] {
  if (name === 'completion') return Object.keys(shells)
  return name === 'explain' ? requirementIds : []
}

/** Lists the kept runs, newest first, for the commands that take one. */
const RUNS = 'ls -dt reports/*/ 2>/dev/null'

function takesRun({ args }: CommandDefinition): boolean {
  return args.some(({ name }) => /^.run\b/.test(name))
}

function bash(all: readonly CommandDefinition[], faults: readonly string[]): string {
  const cases = all.map((command) => {
    const flags = flagsOf(command, faults)
    const rowOf = (flag: string, of: string) =>
      `        ${flag}) COMPREPLY=($(compgen ${of} -- "$word")); return;;`
    const rows = flags.flatMap(({ flag, choices }) =>
      choices.length > 0 ? [rowOf(flag, `-W '${choices.join(' ')}'`)] : [],
    )
    const files = flags.filter(({ takes }) => takes === 'file').map(({ flag }) => flag)
    if (files.length > 0) rows.push(rowOf(files.join('|'), '-f'))
    const words = [...flags.map(({ flag }) => flag), ...wordsOf(command)].join(' ')
    return `    ${command.name})
      case "$before" in
${rows.join('\n')}
      esac
      COMPREPLY=($(compgen -W '${words}'${takesRun(command) ? `" $(${RUNS})"` : ''} -- "$word"))
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
_npx_homologa() {
  [ "\${COMP_WORDS[1]}" = homologa ] || return
  COMP_WORDS=("\${COMP_WORDS[@]:1}")
  COMP_CWORD=$((COMP_CWORD - 1))
  _homologa
}
complete -o default -F _npx_homologa npx
`
}

function zsh(all: readonly CommandDefinition[], faults: readonly string[]): string {
  const cases = all.map((command) => {
    const flags = flagsOf(command, faults).map(({ flag, takes, choices }) => {
      if (choices.length > 0) return `'*${flag}:value:(${choices.join(' ')})'`
      return takes === 'nothing' ? `'${flag}'` : `'*${flag}:value:${takes === 'file' ? '_files' : ''}'`
    })
    const words = wordsOf(command)
    const files = takesRun(command) ? '*:run:_homologa_runs' : '*:file:_files'
    const rest = words.length > 0 ? `'*:word:(${words.join(' ')})'` : `'${files}'`
    return `    ${command.name}) _arguments ${[...flags, rest].join(' ')};;`
  })
  return `#compdef homologa
# homologa: completion for zsh
_homologa_runs() {
  compadd -- \${(f)"$(${RUNS})"}
  _files
}
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
_npx_homologa() {
  if [[ $words[2] == homologa ]]; then
    shift words
    (( CURRENT-- ))
    _homologa
  else
    _files
  fi
}
if [ "$funcstack[1]" = _homologa ]; then _homologa "$@"; else compdef _homologa homologa; compdef _npx_homologa npx; fi
`
}

function fish(all: readonly CommandDefinition[], faults: readonly string[]): string {
  const lines = all.flatMap((command) => {
    const within = `-n '__fish_seen_subcommand_from ${command.name}'`
    const flags = flagsOf(command, faults).map(({ flag, takes, choices }) => {
      const long = `-l ${flag.replace(/^--/, '')}`
      if (choices.length > 0) return `complete -c homologa ${within} ${long} -x -a '${choices.join(' ')}'`
      return `complete -c homologa ${within} ${long}${{ nothing: '', file: ' -r', text: ' -x' }[takes]}`
    })
    const words = wordsOf(command)
    const rest = words.length > 0 ? [`complete -c homologa ${within} -f -a '${words.join(' ')}'`] : []
    if (takesRun(command)) rest.push(`complete -c homologa ${within} -a '(${RUNS})'`)
    return [`complete -c homologa -n __fish_use_subcommand -f -a ${command.name}`, ...flags, ...rest]
  })
  const rest = "(complete -C (string replace -r '^npx +' '' -- (commandline -cp)))"
  const npx = `complete -c npx -n '__fish_seen_subcommand_from homologa' -a "${rest}"`
  return `# homologa: completion for fish\n${lines.join('\n')}\n${npx}\n`
}

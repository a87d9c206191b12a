import { faultList } from '../app/embedded.js'
import type { Invocation } from '../app/invocation.js'
import type { Outcome } from '../app/outcome.js'
import { commonSettings } from '../settings/setting.js'
import { requirementIds } from '../specification/requirements.js'
import { SettingsError } from '../words/errors.js'
import { type CommandDefinition, commands } from './commands.js'

/** Prints what a shell needs to complete commands, flags and their values. */
export async function run({ args }: Invocation): Promise<Outcome> {
  const [shell = ''] = args
  if (!isShell(shell)) throw new SettingsError('completion.shell', { shell })
  const faults = await faultNames()
  const script = shells[shell](commands.map((command) => completed(command, faults)))
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

/** A command with the words that may follow it. */
interface Completed {
  readonly name: string
  readonly flags: readonly Flag[]
  /** The words that its arguments may be; other arguments are files. */
  readonly words: readonly string[]
  /** Whether it takes a kept run. */
  readonly takesRun: boolean
}

interface Flag {
  readonly flag: string
  readonly takes: 'nothing' | 'file' | 'text'
  readonly choices: readonly string[]
}

function completed({ args, common, name, options }: CommandDefinition, faults: readonly string[]): Completed {
  const definitions = [...Object.values(options), ...(common === false ? [] : commonSettings)]
  const flags = definitions.map(({ flags, kind }): Flag => {
    const [flag = flags] = flags.split(' ')
    const choices = flag === '--fault' ? ['list', ...faults] : (kind.choices ?? [])
    return { flag, takes: kind.takes, choices }
  })
  const words: Readonly<Record<string, readonly string[]>> = {
    completion: Object.keys(shells),
    explain: requirementIds,
  }
  return {
    name,
    flags: [...flags, { flag: '--help', takes: 'nothing', choices: [] }],
    words: words[name] ?? [],
    takesRun: Object.keys(args).some((arg) => /^.run\b/.test(arg)),
  }
}

/** Lists the kept runs, newest first, for the commands that take one. */
const RUNS = 'ls -dt reports/*/ 2>/dev/null'

function bash(all: readonly Completed[]): string {
  const cases = all.map(({ name, flags, words, takesRun }) => {
    const rowOf = (flag: string, of: string) =>
      `        ${flag}) COMPREPLY=($(compgen ${of} -- "$word")); return;;`
    const rows = flags.flatMap(({ flag, choices }) =>
      choices.length > 0 ? [rowOf(flag, `-W '${choices.join(' ')}'`)] : [],
    )
    const files = flags.filter(({ takes }) => takes === 'file').map(({ flag }) => flag)
    if (files.length > 0) rows.push(rowOf(files.join('|'), '-f'))
    const next = [...flags.map(({ flag }) => flag), ...words].join(' ')
    return `    ${name})
      case "$before" in
${rows.join('\n')}
      esac
      COMPREPLY=($(compgen -W '${next}'${takesRun ? `" $(${RUNS})"` : ''} -- "$word"))
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

function zsh(all: readonly Completed[]): string {
  const cases = all.map(({ name, flags, words, takesRun }) => {
    const specs = flags.map(({ flag, takes, choices }) => {
      if (choices.length > 0) return `'*${flag}:value:(${choices.join(' ')})'`
      return takes === 'nothing' ? `'${flag}'` : `'*${flag}:value:${takes === 'file' ? '_files' : ''}'`
    })
    const files = takesRun ? '*:run:_homologa_runs' : '*:file:_files'
    const rest = words.length > 0 ? `'*:word:(${words.join(' ')})'` : `'${files}'`
    return `    ${name}) _arguments ${[...specs, rest].join(' ')};;`
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

function fish(all: readonly Completed[]): string {
  const lines = all.flatMap(({ name, flags, words, takesRun }) => {
    const within = `-n '__fish_seen_subcommand_from ${name}'`
    const specs = flags.map(({ flag, takes, choices }) => {
      const long = `-l ${flag.replace(/^--/, '')}`
      if (choices.length > 0) return `complete -c homologa ${within} ${long} -x -a '${choices.join(' ')}'`
      return `complete -c homologa ${within} ${long}${{ nothing: '', file: ' -r', text: ' -x' }[takes]}`
    })
    const rest = words.length > 0 ? [`complete -c homologa ${within} -f -a '${words.join(' ')}'`] : []
    if (takesRun) rest.push(`complete -c homologa ${within} -a '(${RUNS})'`)
    return [`complete -c homologa -n __fish_use_subcommand -f -a ${name}`, ...specs, ...rest]
  })
  const rest = "(complete -C (string replace -r '^npx +' '' -- (commandline -cp)))"
  const npx = `complete -c npx -n '__fish_seen_subcommand_from homologa' -a "${rest}"`
  return `# homologa: completion for fish\n${lines.join('\n')}\n${npx}\n`
}

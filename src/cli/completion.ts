import { loadFaultNames } from '../app/embedded.js'
import type { Invocation } from '../app/invocation.js'
import type { Outcome } from '../app/outcome.js'
import { flagOf } from '../settings/setting.js'
import { requirementIds } from '../specification/requirements.js'
import { SettingsError } from '../words/errors.js'
import { allOptionsOf, type CommandDefinition, commands } from './commands.js'

const shells = ['bash', 'zsh', 'fish'] as const

/** The use case of `homologa completion bash`: prints the script that completes commands, flags and values in a shell. */
export async function run({ args }: Invocation): Promise<Outcome> {
  const [name = ''] = args
  const shell = shells.find((known) => known === name)
  if (shell === undefined) throw new SettingsError('completion.shell', { shell: name })
  const faults = await loadFaultNames()
  const script = { bash, zsh, fish }[shell](commands.map((command) => describeCommand(command, faults)))
  return { ending: 'pass', data: { script }, isScript: true, lines: () => script.trimEnd().split('\n') }
}

type CompletedCommand = ReturnType<typeof describeCommand>

/** A command, and what may follow its name. */
function describeCommand(command: CommandDefinition, faults: readonly string[]) {
  const flags = allOptionsOf(command).map(({ flags: flagWithValue, kind }) => {
    const flag = flagOf(flagWithValue)
    // The kind of `--fault` is any text, because their names are in the service, which `--help` must not load.
    const choices = flag === '--fault' ? ['list', ...faults] : (kind.choices ?? [])
    return { flag, takes: kind.takes, choices }
  })
  const choicesByCommand: Readonly<Record<string, readonly string[]>> = {
    completion: shells,
    explain: requirementIds,
  }
  return {
    name: command.name,
    flags: [...flags, { flag: '--help', takes: 'nothing' as const, choices: [] }],
    /** The possible arguments; empty if they are files. */
    argChoices: choicesByCommand[command.name] ?? [],
    /** An argument may be the folder of a run. */
    takesRun: Object.keys(command.args).some((arg) => /^[<[]run\b/.test(arg)),
  }
}

/** A shell command that lists the folders of runs, newest first. */
const LIST_RUNS = 'ls -dt reports/*/ 2>/dev/null'

function bash(all: readonly CompletedCommand[]): string {
  const cases = all.map(({ name, flags, argChoices, takesRun }) => {
    const completeAfter = (flag: string, source: string) =>
      `        ${flag}) COMPREPLY=($(compgen ${source} -- "$word")); return;;`
    const afterFlags = flags
      .filter(({ choices }) => choices.length > 0)
      .map(({ flag, choices }) => completeAfter(flag, `-W '${choices.join(' ')}'`))
    const fileFlags = flags.filter(({ takes }) => takes === 'file').map(({ flag }) => flag)
    if (fileFlags.length > 0) afterFlags.push(completeAfter(fileFlags.join('|'), '-f'))
    const next = [...flags.map(({ flag }) => flag), ...argChoices]
    if (takesRun) next.push(`$(${LIST_RUNS})`)
    // Between double quotes, the shell lists the runs at each completion.
    return `    ${name})
      case "$before" in
${afterFlags.join('\n')}
      esac
      COMPREPLY=($(compgen -W "${next.join(' ')}" -- "$word"))
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
# npx homologa …: completes as if npx had not been typed
_npx_homologa() {
  [ "\${COMP_WORDS[1]}" = homologa ] || return
  COMP_WORDS=("\${COMP_WORDS[@]:1}")
  COMP_CWORD=$((COMP_CWORD - 1))
  _homologa
}
complete -o default -F _npx_homologa npx
`
}

function zsh(all: readonly CompletedCommand[]): string {
  const cases = all.map(({ name, flags, argChoices, takesRun }) => {
    const flagSpecs = flags.map(({ flag, takes, choices }) => {
      if (choices.length > 0) return `'*${flag}:value:(${choices.join(' ')})'`
      return takes === 'nothing' ? `'${flag}'` : `'*${flag}:value:${takes === 'file' ? '_files' : ''}'`
    })
    const fileSpec = takesRun ? '*:run:_homologa_runs' : '*:file:_files'
    const argumentSpec = argChoices.length > 0 ? `'*:word:(${argChoices.join(' ')})'` : `'${fileSpec}'`
    return `    ${name}) _arguments ${[...flagSpecs, argumentSpec].join(' ')};;`
  })
  // The last line: zsh calls the file itself to complete if it finds it in `$fpath`; a sourced file registers its functions.
  return `#compdef homologa
# homologa: completion for zsh
_homologa_runs() {
  compadd -- \${(f)"$(${LIST_RUNS})"}
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

function fish(all: readonly CompletedCommand[]): string {
  const lines = all.flatMap(({ name, flags, argChoices, takesRun }) => {
    const complete = `complete -c homologa -n '__fish_seen_subcommand_from ${name}'`
    const flagLines = flags.map(({ flag, takes, choices }) => {
      const long = `-l ${flag.replace(/^--/, '')}`
      if (choices.length > 0) return `${complete} ${long} -x -a '${choices.join(' ')}'`
      return `${complete} ${long}${{ nothing: '', file: ' -r', text: ' -x' }[takes]}`
    })
    const argumentLines = argChoices.length > 0 ? [`${complete} -f -a '${argChoices.join(' ')}'`] : []
    if (takesRun) argumentLines.push(`${complete} -a '(${LIST_RUNS})'`)
    return [`complete -c homologa -n __fish_use_subcommand -f -a ${name}`, ...flagLines, ...argumentLines]
  })
  const sameWithoutNpx = "(complete -C (string replace -r '^npx +' '' -- (commandline -cp)))"
  const npxLine = `complete -c npx -n '__fish_seen_subcommand_from homologa' -a "${sameWithoutNpx}"`
  return `# homologa: completion for fish\n${lines.join('\n')}\n${npxLine}\n`
}

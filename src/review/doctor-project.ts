import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { startProcess } from '../node/run-process.js'
import { readJsonObject } from '../node/text-file.js'
import { readDotenv } from '../settings/dotenv-file.js'
import type { Settings } from '../settings/settings.js'
import { isPlainObject } from '../specification/plain-object.js'
import { type Diagnosis, fail, ok, warn } from './diagnosis.js'

/**
 * The lines of `homologa doctor` about the user's project. It checks whether the command of `homologa.yaml` can start. It
 * also finds variables in `.env` that look like a setting of the service (`BLING_CLIENT_ID`) but that `env` in `homologa.yaml` does not set.
 */
export async function* projectLines({ cwd, project }: Settings): AsyncGenerator<Diagnosis, void> {
  const [program, ...args] = project.command
  if (program !== undefined) {
    const versionRun = await runProgram([program, '--version'], cwd)
    if (versionRun === null) {
      yield fail('doctor.interpreter.none', { program })
      return
    }
    yield ok('doctor.interpreter', { program, said: versionRun.firstLine })
    const command = project.command.join(' ')
    const why = await whyNotStarting(program, args, cwd)
    yield why === null ? ok('doctor.command', { command }) : fail('doctor.command.fail', { command, why })
  }
  const mappedNames = new Set(project.env.map(([name]) => name))
  const { texts } = await readDotenv(cwd)
  for (const name of Object.keys(texts)) {
    const template = guessTemplate(name)
    if (template !== null && !mappedNames.has(name)) yield warn('doctor.names', { name, template })
  }
}

/**
 * The reason why a command cannot start, or null. The command itself is not run, because it might call a real service.
 * Instead, the syntax of its script is checked, or artisan, npm or composer must know it.
 */
async function whyNotStarting(program: string, args: readonly string[], cwd: string): Promise<string | null> {
  const [first = '', second = ''] = args
  if (program === 'php' && first === 'artisan') {
    const artisanArgs = second === '' ? ['list'] : ['help', second]
    return whyFailed(await runProgram(['php', 'artisan', ...artisanArgs], cwd))
  }
  if (program === 'npm' || program === 'composer') {
    const script = first === 'run' || first === 'run-script' ? second : first
    const file = program === 'npm' ? 'package.json' : 'composer.json'
    const { scripts } = await readJsonObject(file, cwd)
    return isPlainObject(scripts) && Object.hasOwn(scripts, script) ? null : `${file}: scripts.${script}`
  }
  const isInterpreter = /^(php|node|python3?)$/.test(program)
  const script = args.find((arg) => !arg.startsWith('-'))
  if (!isInterpreter || first.startsWith('-') || script === undefined) return null
  if (!existsSync(resolve(cwd, script))) return `ENOENT: ${script}`
  // Python has no such flag; it would write a compiled file
  const syntaxFlag = { php: '-l', node: '--check' }[program]
  return syntaxFlag === undefined ? null : whyFailed(await runProgram([program, syntaxFlag, script], cwd))
}

interface ProgramRun {
  readonly status: number | null
  /** The first line of its output that is not empty. */
  readonly firstLine: string
}

/** The first line of a program that failed, `ENOENT` if it could not be started, or null if it succeeded. */
function whyFailed(run: ProgramRun | null): string | null {
  return run?.status === 0 ? null : (run?.firstLine ?? 'ENOENT')
}

const PROGRAM_TIMEOUT_MS = 10_000

/** Runs a program to its end; null if it cannot be started. */
async function runProgram(command: readonly string[], cwd: string): Promise<ProgramRun | null> {
  let firstLine = ''
  const onLine = (text: string) => {
    firstLine ||= text.trim()
  }
  try {
    const signal = AbortSignal.timeout(PROGRAM_TIMEOUT_MS)
    const { ended } = await startProcess({ command, cwd, onLine, signal })
    return { status: (await ended).status, firstLine }
  } catch {
    return null
  }
}

/** Ends of variable names, and the template for each in `env` of `homologa.yaml`. The first that matches counts. */
const templates: readonly (readonly [RegExp, string])[] = [
  [/TOKEN_U(RL|RI)$/, '{tokenUrl}'],
  [/REFRESH_TOKEN$/, '{refreshToken}'],
  [/(ACCESS_)?TOKEN$/, '{accessToken}'],
  [/CLIENT_ID$/, '{clientId}'],
  [/CLIENT_SECRET$/, '{clientSecret}'],
  [/(BASE_|API_|BLING_|ERP_)U(RL|RI)$/, '{baseUrl}'],
]

/** `BLING_ACCESS_TOKEN` → `{accessToken}`; null for a variable that is not about the service. */
function guessTemplate(name: string): string | null {
  if (!/^(BLING|ERP|API)_/.test(name)) return null
  return templates.find(([pattern]) => pattern.test(name))?.[1] ?? null
}

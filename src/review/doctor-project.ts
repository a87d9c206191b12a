import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { startProcess } from '../node/run-process.js'
import { readJsonObject } from '../node/text-file.js'
import { whyOf } from '../node/thrown.js'
import { readDotenv } from '../settings/dotenv-file.js'
import type { Settings } from '../settings/settings.js'
import { isPlainObject } from '../specification/plain-object.js'
import { type Diagnosis, fail, ok, warn } from './diagnosis.js'

/**
 * The lines of `homologa doctor` about the user's project. It checks whether the command of `homologa.yaml` can start. It
 * also finds variables in `.env` that look like a setting of the service (`BLING_CLIENT_ID`) but that `env` in `homologa.yaml` does not set.
 *
 * @param timeoutMs after this time a program that only had to show its version or check a script is ended
 */
export async function* projectLines(
  { cwd, project }: Pick<Settings, 'cwd' | 'project'>,
  timeoutMs = 10_000,
): AsyncGenerator<Diagnosis, void> {
  const run = (...words: string[]) => runProgram(words, cwd, timeoutMs)
  if (project.command.length > 0) yield* commandLines(project.command, cwd, run)
  const mappedNames = new Set(project.env.map(([name]) => name))
  const { texts } = await readDotenv(cwd)
  for (const name of Object.keys(texts)) {
    const template = guessTemplate(name)
    if (template !== null && !mappedNames.has(name)) yield warn('doctor.names', { name, template })
  }
}

type Run = (...words: string[]) => Promise<ProgramRun>

async function* commandLines(
  words: readonly string[],
  cwd: string,
  run: Run,
): AsyncGenerator<Diagnosis, void> {
  const [program = '', ...args] = words
  const command = words.join(' ')
  const failed = (why: string) => fail('doctor.command.fail', { command, why })
  // A program with a path is probably the user's own script, which might call a real service even with `--version`.
  if (/[/\\]/.test(program))
    return yield existsSync(resolve(cwd, program))
      ? ok('doctor.command', { command })
      : failed(`ENOENT: ${program}`)
  const { firstLine, failure } = await run(program, '--version')
  if (failure === 'ENOENT') return yield fail('doctor.interpreter.none', { program })
  // another failure may mean that the program does not know `--version`
  if (failure === 'EACCES' || failure === TIMEOUT) return yield failed(`${program} --version: ${failure}`)
  yield ok('doctor.interpreter', { program, said: firstLine })
  const why = await whyNotStarting(program, args, cwd, run)
  yield why === null ? ok('doctor.command', { command }) : failed(why)
}

/**
 * The reason why a command cannot start, or null. The command itself is not run, because it might call a real service.
 * Instead, the syntax of its script is checked, or artisan, npm or composer must know it.
 */
async function whyNotStarting(
  program: string,
  args: readonly string[],
  cwd: string,
  run: Run,
): Promise<string | null> {
  const [first = '', second = ''] = args
  if (program === 'php' && first === 'artisan') {
    const artisanArgs = second === '' ? ['list'] : ['help', second]
    return whyFailed(await run('php', 'artisan', ...artisanArgs))
  }
  if (program === 'npm' || program === 'composer') {
    const script = first === 'run' || first === 'run-script' ? second : first
    const file = program === 'npm' ? 'package.json' : 'composer.json'
    const { scripts } = await readJsonObject(file, cwd)
    return isPlainObject(scripts) && Object.hasOwn(scripts, script) ? null : `${file}: scripts.${script}`
  }
  const isInterpreter = /^(php|node|python3?)$/.test(program)
  const script = args.find((arg) => !arg.startsWith('-'))
  // `node -e "…"` and `python -m module` have no script, and the flags of an interpreter may take a value.
  if (!isInterpreter || first.startsWith('-') || script === undefined) return null
  if (!existsSync(resolve(cwd, script))) return `ENOENT: ${script}`
  // python has no flag that checks the syntax of a script and writes nothing
  const syntaxFlag = { php: '-l', node: '--check' }[program]
  return syntaxFlag === undefined ? null : whyFailed(await run(program, syntaxFlag, script))
}

interface ProgramRun {
  /** The first line of its output that is not empty. */
  readonly firstLine: string
  /** null: it ended with status 0. Otherwise the system's code if it could not start, `timeout`, or its status. */
  readonly failure: string | null
}

/** A program explains a failure in its first line, unless it printed nothing or was ended before it could. */
function whyFailed({ firstLine, failure }: ProgramRun): string | null {
  if (failure === null || failure === TIMEOUT) return failure
  return firstLine || failure
}

const TIMEOUT = 'timeout'

/** Runs a program to its end, or until the time is up. */
async function runProgram(command: readonly string[], cwd: string, timeoutMs: number): Promise<ProgramRun> {
  let firstLine = ''
  const onLine = (text: string) => {
    firstLine ||= text.trim()
  }
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const { ended } = await startProcess({ command, cwd, onLine, signal })
    const { status } = await ended
    if (signal.aborted && status !== 0) return { firstLine, failure: TIMEOUT }
    return { firstLine, failure: status === 0 ? null : `status ${status}` }
  } catch (error) {
    return { firstLine, failure: whyOf(error) }
  }
}

/** Ends of variable names, and the template for each in `env` of `homologa.yaml`. The first that matches counts. */
const templates: readonly (readonly [RegExp, string])[] = [
  [/TOKEN_U(RL|RI)$/, '{tokenUrl}'],
  [/REFRESH_TOKEN$/, '{refreshToken}'],
  [/TOKEN$/, '{accessToken}'],
  [/CLIENT_ID$/, '{clientId}'],
  [/CLIENT_SECRET$/, '{clientSecret}'],
  [/(BASE_|API_|BLING_|ERP_)U(RL|RI)$/, '{baseUrl}'],
]

/** `BLING_ACCESS_TOKEN` → `{accessToken}`; null for a variable that is not about the service. */
function guessTemplate(name: string): string | null {
  if (!/^(BLING|ERP|API)_/.test(name)) return null
  return templates.find(([pattern]) => pattern.test(name))?.[1] ?? null
}

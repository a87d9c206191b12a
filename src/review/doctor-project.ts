import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { startProcess } from '../node/run-process.js'
import { readJsonObject } from '../node/text-file.js'
import { readDotenv } from '../settings/dotenv-file.js'
import type { Settings } from '../settings/settings.js'
import { isPlainObject } from '../specification/plain-object.js'
import type { Catalogue } from '../words/catalogue.js'

type Key = Extract<keyof Catalogue['ui'], `doctor.${string}`>
type ProblemOf<K> = K extends `${infer Problem}.remedy` ? Extract<Key, Problem> : never
/** Sentences about a problem: each has another that says how to fix it. */
type ProblemKey = ProblemOf<Key>

/** A line of `homologa doctor`, and how to fix it if it is a problem. A warning need not stop a run. */
export interface Diagnosis {
  /** Second part of the key: `node`, `tls`. */
  readonly name: string
  readonly state: 'ok' | 'warn' | 'fail' | 'skip'
  readonly key: Key
  readonly remedyKey: Key | null
  readonly values: Values
}

type Values = Readonly<Record<string, string | number | null>>

function line(state: Diagnosis['state'], key: Key, remedyKey: Key | null, values: Values): Diagnosis {
  return { name: key.split('.')[1] ?? key, state, key, remedyKey, values }
}

export const ok = (key: Key, values: Values = {}) => line('ok', key, null, values)
export const skip = (key: Key) => line('skip', key, null, {})
export const warn = (key: ProblemKey, values: Values = {}) => line('warn', key, `${key}.remedy`, values)
export const fail = (key: ProblemKey, values: Values = {}) => line('fail', key, `${key}.remedy`, values)
/** The same sentence, whether it holds or not. */
export const check = (holds: boolean, key: ProblemKey, values: Values) =>
  holds ? ok(key, values) : fail(key, values)

const PATIENCE_MS = 10_000

/** The user's project: the interpreter and the command of `homologa.yaml`, and names in `.env` that homologa does not feed. */
export async function* projectLines({ cwd, project }: Settings): AsyncGenerator<Diagnosis, void> {
  const [program, ...words] = project.command
  if (program !== undefined) {
    const found = await runQuietly([program, '--version'], cwd)
    const command = project.command.join(' ')
    if (found === null) {
      yield fail('doctor.interpreter.none', { program })
      return
    }
    yield ok('doctor.interpreter', { program, said: found.said })
    const why = await whyNotStarting(program, words, cwd)
    if (why === null) yield ok('doctor.command', { command })
    else yield fail('doctor.command.fail', { command, why })
  }
  const fed = new Set(project.env.map(([name]) => name))
  const { texts } = await readDotenv(cwd)
  for (const name of Object.keys(texts).filter((one) => !one.startsWith('HOMOLOGA_') && !fed.has(one))) {
    const template = templateFor(name)
    if (template === null) continue
    yield warn('doctor.names', { name, template: `{${template}}` })
  }
}

/**
 * The reason why the command cannot start; null if none is known. It is not run, because it might call a real service: its
 * script is looked for and its syntax checked, artisan is asked about the command.
 */
async function whyNotStarting(
  program: string,
  words: readonly string[],
  cwd: string,
): Promise<string | null> {
  const [first = '', second = ''] = words
  if (program === 'php' && first === 'artisan')
    return failed(await runQuietly(['php', 'artisan', ...(second === '' ? ['list'] : ['help', second])], cwd))
  if (program === 'npm' || program === 'composer') {
    const script = first === 'run' || first === 'run-script' ? second : first
    const file = program === 'npm' ? 'package.json' : 'composer.json'
    const { scripts } = await readJsonObject(file, cwd)
    return isPlainObject(scripts) && Object.hasOwn(scripts, script) ? null : `${file}: scripts.${script}`
  }
  const script = words.find((word) => !word.startsWith('-'))
  if (!/^(php|node|python3?)$/.test(program) || words[0]?.startsWith('-') || script === undefined) return null
  if (!existsSync(resolve(cwd, script))) return `ENOENT: ${script}`
  const check = { php: '-l', node: '--check' }[program]
  return check === undefined ? null : failed(await runQuietly([program, check, script], cwd))
}

interface Quiet {
  readonly status: number | null
  /** Its first line that says something. */
  readonly said: string
}

function failed(run: Quiet | null): string | null {
  return run?.status === 0 ? null : (run?.said ?? 'ENOENT')
}

/** Returns null if there is no such program. */
async function runQuietly(command: readonly string[], cwd: string): Promise<Quiet | null> {
  let said = ''
  const onLine = (text: string) => {
    said ||= text.trim()
  }
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS)
    const { ended } = await startProcess({ command, cwd, onLine, signal })
    return { status: (await ended).status, said }
  } catch {
    return null
  }
}

/** The setting that a variable of an application probably takes, by its name. */
const templates: readonly (readonly [RegExp, string])[] = [
  [/TOKEN_U(RL|RI)$/, 'tokenUrl'],
  [/REFRESH_TOKEN$/, 'refreshToken'],
  [/(ACCESS_)?TOKEN$/, 'accessToken'],
  [/CLIENT_ID$/, 'clientId'],
  [/CLIENT_SECRET$/, 'clientSecret'],
  [/(BASE_|API_|BLING_|ERP_)U(RL|RI)$/, 'baseUrl'],
]

function templateFor(name: string): string | null {
  if (!/^(BLING|ERP|API)_/.test(name)) return null
  return templates.find(([pattern]) => pattern.test(name))?.[1] ?? null
}

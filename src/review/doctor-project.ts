import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { startProcess } from '../node/run-process.js'
import { readTextFile } from '../node/text-file.js'
import { readDotenv } from '../settings/dotenv-file.js'
import type { Settings } from '../settings/settings.js'
import { isPlainObject } from '../specification/plain-object.js'
import { type Diagnosis, fail, ok, warn } from './diagnosis.js'

const PATIENCE_MS = 10_000

/** The user's project: the interpreter and the command of `homologa.yaml`, and names in `.env` that homologa does not feed. */
export async function* projectLines({ cwd, project }: Settings): AsyncGenerator<Diagnosis, void> {
  const [program, ...words] = project.command
  if (program !== undefined) {
    const found = await runQuietly([program, '--version'], cwd)
    const command = project.command.join(' ')
    if (found === null) {
      yield fail('interpreter', 'doctor.interpreter.none', 'doctor.interpreter.remedy', { program })
      return
    }
    yield ok('interpreter', 'doctor.interpreter', { program, said: found.said })
    const why = await whyNotStarting(program, words, cwd)
    if (why === null) yield ok('command', 'doctor.command', { command })
    else yield fail('command', 'doctor.command.fail', 'doctor.command.remedy', { command, why })
  }
  const fed = new Set(project.env.map(([name]) => name))
  const { texts } = await readDotenv(cwd)
  for (const name of Object.keys(texts).filter((one) => !one.startsWith('HOMOLOGA_') && !fed.has(one))) {
    const template = templateFor(name)
    if (template === null) continue
    yield warn('names', 'doctor.names', 'doctor.names.remedy', { name, template: `{${template}}` })
  }
}

/**
 * What speaks against the start of the command; null if nothing is known to. It is not run, because it might call a real service: its
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
    return (await scriptsOf(file, cwd)).includes(script) ? null : `${file}: scripts.${script}`
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

/** null where there is no such program. */
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

async function scriptsOf(file: string, cwd: string): Promise<string[]> {
  const text = await readTextFile(file, cwd).catch(() => '{}')
  try {
    const { scripts } = JSON.parse(text)
    return isPlainObject(scripts) ? Object.keys(scripts) : []
  } catch {
    return []
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

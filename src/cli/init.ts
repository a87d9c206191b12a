import { mkdir, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { type InitAnswers, type InitFile, initFiles } from '../review/init-files.js'
import { type Catalogue, fill } from '../words/catalogue.js'
import type { ExitStatus, Invocation } from './command.js'

/** Writes what a newcomer needs. What is there already stays as it is. */
export async function run(invocation: Invocation): Promise<ExitStatus> {
  const { catalogue, io, lang, settings } = invocation
  const { ui } = catalogue
  const answers = await answersOf(invocation)
  for (const file of initFiles(answers, catalogue)) {
    const outcome = await writeNew(settings.cwd, file)
    if (outcome !== 'written' && outcome !== 'kept') {
      io.err(`${fill(ui['init.not-writable'], { path: settings.cwd, why: outcome }, lang)}\n`)
      return 2
    }
    io.out(`${fill(ui[`init.${outcome}`], { path: file.path }, lang)}\n`)
  }
  if (await ignoreEnv(settings.cwd)) io.out(`${fill(ui['init.written'], { path: '.gitignore' }, lang)}\n`)
  io.out(`\n${fill(ui['init.next'], { start: answers.start }, lang)}\n`)
  return 0
}

async function answersOf({ catalogue, io, lang, options }: Invocation): Promise<InitAnswers> {
  const given = (value: unknown) => (typeof value === 'string' ? value : '')
  const flags = {
    name: given(options.name),
    baseUrl: given(options.baseUrl),
    tokenUrl: given(options.tokenUrl),
    profile: given(options.profile) || 'spec',
    clientId: given(options.clientId),
    start: given(options.start) || 'node app.js',
    lang,
  }
  const asks = options.yes !== true && io.outIsTty && process.stdin.isTTY === true
  return asks ? ask(flags, catalogue, io.signal) : flags
}

const asked = {
  name: 'init.ask.name',
  baseUrl: 'init.ask.base-url',
  tokenUrl: 'init.ask.token-url',
  profile: 'init.ask.profile',
  clientId: 'init.ask.client-id',
  start: 'init.ask.start',
} as const satisfies Partial<Record<keyof InitAnswers, keyof Catalogue['ui']>>

/** An empty answer keeps what the flag said. */
async function ask(flags: InitAnswers, { ui }: Catalogue, signal: AbortSignal): Promise<InitAnswers> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    let answers = flags
    for (const [key, words] of Object.entries(asked) as [keyof typeof asked, keyof Catalogue['ui']][]) {
      const shown = flags[key] === '' ? '' : ` [${flags[key]}]`
      const answer = (await terminal.question(`${ui[words]}${shown}: `, { signal })).trim()
      if (answer !== '') answers = { ...answers, [key]: answer }
    }
    return answers
  } finally {
    terminal.close()
  }
}

/** `kept` where the file is there, else `written`, or why it could not be. */
async function writeNew(
  folder: string,
  { isPrivate, path, text }: InitFile,
): Promise<'written' | 'kept' | string> {
  const full = join(folder, path)
  try {
    await mkdir(dirname(full), { recursive: true })
    const file = await open(full, 'wx', isPrivate ? 0o600 : 0o644)
    await file.writeFile(text).finally(() => file.close())
    return 'written'
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    return code === 'EEXIST' ? 'kept' : code
  }
}

/** Where version control has no list of what to leave out yet, secrets and reports are put on one. */
async function ignoreEnv(folder: string): Promise<boolean> {
  const text = '.env\n.homologa/\nreports/\n'
  return (await writeNew(folder, { path: '.gitignore', text, isPrivate: false })) === 'written'
}

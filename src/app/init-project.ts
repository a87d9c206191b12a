import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readTextFile } from '../node/text-file.js'
import { isPlainObject } from '../specification/plain-object.js'

/** What the files of a project say about it. */
export interface FoundProject {
  /** The command that probably runs the homologation. */
  readonly command: string
  /** Whether its script is there. */
  readonly isThere: boolean
  /** How package.json takes homologa: `^0.1.0`, `file:…`, `git+…`; null if it does not. */
  readonly dependency: string | null
  readonly isOnGitlab: boolean
}

/** Script names that people give to the procedure. */
const ours = /^homolog/i

export async function findProject(cwd: string): Promise<FoundProject> {
  const [npm, composer] = [await jsonOf('package.json', cwd), await jsonOf('composer.json', cwd)]
  const command = commandOf(npm, composer, cwd)
  const remotes = await readTextFile('.git/config', cwd).catch(() => '')
  const dependency = [npm.devDependencies, npm.dependencies]
    .flatMap((all) => (isPlainObject(all) && typeof all.homologa === 'string' ? [all.homologa] : []))
    .at(0)
  return {
    command,
    isThere: !/^(php|node) (?!artisan)/.test(command) || existsSync(join(cwd, command.replace(/^\w+ /, ''))),
    dependency: dependency ?? null,
    isOnGitlab: /url = \S*gitlab/.test(remotes) || existsSync(join(cwd, '.gitlab-ci.yml')),
  }
}

type Json = Readonly<Record<string, unknown>>

/** PHP comes first: a Laravel project has a package.json for its front end. */
function commandOf(npm: Json, composer: Json, cwd: string): string {
  const own = (json: Json) =>
    Object.keys(isPlainObject(json.scripts) ? json.scripts : {}).find((one) => ours.test(one))
  const [ofComposer, ofNpm] = [own(composer), own(npm)]
  if (existsSync(join(cwd, 'artisan'))) return 'php artisan homologar'
  if (ofComposer !== undefined) return `composer run ${ofComposer}`
  if (ofNpm !== undefined) return `npm run ${ofNpm}`
  if (Object.keys(composer).length > 0) return 'php homologar.php'
  if (isPlainObject(npm.scripts) && 'start' in npm.scripts) return 'npm start'
  return typeof npm.main === 'string' ? `node ${npm.main}` : 'node app.js'
}

async function jsonOf(file: string, cwd: string): Promise<Json> {
  try {
    const json: unknown = JSON.parse(await readTextFile(file, cwd))
    return isPlainObject(json) ? json : {}
  } catch {
    return {}
  }
}

import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { parse } from 'yaml'
import manifest from '../../package.json' with { type: 'json' }
import { complaintOf } from '../docs/complaint.js'
import { newFolder, removeFolders } from '../end-to-end/tool.js'

/** The image, and the samples that use it: as far as a machine without a registry can tell. */

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

type Instruction = readonly [name: string, rest: string]

const instructions = read('Dockerfile')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line): Instruction => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)])
const bases = instructions.filter(([name]) => name === 'FROM').map(([, rest]) => rest)
const image = instructions.slice(instructions.findLastIndex(([name]) => name === 'FROM'))

function said(name: string): string {
  const [, rest] = image.find(([one]) => one === name) ?? []
  if (rest === undefined) throw new Error(`the image has no ${name}`)
  return rest
}

const words = (name: string) => JSON.parse(said(name).replace(/^[^[]*/, '')) as string[]
const port = said('EXPOSE')
const user = said('USER')

afterAll(removeFolders)

describe('the image', () => {
  it('has the Node that the executables of a release have', () => {
    const release = read('.github/workflows/release.yml')
    const [, major] = /executable:[\s\S]*?node-version: '(\d+)'/.exec(release) ?? []
    expect(bases.map((base) => /node:\S+/.exec(base)?.[0])).toEqual(Array(2).fill(`node:${major}-slim`))
  })

  it('is not root, by number, and runs nothing on the platform that it is built for', () => {
    expect(user).toMatch(/^[1-9]\d*:[1-9]\d*$/)
    expect(image.filter(([name]) => name === 'RUN')).toEqual([])
  })

  it('keeps reports and state in volumes of its user', () => {
    const [, state] = /XDG_STATE_HOME=(\S+)/.exec(said('ENV')) ?? []
    expect(words('VOLUME')).toEqual([said('WORKDIR'), state])
    const owned = image.flatMap(([, rest]) => new RegExp(`--chown=${user} \\S+ (\\S+)`).exec(rest)?.[1] ?? [])
    expect(owned).toEqual(words('VOLUME'))
  })

  it('is built from the packed package alone', () => {
    const [, copied] = instructions.find(([name]) => name === 'COPY') ?? []
    expect(read('.dockerignore')).toBe(`*\n!${copied?.split(' ')[0]}\n`)
  })

  it('is healthy while it emulates, without a request that its log would show', async () => {
    const statusAt = (at: string) => {
      const [, ...check] = words('HEALTHCHECK').map((word) => word.replace(port, at))
      return spawnSync(process.execPath, check, { timeout: 10_000 }).status
    }
    expect(words('ENTRYPOINT')).toEqual(['homologa'])
    const command = words('CMD').map((word) => word.replace(port, '0'))
    const child = spawn(process.execPath, [inject('tool'), ...command], {
      cwd: newFolder(),
      env: { PATH: process.env.PATH },
    })
    let log = ''
    const at = await new Promise<string>((resolve) => {
      child.stderr.on('data', (part: Buffer) => {
        log += part
        const [, found] = /127\.0\.0\.1:(\d+)/.exec(log) ?? []
        if (found !== undefined) resolve(found)
      })
    })
    expect(statusAt(at)).toBe(0)
    child.kill('SIGTERM')
    await once(child, 'close')
    expect(log).not.toContain('"msg"')
    expect(statusAt(at)).toBe(1)
  })
})

interface Step {
  readonly id?: string
  readonly run?: string
  readonly with?: Readonly<Record<string, unknown>>
}

const dockerOfTests = `#!/bin/sh
echo "$*"
case "$*" in *--metadata-file*) echo '{"containerimage.digest":"sha256:beef"}' > built.json ;; esac
`

it('is pushed by a release for both platforms under the name of the repository, and attested', () => {
  const { jobs } = parse(read('.github/workflows/release.yml')) as {
    jobs: { image: { needs: string; permissions: object; steps: Step[] } }
  }
  const { needs, permissions, steps } = jobs.image
  const push = steps.find(({ id }) => id === 'image')
  const folder = newFolder()
  writeFileSync(join(folder, 'docker'), dockerOfTests, { mode: 0o755 })
  const env = {
    PATH: `${folder}:${process.env.PATH}`,
    GITHUB_ACTOR: 'ana',
    TOKEN: 'secret',
    GITHUB_SERVER_URL: 'https://forge.example',
    GITHUB_REPOSITORY: 'Pedidos/Homologa',
    GITHUB_REF_NAME: `v${manifest.version}`,
    GITHUB_OUTPUT: join(folder, 'output'),
  }
  const words = ['--noprofile', '--norc', '-eo', 'pipefail', '-c', push?.run ?? '']
  const { stdout, status } = spawnSync('bash', words, { cwd: folder, env, encoding: 'utf8' })
  const name = 'ghcr.io/pedidos/homologa'
  expect([status, needs]).toEqual([0, 'publish'])
  expect(stdout).not.toContain('secret')
  expect(stdout).toMatch(/build --push --platform linux\/amd64,linux\/arm64 /)
  expect(stdout).toContain(`--tag ${name}:${manifest.version} --tag ${name}:latest .`)
  expect(readFileSync(env.GITHUB_OUTPUT, 'utf8')).toBe(`name=${name}\ndigest=sha256:beef\n`)
  expect(permissions).toMatchObject({ packages: 'write', 'id-token': 'write', attestations: 'write' })
  expect(steps.at(-1)?.with).toEqual({
    'subject-name': expect.stringMatching(/ steps\.image\.outputs\.name /),
    'subject-digest': expect.stringMatching(/ steps\.image\.outputs\.digest /),
    'push-to-registry': true,
  })
})

interface ComposedService {
  readonly image: string
  readonly command: string
  readonly volumes: readonly string[]
  readonly read_only?: boolean
  readonly user?: string
  readonly depends_on?: Readonly<Record<string, unknown>>
}

describe('examples/compose.yaml', () => {
  const text = read('examples/compose.yaml')
  const { services } = parse(text, { merge: true }) as { services: Record<string, ComposedService> }
  const isOurs = ({ image }: ComposedService) => image.endsWith(':-homologa}')
  const ours = Object.entries(services).filter(([, service]) => isOurs(service))
  const clients = Object.entries(services).filter(([, service]) => !isOurs(service))

  it.each(ours)('%s is a command of the tool, reached by its own name', (name, service) => {
    expect(complaintOf(service.command.split(' '))).toBe(null)
    expect(service.command).toContain(`--port ${port} `)
    expect(service.command).toContain(`--public-url http://${name}:${port} `)
    expect([service.read_only, service.volumes]).toEqual([true, [`${name}:${said('WORKDIR')}`]])
  })

  it.each(clients)('%s waits for a service and reads what that has written', (_name, service) => {
    const [on = ''] = Object.keys(service.depends_on ?? {})
    const [, file] = /--write-env (\S+)/.exec(services[on]?.command ?? '') ?? []
    expect(service.depends_on).toEqual({ [on]: { condition: 'service_healthy' } })
    expect(service.volumes).toEqual(['./php:/app:ro', `${on}:/settings:ro`])
    expect(service.command).toContain(`. /settings/${file};`)
    const [, script = '?'] = /php \/app\/([\w.]+)/.exec(service.command) ?? []
    expect(existsSync(join(root, 'examples/php', script))).toBe(true)
    expect(service.user).toBe(user)
  })

  it('is started by services that it has', () => {
    const starts = [...text.matchAll(/up --exit-code-from ((?:\w+ )+)/g)]
    const named = starts.flatMap(([, names = '']) => names.trim().split(' '))
    expect(new Set(named)).toEqual(new Set(['client', 'examine', 'candidate']))
    expect(Object.keys(services)).toEqual(expect.arrayContaining(named))
  })
})

interface Job {
  readonly spec: {
    readonly template: {
      readonly spec: {
        readonly securityContext: object
        readonly containers: readonly {
          readonly image: string
          readonly args: readonly string[]
          readonly securityContext: object
          readonly volumeMounts: readonly { readonly mountPath: string }[]
        }[]
      }
    }
  }
}

describe('examples/kubernetes-indexed-job.yaml', () => {
  const job = parse(read('examples/kubernetes-indexed-job.yaml')) as Job
  const { securityContext, containers } = job.spec.template.spec
  const [container] = containers

  it('runs the image of this version with a command of the tool', () => {
    expect(container?.image).toBe(`ghcr.io/OWNER/homologa:${manifest.version}`)
    expect(read('examples/compose.yaml')).toContain(`IMAGE=${container?.image}\n`)
    const [, call = ''] = /exec homologa (.*)/.exec(container?.args[0] ?? '') ?? []
    expect(complaintOf(call.replace('$part', '1').replaceAll('"', '').split(' '))).toBe(null)
  })

  it('is not root, and writes into volumes alone', () => {
    expect(securityContext).toEqual({ runAsNonRoot: true, fsGroup: Number(user.split(':')[1]) })
    expect(container?.securityContext).toMatchObject({ readOnlyRootFilesystem: true })
    expect(container?.volumeMounts.map(({ mountPath }) => mountPath)).toContain(words('VOLUME')[1])
  })
})

import { readFileSync } from 'node:fs'
import { afterAll, describe, it } from 'vitest'
import { type Erp, type Place, type Responder, startErp } from './services/erp.js'
import { filesBelow, removeFolders, runInside, runnerOf, type ToolRun } from './tool.js'

afterAll(removeFolders)

const PERSONAL = [
  '529.982.247-25',
  '52998224725',
  '11.222.333/0001-81',
  'maria.silva@cliente.example',
  '(11) 98765-4321',
]

/** The ways in which a service may write down what it was sent. */
const spellings: Readonly<Record<string, (secret: string) => string>> = {
  plain: (secret) => secret,
  base64: (secret) => Buffer.from(secret).toString('base64'),
  base64url: (secret) => Buffer.from(secret).toString('base64url'),
  'base64 in a sentence': (secret) => Buffer.from(`token=${secret};`).toString('base64'),
  percent: (secret) => [...secret].map((one) => `%${one.charCodeAt(0).toString(16)}`).join(''),
  'percent in capitals': (secret) =>
    encodeURIComponent(secret).replace(/[a-z]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`),
  escapes: (secret) =>
    [...secret].map((one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
  hex: (secret) => Buffer.from(secret).toString('hex'),
}

/** The places of a response, each filled with what must not be seen again. */
const places: Readonly<Record<string, (canary: string, secrets: readonly string[]) => Responder>> = {
  'the body of an error': (canary) =>
    respond(500, {}, JSON.stringify({ error: { message: canary, token: canary } })),
  'a page': (canary) => respond(500, { 'content-type': 'text/html' }, `<p title="${canary}">${canary}</p>`),
  'text that is no JSON': (canary) => respond(201, {}, `oops ${canary} {"data":`),
  'a header': (canary) => respond(500, { 'x-debug': canary, 'x-debug-2': `a=${canary}; b` }, '{}'),
  'WWW-Authenticate': (canary) =>
    respond(403, { 'www-authenticate': `Bearer error_description="${canary}"` }, '{}'),
  'the place to go on': (canary) =>
    respond(
      302,
      {
        location: `https://${canary.slice(0, 8)}.example/?token=${encodeURIComponent(canary)}#${encodeURIComponent(canary)}`,
      },
      '',
    ),
  'a cookie': (canary) =>
    respond(500, { 'set-cookie': `session=${encodeURIComponent(canary)}; Path=/` }, '{}'),
  'the reason phrase': (canary) =>
    bytes(`HTTP/1.1 500 ${canary}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`),
  'a trailer': (canary) =>
    bytes(
      `HTTP/1.1 500 Oops\r\nconnection: close\r\ntransfer-encoding: chunked\r\ntrailer: x-end\r\n\r\n2;note=${encodeURIComponent(canary)}\r\n{}\r\n0\r\nx-end: ${canary}\r\n\r\n`,
    ),
  'bytes that are no HTTP': (canary) => bytes(`${canary}\r\n\r\n${canary}`),
  'a header that is none': (canary) => bytes(`HTTP/1.1 200 OK\r\n${canary}\r\n: ${canary}\r\n\r\n`),
  'the name of a header': (canary) =>
    respond(500, { [`x-${Buffer.from(canary).toString('hex')}`]: '1' }, '{}'),
  'the name of a field': (canary) =>
    respond(500, {}, JSON.stringify({ [canary]: 1, error: { [canary]: [canary] } })),
  'a body that breaks off': (canary) =>
    bytes(`HTTP/1.1 500 Oops\r\nconnection: close\r\ncontent-length: 9999\r\n\r\n{"error":"${canary}`),
}

function respond(status: number, headers: Record<string, string>, body: string): Responder {
  return (response, ordinary) => {
    response.writeHead(status, { ...ordinary.headers, ...headers, 'content-length': Buffer.byteLength(body) })
    response.end(body)
  }
}

function bytes(text: string): Responder {
  return ({ socket }) => {
    socket?.end(Buffer.from(text, 'latin1'))
  }
}

/**
 * Everything that the application holds, and that was ever sent or issued. A pair that comes as anything but a token response
 * is no secret that a client could know of.
 */
function secretsOf(erp: Erp, known = erp.issued): string[] {
  const { HOMOLOGA_CLIENT_ID: id = '', HOMOLOGA_CLIENT_SECRET: secret = '' } = erp.env
  const basic = Buffer.from(`${id}:${secret}`).toString('base64')
  return [secret, basic, ...known.flatMap(({ access, refresh }) => [access, refresh])]
}

/** What may not be found: each secret as it is, and as it was written down. */
function leaksIn(run: ToolRun, secrets: readonly string[]): string[] {
  const outputs: [string, string][] = [
    ['stdout', run.out],
    ['stderr', run.err],
    ...filesBelow(run.cwd)
      .filter((file) => !file.endsWith('tokens.json'))
      .map((file): [string, string] => [file.slice(run.cwd.length + 1), readFileSync(file, 'utf8')]),
  ]
  const written = secrets.flatMap((secret) =>
    Object.entries(spellings).map(([spelling, spell]) => ({
      secret,
      spelling,
      text: spell(secret).replace(/=+$/, '').toLowerCase(),
    })),
  )
  return outputs.flatMap(([name, kept]) => {
    const lower = kept.toLowerCase()
    return written.flatMap(({ secret, spelling, text }) => {
      const at = lower.indexOf(text)
      return at < 0
        ? []
        : [`${name}: ${spelling} of ${secret.slice(0, 12)}…: ${kept.slice(Math.max(0, at - 60), at + 20)}`]
    })
  })
}

async function checkWith(at: Place, does: (erp: Erp) => Responder, runner = runInside) {
  const box: { erp: Erp | null } = { erp: null }
  const planted: Responder = (response, ordinary, request) => {
    if (box.erp !== null) return does(box.erp)(response, ordinary, request)
  }
  const erp = await startErp({ deathAt: 2, instead: { [at]: planted } })
  box.erp = erp
  try {
    const run = await runner(['check', '--spacing-ms', '5', '--timeout-ms', '2000', '--log-level', 'trace'], {
      env: erp.env,
    })
    return { run, secrets: secretsOf(erp) }
  } finally {
    await erp.close()
  }
}

describe.concurrent('no secret is seen again', () => {
  const cases = Object.entries(places).flatMap(([place, plant]) =>
    ([3, 'token'] as const).map(
      (at) => [`${place} of ${at === 3 ? 'step 3' : 'a renewal'}`, at, plant] as const,
    ),
  )
  it.for(cases.map((one, i) => [...one, runnerOf(i)] as const))(
    'that the service put into %s, in any spelling',
    { timeout: 60_000 },
    async ([, at, plant, runner], { expect }) => {
      const { run, secrets } = await checkWith(
        at,
        (erp) => (response, ordinary, request) => {
          const all = secretsOf(erp, at === 'token' ? erp.issued.slice(0, -1) : erp.issued)
          const canary = Object.values(spellings)
            .flatMap((spell) => all.map(spell))
            .join(' ')
          return plant(canary, all)(response, ordinary, request)
        },
        runner,
      )
      expect(run.err).toContain('"msg":"run ended"')
      expect({
        leaks: leaksIn(run, at === 'token' ? secrets.slice(0, -2) : secrets),
        status: run.status,
      }).toEqual({
        leaks: [],
        status: 1,
      })
    },
  )

  it('nor a personal datum of the product, which goes out and comes back', { timeout: 60_000 }, async ({
    expect,
  }) => {
    const [cpf, plainCpf, cnpj, email, phone] = PERSONAL
    const product = JSON.stringify({
      nome: 'x',
      descricao: `Cliente ${cpf}, ${email}, ${phone}`,
      cpf: plainCpf,
      cnpj,
      contato: { email, telefone: phone, documentos: [cpf, cnpj] },
    })
    const erp = await startErp({ product, deathAt: 3 })
    try {
      const run = await runInside(['check', '--spacing-ms', '5', '--log-level', 'trace'], { env: erp.env })
      expect({ leaks: leaksIn(run, PERSONAL), status: run.status, complaints: erp.complaints }).toEqual({
        leaks: [],
        status: 0,
        complaints: [],
      })
    } finally {
      await erp.close()
    }
  })

  it('nor what the token address issues beside the tokens', { timeout: 60_000 }, async ({ expect }) => {
    const own = ['id-token-canary-8271']
    const { run, secrets } = await checkWith('token', () => (response, ordinary) => {
      const issued = JSON.parse(ordinary.body ?? '{}') as Record<string, unknown>
      const text = JSON.stringify({
        ...issued,
        id_token: own[0],
        nested: { access_token: issued.access_token },
      })
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(text)
    })
    expect({ leaks: leaksIn(run, [...secrets, ...own]), status: run.status }).toEqual({
      leaks: [],
      status: 0,
    })
  })

  it('nor in the report of a run made again', { timeout: 60_000 }, async ({ expect }) => {
    const erp = await startErp({ deathAt: 3 })
    try {
      const first = await runInside(['check', '--spacing-ms', '5'], { env: erp.env })
      const again = await runInside(['report', first.dir, '--json', '--lang', 'pt-BR'], {
        cwd: first.cwd,
        env: erp.env,
      })
      expect({ leaks: leaksIn(again, secretsOf(erp)), status: again.status }).toEqual({
        leaks: [],
        status: 0,
      })
    } finally {
      await erp.close()
    }
  })
})

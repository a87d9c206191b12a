import type { ServiceResponse } from '../../src/service/response.js'
import type { ServiceOptions } from '../../src/service/service.js'
import { type StepNumber, stepNumbers } from '../../src/specification/homologation.js'
import type { FindingCode } from '../../src/words/catalogue.js'
import { type Course, type Habits, isRefusal, type Outgoing, type Tools, withHeader } from './client.js'

/** Clients that make one mistake, in however many requests it shows. Each keeps every other rule and stops at the first error. */
export type OneMistake = readonly [what: string, root: FindingCode, exchangesOf: Course]

/** Thrown where a response is neither a success nor a refused token. */
class Stop extends Error {}

/** A client that is written out, and stops where it is told to. */
function client(run: (tools: Tools) => void, service: ServiceOptions = {}): Course {
  const finish = (tools: Tools) => {
    stops(() => run(tools))
  }
  return { service, habits: { steps: [], latencyMs: 60, finish } }
}

const pause = (tools: Tools) => tools.wait(tools.profile.spacing.paceMs)

function learnt(tools: Tools, response: ServiceResponse, step: StepNumber): ServiceResponse {
  tools.learn(response, step)
  if (response.status > 299 && !isRefusal(response, tools.profile)) throw new Stop()
  return response
}

const take = (tools: Tools, step: StepNumber) => learnt(tools, tools.send(tools.request(step)), step)

/** Takes a step as it should be taken: where its token is refused, that is renewed once. */
function well(tools: Tools, step: StepNumber): void {
  if (!isRefusal(take(tools, step), tools.profile)) return
  tools.renew()
  pause(tools)
  if (isRefusal(take(tools, step), tools.profile)) throw new Stop()
}

function eachStep(tools: Tools, visit: (step: StepNumber) => void): void {
  for (const step of stepNumbers) {
    if (step > 1) pause(tools)
    visit(step)
  }
}

const lives: ServiceOptions = { invalidateAt: 'never' }
const services: readonly (readonly [string, ServiceOptions])[] = [
  ['the token lives', lives],
  ['the token dies at 3', {}],
  ['broken rules are refused', { ...lives, enforce: true }],
]

const among = (what: string, root: FindingCode, run: (tools: Tools) => void): OneMistake[] =>
  services.map(([how, service]) => [`${what}, ${how}`, root, client(run, service)])

const atEachDeath = (
  what: string,
  root: FindingCode,
  run: (tools: Tools) => void,
  deaths: readonly StepNumber[] = stepNumbers,
): OneMistake[] =>
  deaths.map((invalidateAt) => [`${what} at step ${invalidateAt}`, root, client(run, { invalidateAt })])

// --- step 1 comes again ---

/** `waits`: between step 1 and what follows it; `reads`: the response to it. */
const readAgain =
  (before: readonly StepNumber[], { waits = true, reads = true } = {}) =>
  (tools: Tools): void =>
    eachStep(tools, (step) => {
      if (before.includes(step)) {
        if (reads) well(tools, 1)
        else tools.send(tools.request(1))
        if (waits) pause(tools)
      }
      well(tools, step)
    })

const repeated = 'homologation/order:repeated'
const restarted = 'homologation/order:restarted'

const readings: readonly OneMistake[] = [
  ...([[3], [4], [5], [4, 5], [3, 4, 5]] as StepNumber[][]).flatMap((before) => [
    ...among(`step 1 comes again before ${before}`, repeated, readAgain(before)),
    ...among(`step 1 comes again at once before ${before}`, repeated, readAgain(before, { waits: false })),
    ...among(`step 1 comes again, unread, before ${before}`, repeated, readAgain(before, { reads: false })),
  ]),
  ...among('step 1 comes again before each step', restarted, readAgain([2, 3, 4, 5])),
  ...among('step 1 comes again, unread, before each', restarted, readAgain([2, 3, 4, 5], { reads: false })),
  ...atEachDeath(
    'step 1 comes again once the token was renewed',
    repeated,
    (tools) =>
      eachStep(tools, (step) => {
        if (!isRefusal(take(tools, step), tools.profile)) return
        tools.renew()
        pause(tools)
        tools.send(tools.request(1))
        pause(tools)
        well(tools, step)
      }),
    [3, 4, 5],
  ),
]

// --- steps are sent twice, or without waiting ---

/** The second is sent before the response to the first has come; where that refuses the token, the step comes once more. */
const twice =
  (wanted: readonly StepNumber[]) =>
  (tools: Tools): void =>
    eachStep(tools, (step) => {
      if (!wanted.includes(step)) return well(tools, step)
      const first = tools.send(tools.request(step), { isAwaited: false })
      tools.send(tools.request(step))
      if (!isRefusal(learnt(tools, first, step), tools.profile)) return
      tools.renew()
      pause(tools)
      take(tools, step)
    })

/** From one step on, all are sent at once, or every so often; responses are read at the end. */
const unawaited =
  (from: StepNumber, everyMs: number) =>
  (tools: Tools): void => {
    const responses: [ServiceResponse, StepNumber][] = []
    for (const step of stepNumbers) {
      if (step <= from && step > 1) pause(tools)
      else tools.wait(everyMs)
      if (step < from) well(tools, step)
      else responses.push([tools.send(tools.request(step), { isAwaited: false }), step])
    }
    for (const [response, step] of responses) tools.learn(response, step)
  }

const overlap = 'homologation/sequential:overlap'
const slow = (exchangesOf: Course): Course => ({
  ...exchangesOf,
  habits: { ...exchangesOf.habits, latencyMs: 900 },
})

const overlapping: readonly OneMistake[] = [
  ...([[2], [3], [4], [5], [2, 3], [3, 4, 5], [2, 3, 4, 5]] as StepNumber[][]).flatMap((steps) =>
    among(`steps ${steps} are sent twice`, repeated, twice(steps)),
  ),
  ...among('step 1 is sent twice', restarted, twice([1])),
  ...atEachDeath(
    'each but the first is sent twice, the token dies',
    repeated,
    twice([2, 3, 4, 5]),
    [2, 4, 5],
  ),
  ...([1, 2, 3, 4] as const).flatMap((from) => [
    ...among(`nothing is awaited from step ${from} on`, overlap, unawaited(from, 0)),
    ...among(`nothing is awaited from step ${from} on, a little apart`, overlap, unawaited(from, 20)),
    ...among(`a timer sends the steps from ${from} on`, overlap, unawaited(from, 300)).map(
      ([what, root, exchangesOf]): OneMistake => [what, root, slow(exchangesOf)],
    ),
  ]),
]

// --- the repetition of a refused step goes wrong ---

const afterRefusal =
  (act: (tools: Tools, step: StepNumber) => void) =>
  (tools: Tools): void =>
    eachStep(tools, (step) => {
      if (isRefusal(take(tools, step), tools.profile)) act(tools, step)
    })

const sameToken = 'homologation/token-renewed:same-token'

const deadAgain: readonly OneMistake[] = [
  ...atEachDeath(
    'the dead token comes once more before it is renewed',
    sameToken,
    afterRefusal((tools, step) => {
      pause(tools)
      tools.learn(tools.send(tools.request(step)), step)
      tools.renew()
      pause(tools)
      take(tools, step)
    }),
  ),
  ...atEachDeath(
    'the dead token comes once more at once',
    sameToken,
    afterRefusal((tools, step) => {
      tools.learn(tools.send(tools.request(step)), step)
      tools.renew()
      pause(tools)
      take(tools, step)
    }),
  ),
  ...atEachDeath(
    'the dead token comes three times more',
    sameToken,
    afterRefusal((tools, step) => {
      for (let i = 0; i < 3; i++) {
        pause(tools)
        tools.learn(tools.send(tools.request(step)), step)
      }
      tools.renew()
      pause(tools)
      take(tools, step)
    }),
  ),
  ...atEachDeath(
    'the dead token comes once more after it was renewed',
    sameToken,
    afterRefusal((tools, step) => {
      const old = tools.request(step)
      tools.renew()
      pause(tools)
      tools.learn(tools.send(old), step)
      pause(tools)
      take(tools, step)
    }),
  ),
  ...atEachDeath(
    'the dead token comes once more, and is renewed twice',
    sameToken,
    afterRefusal((tools, step) => {
      const old = tools.request(step)
      tools.renew()
      pause(tools)
      tools.learn(tools.send(old), step)
      tools.renew()
      pause(tools)
      take(tools, step)
    }),
  ),
]

/** The token is asked for at an address that the service does not have. */
const askedElsewhere =
  (path: string) =>
  (tools: Tools): void =>
    eachStep(tools, (step) => {
      if (!isRefusal(take(tools, step), tools.profile)) return
      const { clientId, clientSecret, refreshToken } = tools.memory
      const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
      const form = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken })
      tools.send({
        method: 'POST',
        path,
        body: form.toString(),
        headers: [
          ['Authorization', `Basic ${basic}`],
          ['Content-Type', 'application/x-www-form-urlencoded'],
        ],
      })
      throw new Stop()
    })

const wrongAddresses: readonly OneMistake[] = ['/oauth/tokens', '/token', '//oauth/token'].flatMap((path) =>
  atEachDeath(`the token is asked for at ${path}`, 'auth/renewal:refused', askedElsewhere(path), [2, 5]),
)

const asParts = (out: Outgoing): Outgoing => {
  const fields = [...new URLSearchParams(out.body ?? '')]
  const parts = fields.map(
    ([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  return {
    ...withHeader(out, 'Content-Type', 'multipart/form-data; boundary=x'),
    body: `${parts.join('')}--x--\r\n`,
  }
}

const asJson = (out: Outgoing): Outgoing => ({
  ...withHeader(out, 'Content-Type', 'application/json'),
  body: JSON.stringify(Object.fromEntries(new URLSearchParams(out.body ?? ''))),
})

/** The token request is of a form that the service refuses. */
const misshapenRequests: readonly OneMistake[] = (
  [
    ['in a multipart form', asParts, {}],
    ['as plain text', (out) => withHeader(out, 'Content-Type', 'text/plain'), {}],
    [
      'with a Bearer header',
      (out, { memory }) => withHeader(out, 'Authorization', `Bearer ${memory.accessToken}`),
      {},
    ],
    ['without credentials', (out) => withHeader(out, 'Authorization', null), {}],
    ['as JSON, where broken rules are refused', asJson, { enforce: true }],
  ] as [string, NonNullable<Habits['alterRenewal']>, ServiceOptions][]
).flatMap(([how, alterRenewal, service]) =>
  atEachDeath(
    `the token is asked for ${how},`,
    'auth/renewal:refused',
    afterRefusal((tools) => {
      if (!tools.renew()) throw new Stop()
    }),
    [2, 5],
  ).map(([what, root, exchangesOf]): OneMistake => {
    const habits = { ...exchangesOf.habits, alterRenewal }
    return [what, root, { ...exchangesOf, habits, service: { ...exchangesOf.service, ...service } }]
  }),
)

const asGet = ({ path, headers }: Outgoing): Outgoing => ({
  method: 'GET',
  path,
  headers: headers.filter(([name]) => name !== 'Content-Type'),
  body: null,
})

const repeatedAsGet = afterRefusal((tools, step) => {
  tools.renew()
  pause(tools)
  learnt(tools, tools.send(asGet(tools.request(step))), step)
})

const otherMethods: readonly OneMistake[] = [
  ...atEachDeath('the repetition is sent as GET', repeated, repeatedAsGet, [2]),
  ...atEachDeath(
    'the repetition is sent as GET',
    'homologation/right-routes:unknown-path',
    repeatedAsGet,
    [3],
  ),
  ...atEachDeath('the repetition is sent as GET', 'homologation/situation:method', repeatedAsGet, [4]),
  ...atEachDeath('the repetition is sent as GET', 'homologation/delete:method', repeatedAsGet, [5]),
]

// --- two runs ---

/** Two runs with one token, the second so many milliseconds behind the first, and so many steps; each stops at its own first error. */
const mixed =
  (behindMs: number, behindSteps: number) =>
  (tools: Tools): void => {
    const { memory } = tools
    const own = () => ({ product: memory.product, id: '', hash: null as string | null, isOver: false })
    const runs = [own(), own()]
    for (let turn = 1; turn <= 5 + behindSteps; turn++) {
      if (turn > 1) pause(tools)
      for (const [i, run] of runs.entries()) {
        const step = turn - i * behindSteps
        if (i === 1) tools.wait(behindMs)
        if (run.isOver || step < 1 || step > 5) continue
        const { product, id, hash } = run
        Object.assign(memory, { product, id, hash })
        run.isOver = stops(() => well(tools, step as StepNumber))
        Object.assign(run, { product: memory.product, id: memory.id, hash: memory.hash })
      }
    }
  }

function stops(act: () => void): boolean {
  try {
    act()
    return false
  } catch (error) {
    if (error instanceof Stop) return true
    throw error
  }
}

/** Where broken rules are refused one of the two comes to an end, and only the step too many tells of it. */
const sideBySide: readonly OneMistake[] = [0, 1, 2, 3].flatMap((steps) =>
  [100, 700].flatMap((ms) =>
    among(
      `two runs go on side by side, ${steps} steps and ${ms} ms apart`,
      'homologation/order:interleaved',
      mixed(ms, steps),
    ).map(([what, root, exchangesOf]): OneMistake => {
      const one = steps === 0 ? restarted : repeated
      return [what, exchangesOf.service?.enforce ? one : root, exchangesOf]
    }),
  ),
)

// --- nothing is read ---

const asJavaScript = (tools: Tools, step: StepNumber, body: string | null): Outgoing => {
  const { method, headers, path } = tools.request(step)
  const unread = headers.filter(([name]) => name !== tools.profile.hash.header)
  return {
    method,
    headers: unread,
    path: path.replace(/\/produtos\/(?=\/|$)/, '/produtos/undefined'),
    body: step === 2 || step === 3 ? body : step === 4 ? '{"situacao":"I"}' : null,
  }
}

const unread =
  (body: string | null) =>
  (tools: Tools): void =>
    eachStep(tools, (step) => {
      tools.send(asJavaScript(tools, step, body))
    })

const nothingRead: readonly OneMistake[] = [
  ...among(
    'nothing that comes is read, its bodies are empty',
    'homologation/post-data:invented',
    unread('{}'),
  ),
  ...among('nothing that comes is read, it sends no bodies', 'homologation/post-data:no-body', unread(null)),
]

export const oneMistakes: readonly OneMistake[] = [
  ...readings,
  ...overlapping,
  ...deadAgain,
  ...otherMethods,
  ...wrongAddresses,
  ...misshapenRequests,
  ...sideBySide,
  ...nothingRead,
]

// --- two mistakes ---

export type TwoMistakes = readonly [what: string, roots: readonly FindingCode[], exchangesOf: Course]

/** Mistakes that no other request or response brings about. */
const others: readonly (readonly [StepNumber, FindingCode, (body: object) => object])[] = [
  [2, 'homologation/post-data:added', (body) => ({ ...body, origem: 'site' })],
  [3, 'homologation/put-change:missing-fields', (body) => ({ nome: 'nome' in body && body.nome })],
  [4, 'homologation/situation:no-field', () => ({ estado: 'I' })],
]

function withOther(exchangesOf: Course, wanted: StepNumber, change: (body: object) => object): Course {
  const finish = (tools: Tools) => {
    const request = (step: StepNumber): Outgoing => {
      const plain = tools.request(step)
      if (step !== wanted || plain.body === null) return plain
      return { ...plain, body: JSON.stringify(change(JSON.parse(plain.body))) }
    }
    exchangesOf.habits?.finish?.({ ...tools, request })
  }
  return { ...exchangesOf, habits: { ...exchangesOf.habits, finish } }
}

/** These may hold the wrong product as well, so that no more than step 4 is told from what comes of it. */
const hasOtherProduct = /awaited|timer|side by side|step 1 (?:is sent twice|.* before each)/

/** Clients of two mistakes that have nothing to do with one another; where broken rules are refused, no client comes to the second. */
export const twoMistakes: readonly TwoMistakes[] = oneMistakes.flatMap(([what, root, exchangesOf]) =>
  others.flatMap(([step, code, change]): TwoMistakes[] => {
    if (exchangesOf.service?.enforce || /nothing that comes|as GET|asked for/.test(what)) return []
    if (step < 4 && hasOtherProduct.test(what)) return []
    return [[`${what}, and ${code}`, [root, code], withOther(exchangesOf, step, change)]]
  }),
)

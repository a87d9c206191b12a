import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { systemClock } from '../node/clock.js'
import type { Report } from '../report/report.js'
import { examineAgain, nextOptions, type Round } from './examine-again.js'
import type { Invocation, InvocationOf, Person } from './invocation.js'
import type { Options } from './options.js'
import type { Ending, Outcome } from './outcome.js'

const outcomeOf = (ending: Ending, runs?: Report['runs']): Outcome => ({
  ending,
  run: {
    report: { runs } as Report,
    exchanges: [],
    diff: [],
    repeatCommand: null,
    files: ['/r/report.html'],
  },
})
const round = (ending: Ending, runs?: Report['runs']): Round => ({
  outcome: outcomeOf(ending, runs),
  port: 4001,
  pagePort: 4002,
})
const run = (death: number | 'never', verdict: 'pass' | 'fail') =>
  ({ run: 1, verdict, cause: null, session: null, death }) as NonNullable<Report['runs']>[number]

it('keeps the ports always, and the seed until a round passes', () => {
  const failed = nextOptions({ watch: 'src' }, { watch: 'src', seed: 's' }, round('fail'))
  expect(failed).toEqual({ watch: 'src', seed: 's', port: 4001, pagePort: 4002 })
  const passed = nextOptions({ watch: 'src' }, failed, round('pass'))
  expect(passed).toEqual({ ...failed, seed: expect.not.stringMatching(/^s$/) })
  expect(nextOptions({ seed: 'mine' }, { seed: 'mine' }, round('pass')).seed).toBe('mine')
})

it('repeats the death of the token that failed until it passes, and then tries all of them again', () => {
  const asked: Options<'examine'> = { invalidateAt: 'each', seed: 's' }
  const failed = nextOptions(asked, asked, round('fail', [run(1, 'pass'), run(3, 'fail'), run(4, 'fail')]))
  expect(failed.invalidateAt).toBe(3)
  expect(nextOptions(asked, failed, round('fail')).invalidateAt).toBe(3)
  expect(nextOptions(asked, failed, round('pass')).invalidateAt).toBe('each')
})

/** Presses the keys one after the other; `change` writes a file instead. */
async function watching(...keys: readonly string[]) {
  const cwd = mkdtempSync(join(tmpdir(), 'homologa-again-'))
  const seen: string[] = []
  const left = [...keys]
  const person: Partial<Person> = {
    keys(press) {
      setImmediate(() => {
        for (let key = left.shift(); key !== undefined; key = left.shift()) {
          if (key === 'change') writeFileSync(join(cwd, 'app.js'), '')
          else press(key)
          if (/^(r|q|change)$/.test(key)) return
        }
      })
      return () => seen.push('closed')
    },
  }
  const told: Partial<InvocationOf<'examine'>> = {
    options: {},
    userCommand: ['node', 'app.js'],
    clock: systemClock,
    signal: new AbortController().signal,
    settings: { cwd } as Invocation['settings'],
    person: person as Person,
    printMessage: (key) => void seen.push(key),
    printOutcome: (_, isFull) => void seen.push(isFull ? 'full' : 'short'),
    browse: (address) => void seen.push(address),
    display: { clear: () => seen.push('clear') } as unknown as Invocation['display'],
  }
  const ended = await examineAgain(told as InvocationOf<'examine'>, '.', async ({ options }) => {
    seen.push(`port ${options.port}`)
    return round('fail')
  })
  rmSync(cwd, { recursive: true, force: true })
  return { ended, seen }
}

it('clears the screen, shows the short form, and takes keys until somebody quits', async () => {
  const { ended, seen } = await watching('f', 'o', 'x', 'r', 'q')
  const first = ['clear', 'port undefined', 'short', 'examine.watching.keys']
  const again = ['clear', 'port 4001', 'short', 'examine.watching.keys']
  expect(seen).toEqual([...first, 'full', 'file:///r/report.html', 'closed', ...again, 'closed'])
  expect(ended).toEqual({ ending: 'fail' })
})

it('begins again where a file changes, and gives the keys back each time', async () => {
  const { seen } = await watching('change', 'q')
  expect(seen.filter((one) => one === 'clear' || one === 'closed')).toEqual([
    'clear',
    'closed',
    'clear',
    'closed',
  ])
})

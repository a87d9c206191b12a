import { describe, expect, it } from 'vitest'
import { commonSettings } from '../settings/setting.js'
import { SettingsError } from '../words/errors.js'
import { commands } from './commands.js'

/** The kinds that read a number, and the longest wait that a timer of Node keeps. */
const numeric = ['integer', 'number', 'duration', 'milliseconds', 'range']
const LONGEST_TIMER_MS = 2 ** 31 - 1

const flags = [
  ...commonSettings.map(({ flags, kind }) => ({ name: flags, kind })),
  ...commands.flatMap(({ name, options }) =>
    Object.values(options).map(({ flags, kind }) => ({ name: `${name} ${flags}`, kind })),
  ),
].filter(({ kind }) => numeric.includes(kind.name))

describe('flags that take a number', () => {
  it('are found, whichever command they belong to', () => {
    expect(flags.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['--timeout-ms <n>', 'contract --rate <n>', 'examine --timeout <seconds>']),
    )
  })

  it.each(flags)('$name refuses what is no decimal number, or far beyond any use', ({ name, kind }) => {
    for (const text of [
      '',
      ' ',
      '1e-7',
      '1e3',
      '1e9',
      '0x10',
      'NaN',
      'Infinity',
      '-1',
      '+1',
      '٣',
      '9'.repeat(400),
    ])
      expect(() => kind.read(text, name), `'${text}'`).toThrow(SettingsError)
  })

  it('hold no wait that a timer cannot keep', () => {
    for (const { name, kind } of flags.filter(({ kind }) => ['duration', 'milliseconds'].includes(kind.name)))
      for (const text of ['2147484', '2147483648', '596h'])
        expect(
          readOrNothing(() => Number(kind.read(text, name))),
          `${name} ${text}`,
        ).toBeLessThanOrEqual(LONGEST_TIMER_MS)
  })

  it('--rate keeps a rate that is slow, and none that a timer could not', () => {
    const rate = commands.find(({ name }) => name === 'contract')?.options.rate?.kind
    expect(rate?.read('0.01', '--rate')).toBe(0.01)
    for (const text of ['0', '0.0000001', '0.009', '1000.1'])
      expect(() => rate?.read(text, '--rate')).toThrow(
        expect.objectContaining({
          key: 'settings.number',
          values: { name: '--rate', text, least: 0.01, most: 1000 },
        }),
      )
  })
})

function readOrNothing(read: () => number): number {
  try {
    return read()
  } catch {
    return 0
  }
}

import { expect, it } from 'vitest'
import { systemClock } from '../node/clock.js'
import { createScreen } from './screen.js'

function terminal(isTty: boolean) {
  let shown = ''
  const write = (text: string) => {
    shown += text
  }
  const screen = createScreen({
    out: write,
    err: write,
    outIsTty: isTty,
    errIsTty: isTty,
    width: 20,
    env: {},
    cwd: '/nowhere',
    clock: systemClock,
    signal: new AbortController().signal,
  })
  return { screen, shown: () => shown.replaceAll('\r\u001b[2K', '⌫') }
}

it('prints above the line that stands below, on either stream', () => {
  const { screen, shown } = terminal(true)
  screen.showStatus(['waiting'])
  screen.err('a client says\n')
  screen.out('asked for\n')
  screen.showStatus([])
  screen.err('after\n')
  expect(shown()).toBe('waiting⌫a client says\nwaiting⌫asked for\nwaiting⌫after\n')
})

it('keeps several lines below what is printed, and takes them all away', () => {
  const { screen, shown } = terminal(true)
  screen.showStatus(['one', '\u001b[32mtwo\u001b[39m'])
  screen.err('a client says\n')
  screen.showStatus([])
  const gone = '⌫\u001b[1A\u001b[2K'
  const both = 'one\n\u001b[32mtwo\u001b[39m'
  expect(shown()).toBe(`${both}${gone}a client says\n${both}${gone}`)
})

it('prints no command for a runner of CI but by annotate', () => {
  for (const isTty of [true, false]) {
    const { screen, shown } = terminal(isTty)
    screen.err('::add-mask::e\n')
    screen.out(' ##[x]y\n')
    screen.print('::x::y\n')
    screen.annotate('::error title=a::b')
    expect(shown()).toBe(': :add-mask::e\n # #[x]y\n: :x::y\n::error title=a::b\n')
  }
})

it('neither wipes nor covers a line that somebody has not ended', () => {
  const { screen, shown } = terminal(true)
  screen.showStatus(['waiting'])
  screen.err('half')
  screen.showStatus(['still waiting'])
  screen.err(' a line\n')
  expect(shown()).toBe('waiting⌫half a line\nstill waiting')
})

it('says things as wide as the terminal, and shows of the line below what one line holds', () => {
  const { screen, shown } = terminal(true)
  screen.print('a sentence of more than twenty\n')
  screen.showStatus(['a line of more than twenty'])
  expect(shown()).toBe('a sentence of more\n  than twenty\na line of more tha…')
})

it('gives files and pipes every line whole, and no line below', () => {
  const { screen, shown } = terminal(false)
  screen.showStatus(['waiting'])
  screen.print('a sentence of more than twenty\n')
  expect(shown()).toBe('a sentence of more than twenty\n')
})

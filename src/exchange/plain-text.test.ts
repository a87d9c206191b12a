import { describe, expect, it } from 'vitest'
import { plainJson, plainText, withoutRunnerCommands } from './plain-text.js'

describe('what is not seen', () => {
  it.each<[title: string, text: string, shown: string]>([
    ['a control character', 'a\u001b[31m\u0007', 'a␛[31m␇'],
    ['a control character of one byte more', '\u009b31m', '⟨U+009B⟩31m'],
    ['a carriage return that writes over', 'ok\rno', 'ok␍no'],
    ['marks of direction', '\u202e\u2066\u200f\u061c', '⟨U+202E⟩⟨U+2066⟩⟨U+200F⟩⟨U+061C⟩'],
    ['tag characters', 'a\u{e0001}\u{e0068}\u{e0069}\u{e007f}', 'a⟨U+E0001⟩⟨U+E0068⟩⟨U+E0069⟩⟨U+E007F⟩'],
    [
      'characters without width',
      '\u200b\u2060\ufeff\u00ad\u180e\u034f',
      '⟨U+200B⟩⟨U+2060⟩⟨U+FEFF⟩⟨U+00AD⟩⟨U+180E⟩⟨U+034F⟩',
    ],
    ['letters that are blank', '\u3164\u115f\uffa0', '⟨U+3164⟩⟨U+115F⟩⟨U+FFA0⟩'],
    ['selectors, which can carry bytes', 'a\ufe01\u{e0101}', 'a⟨U+FE01⟩⟨U+E0101⟩'],
    ['ends of lines that few know', '\u2028\u2029\u0085', '⟨U+2028⟩⟨U+2029⟩⟨U+0085⟩'],
    ['half a character', 'a\ud83d', 'a⟨U+D83D⟩'],
  ])('is shown: %s', (_, text, shown) => {
    expect(plainText(text)).toBe(shown)
    const json = JSON.stringify({ text })
    expect(plainJson(json)).toMatch(/^[ -~]+$/)
    expect(JSON.parse(plainJson(json))).toEqual({ text })
  })

  it.each(['ação\n\tb', '日本語 العربية', '❤️ 1️⃣ 👍🏽 😀', ''])('is nothing of %j', (text) => {
    expect(plainText(text)).toBe(text)
    expect(plainJson(JSON.stringify(text))).toBe(JSON.stringify(text))
  })

  it('is not the carriage return of a line end', () => {
    expect(plainText('a\r\nb')).toBe('a\nb')
  })
})

describe('a line that commands a runner of CI', () => {
  /** What GitHub's runner and Azure's agent take for a command: the second form may stand anywhere in a line. */
  const COMMAND = /^\s*::|##\[|##vso\[/im

  it.each([
    ['::add-mask::x', ': :add-mask::x'],
    ['\u00a0 \t::error::x', '\u00a0 \t: :error::x'],
    ['a\n::stop-commands::x', 'a\n: :stop-commands::x'],
    [':::group::x', ': ::group::x'],
    ['sees ##[set-output name=a]b', 'sees # #[set-output name=a]b'],
    ['###[error]x', '## #[error]x'],
    ['a ##vso[task.setvariable variable=a]b', 'a # #vso[task.setvariable variable=a]b'],
    ['##VSO[x]', '# #VSO[x]'],
  ])('is none any more: %j', (line, harmless) => {
    expect(COMMAND.test(line)).toBe(true)
    expect(withoutRunnerCommands(line)).toBe(harmless)
    expect(COMMAND.test(harmless)).toBe(false)
    expect(plainJson(JSON.stringify(line))).not.toMatch(COMMAND)
    expect(JSON.parse(plainJson(JSON.stringify(line)))).toBe(line)
  })

  it.each(['a::b', 'http://[::1]:80', '# [x]', '## title', ''])('is not %j', (line) => {
    expect(withoutRunnerCommands(line)).toBe(line)
  })
})

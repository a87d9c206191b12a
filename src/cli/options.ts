import type { OptionDefinition, OptionDefinitions } from './command.js'

/**
 * Reads the values of the given flags by their kinds.
 *
 * @throws SettingsError naming the flag, its value, and what would fit
 */
export function readOptions(
  definitions: OptionDefinitions,
  given: Readonly<Record<string, unknown>>,
): Readonly<Record<string, never>> {
  const read = Object.entries(definitions).flatMap(([key, definition]) => {
    const value = readValue(definition, given[attributeOf(definition)])
    return value === undefined ? [] : [[key, value] as const]
  })
  // The compiler has checked the definitions, so the types are known.
  return Object.fromEntries(read) as Readonly<Record<string, never>>
}

/** The property under which commander keeps a flag: `--no-page` is a `page` that is false. */
function attributeOf({ flags }: OptionDefinition): string {
  const words = (flags.split(' ')[0] ?? '').replace(/^--(no-)?/, '').split('-')
  return words.map((word, i) => (i === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1))).join('')
}

function readValue({ flags, kind }: OptionDefinition, value: unknown): unknown {
  const name = flags.split(' ')[0] ?? flags
  if (kind.takes === 'nothing') return value === !name.startsWith('--no-') ? true : undefined
  if (value === undefined) return undefined
  if (!kind.isList) return kind.read(String(value), name)
  return (value as readonly string[]).flatMap((one) => kind.read(one, name))
}

/** A sentence in which `backticks` set off what is code. */
export function Prose({ text }: { text: string }) {
  return <>{text.split(/`([^`]+)`/).map((part, at) => (at % 2 === 1 ? <code>{part}</code> : part))}</>
}

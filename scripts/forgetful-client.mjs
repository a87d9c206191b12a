import { readFileSync } from 'node:fs'

/** Returns the code of an example client that forgets to send the hash, for samples and pictures of a failed run. */
export function forgetfulClient() {
  const example = 'examples/javascript/homologar.mjs'
  const client = readFileSync(example, 'utf8')
  const broken = client.replace(', ...hash }', ' }')
  if (broken === client) throw new Error(`${example} no longer contains the text to remove`)
  return broken
}

import { readFile } from 'node:fs/promises'

/** Where the built page lies: beside the bundle, or in `dist` as seen from here. */
const places = ['./page.html', '../dist/page.html', '../../dist/page.html']

/** The built page, or null where nobody built it. */
export async function readPageTemplate(): Promise<string | null> {
  for (const place of places) {
    const text = await readFile(new URL(place, import.meta.url), 'utf8').catch(() => null)
    if (text !== null) return text
  }
  return null
}

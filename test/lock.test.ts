import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

interface Entry {
  readonly integrity?: string
  readonly link?: boolean
}

it.each(['package-lock.json', 'site/package-lock.json'])(
  '%s holds the hash of every package that npm installs, so that no other content is taken for it',
  (path) => {
    const { packages } = JSON.parse(readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')) as {
      readonly packages: Readonly<Record<string, Entry>>
    }
    const entries = Object.entries(packages).filter(([place, { link }]) => place !== '' && !link)
    const open = entries.filter(([, { integrity = '' }]) => !/^sha512-[\w+/]{86}==$/.test(integrity))
    expect(entries.length).toBeGreaterThan(100)
    expect(open.map(([place]) => place)).toEqual([])
  },
)

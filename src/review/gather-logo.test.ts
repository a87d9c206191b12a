import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { gatherLogo } from './gather-attributes.js'
import type { Visitor } from './link-visitor.js'

const folder = mkdtempSync(join(tmpdir(), 'homologa-logo-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function kindOf(bytes: Buffer) {
  writeFileSync(join(folder, 'logo'), bytes)
  return (await gatherLogo('logo', folder, {} as Visitor))?.kind
}

const hex = (...parts: string[]) => Buffer.from(parts.join('').replaceAll(' ', ''), 'hex')
const jpegHead = 'ffd8 ffe0 0010 4a46494600 0101 00 0001 0001 0000 ffc0 000b 08 0002 0002 01 011100'
const webpFrame = `${Buffer.from('WEBPVP8 ').toString('hex')} 0a000000 300100 9d012a 0200 0200`

const images: Readonly<Record<string, Buffer>> = {
  PNG: readFileSync(join(import.meta.dirname, '../../test/sample-application/logo.png')),
  JPEG: hex(jpegHead, 'ffda 0008 01 0100 003f00 d2cf20 ffd9'),
  WebP: hex('52494646 26000000', webpFrame, '00'.repeat(16)),
  SVG: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M0 0"/></svg >\n'),
}

it.each(Object.keys(images))('takes %s for an image, and not one whose end is missing', async (form) => {
  const whole = images[form] ?? Buffer.of()
  const followed = Buffer.concat([whole, Buffer.from('\n\0\0')])
  const cut = whole.subarray(0, whole.length - 8)
  expect([await kindOf(whole), await kindOf(followed), await kindOf(cut)]).toEqual(['image', 'image', 'cut'])
})

it('knows that a JPEG ends nowhere before its picture begins', async () => {
  expect(await kindOf(hex(jpegHead, 'ffd9'))).toBe('cut')
})

it('reads an SVG that closes at once', async () => {
  expect(await kindOf(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'))).toBe(
    'image',
  )
})

import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Visit } from '../../src/review/link-visitor.js'
import { openBrowser, type PageBrowser } from '../../src/review/page-browser.js'
import { visitOf } from '../../src/review/visit.fixture.js'
import { lacks } from '../needs.js'

const executable = await import('@sparticuz/chromium').then(
  ({ default: packed }) => packed.executablePath(),
  () => null,
)
const opened = executable === null ? null : await openBrowser(executable, 'pt-BR')
const reason = opened === null ? 'no packed browser' : 'missing' in opened ? opened.detail : ''
const browser = opened as PageBrowser
let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'browser-'))
})

afterAll(async () => {
  if (reason === '') await browser.close()
  await rm(folder, { recursive: true, force: true })
})

const visit = (html: string, changes: Partial<Visit> = {}): Visit =>
  visitOf({
    headers: [
      ['content-type', 'text/html; charset=utf-8'],
      ['content-encoding', 'gzip'],
    ],
    bytes: Buffer.from(html),
    sizeBytes: html.length,
    // nobody listens there: the page is drawn as it was seen, its address is not called again
    finalUrl: 'http://127.0.0.1:9/retorno?code=abc&state=def',
    ...changes,
  })

describe.skipIf(lacks('a browser', reason === ''))(`a browser that draws redirect pages ${reason}`, () => {
  it('shows the answer as it was seen, and keeps a picture of it', async () => {
    const path = join(folder, 'a', 'page.png')
    const page =
      '<html lang="pt-BR"><title>Feito</title><meta name="viewport" content="width=device-width"><p>Olá</p>'
    expect(await browser.draw(visit(page), path)).toEqual({
      title: 'Feito',
      heading: '',
      text: 'Olá',
      lang: 'pt-BR',
      overflowPx: 0,
      stored: '',
    })
    expect((await readFile(path)).subarray(1, 4).toString()).toBe('PNG')
  })

  it('reads what scripts draw, and measures what is too wide for a telephone', async () => {
    const page =
      '<meta name="viewport" content="width=device-width"><div style="width:1000px">.</div><p id="p"></p><script>p.textContent = "Conta conectada"; document.title = "Feito"</script>'
    const drawn = await browser.draw(visit(page), join(folder, 'b.png'))
    expect(drawn?.text).toContain('Conta conectada')
    expect(drawn?.title).toBe('Feito')
    expect(drawn?.overflowPx).toBeGreaterThan(500)
  })

  it.each(['#/feito', '#', '&x=[*]{a,b}'])(
    'does not call its address again, whatever that holds: %s',
    async (end) => {
      const seen = visit('<h1>Conta conectada</h1>')
      const drawn = await browser.draw({ ...seen, finalUrl: seen.finalUrl + end }, join(folder, 'e.png'))
      expect(drawn?.heading).toBe('Conta conectada')
    },
  )

  it('reads what scripts put away, as far as scripts can read it again', async () => {
    const page = `<p>Conta conectada</p><script>try { localStorage.setItem('a', 'kept') } catch {}
      sessionStorage.setItem('b', 'held'); document.cookie = 'c=d'</script>`
    const cookies = [{ name: 'sid', value: 'hidden', httpOnly: true, isStrict: false }]
    const drawn = await browser.draw(visit(page, { cookies }), join(folder, 'f.png'))
    expect(drawn?.stored.split('\n')).toEqual(['kept', 'held', 'c=d'])
  })

  it('reads what stands in frames', async () => {
    const foreign = '<iframe src="data:text/html,<h1>Vídeo</h1>"></iframe>'
    const page = `<body>${foreign}<iframe srcdoc="<h1>Conta conectada</h1>"></iframe></body>`
    const drawn = await browser.draw(visit(page), join(folder, 'd.png'))
    expect(drawn).toMatchObject({ heading: 'Conta conectada', text: 'Conta conectada' })
  })

  it('brings the cookies of who saw it, and awaits what its scripts ask for', async () => {
    const asked: (string | undefined)[] = []
    const server = createServer(({ headers }, response) => {
      asked.push(headers.cookie)
      setTimeout(() => response.end('Conta conectada'), 100)
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const page = `<h1></h1><script>fetch('/api/estado').then(async (answer) => {
      document.querySelector('h1').textContent = await answer.text() + document.cookie
    })</script>`
    const cookies = [
      { name: 'sessao', value: 'abc', httpOnly: true, isStrict: false },
      { name: '__Secure-outra', value: 'over http', httpOnly: true, isStrict: false },
      { name: 'csrf', value: 'def', httpOnly: false, isStrict: false },
    ]
    const seen = visit(page, { finalUrl: `http://127.0.0.1:${port}/retorno`, cookies })
    const drawn = await browser.draw(seen, join(folder, 'c.png'))
    server.close()
    expect(asked).toEqual(['sessao=abc; csrf=def'])
    expect(drawn).toMatchObject({ heading: 'Conta conectadacsrf=def', text: 'Conta conectadacsrf=def' })
  })
})

describe('no browser', () => {
  it('is said plainly', async () => {
    expect(await openBrowser('/nowhere/chrome', 'pt-BR')).toMatchObject({ missing: 'not-starting' })
  })

  it('draws nothing more once a page has brought it down', async () => {
    const other = (await openBrowser(executable, 'pt-BR')) as PageBrowser
    await other.close()
    expect(await other.draw(visit('<p>Olá</p>'), join(folder, 'down.png'))).toBeNull()
    await other.close()
  })
})

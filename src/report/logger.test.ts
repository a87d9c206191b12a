import { describe, expect, it } from 'vitest'
import { createMasker } from '../exchange/masking.js'
import { createLogger, type LoggerOptions } from './logger.js'

const SECRET = 'zz99-yy88"\n\u00e9xx77'

async function written(
  options: Partial<LoggerOptions>,
  log: (logger: Awaited<ReturnType<typeof createLogger>>) => void,
) {
  const masker = createMasker()
  masker.register('access_token', SECRET)
  let text = ''
  const write = (part: string) => {
    text += part
  }
  log(await createLogger({ level: 'debug', masker, pretty: false, colour: false, write, ...options }))
  return text
}

describe('the log', () => {
  it('is one JSON object a line where nobody reads along', async () => {
    const text = await written({}, (logger) => logger.info({ step: 'homologation/1' }, 'sent'))
    expect(JSON.parse(text)).toMatchObject({ level: 30, msg: 'sent', step: 'homologation/1' })
    expect(text.endsWith('\n')).toBe(true)
  })

  it.each([false, true])('holds no secret, in no field and no message (readable: %s)', async (pretty) => {
    const text = await written({ pretty }, (logger) => {
      logger.warn(
        { err: new Error(`failed: ${SECRET}`), [SECRET]: 1, headers: { authorization: `Bearer ${SECRET}` } },
        SECRET,
      )
      logger.info(encodeURIComponent(SECRET))
      logger.info({ password: 'unregistered-99' })
    })
    for (const form of [
      SECRET,
      encodeURIComponent(SECRET),
      JSON.stringify(SECRET).slice(1, -1),
      'unregistered-99',
    ]) {
      expect(text).not.toContain(form)
    }
    expect(text).toMatch(/\[\w+_token#1\]/)
  })

  it.each([false, true])('lets no text command the terminal (readable: %s)', async (pretty) => {
    const text = await written({ pretty }, (logger) => logger.info('\u001b[2J\u0007\u009b'))
    expect(text).not.toMatch(/[^\P{Cc}\n]/u)
  })

  it('is readable for a person', async () => {
    expect(await written({ pretty: true }, (logger) => logger.info('hello'))).toMatch(/INFO: hello\n$/)
  })

  it('keeps quiet below its level', async () => {
    expect(await written({ level: 'warn' }, (logger) => logger.info('x'))).toBe('')
    expect(await written({ level: 'silent', pretty: true }, (logger) => logger.fatal('x'))).toBe('')
  })
})

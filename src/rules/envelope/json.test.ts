import { expect, it } from 'vitest'
import { breachesBy } from '../told.fixture.js'
import { json } from './envelope.js'

const long = `{"data":[${'{"id":1234567},'.repeat(9)}`

it.each([
  ['of a list that is cut off', `${long}{"nome":"Ja`, `breaks-off \`${`${long}{"nome":"Ja`.slice(-40)}\``],
  ['that lacks its last bracket', '{"data":{"id":1}', 'breaks-off `{"data":{"id":1}`'],
  ['that ends within a text', '[1,"{', 'breaks-off `[1,"{`'],
  [
    'of a page',
    '<!doctype html>\n<title>Entrar</title><p class="a>{',
    'begins `<!doctype html> <title>Entrar</title><p `',
  ],
  ['that ends within a text of its own', '{"data":{}},"', 'breaks-off `{"data":{}},"`'],
  ['in single quotes', "{'data':{}}", "begins `{'data':{}}`"],
  ['that goes on behind its end', '{"data":{}}<br>', 'begins `{"data":{}}<br>`'],
  ['with code of its own', '`a`', "begins `'a'`"],
  ['of blanks', ' \n ', 'blank'],
  ['of many levels', '['.repeat(300), 'too-deep 256'],
])('says of a body %s why it is no JSON, whatever the engine calls it', (_what, response, detail) => {
  const [told] = breachesBy(json, [{ ask: 'GET /contatos', response }])
  expect(told?.values).toEqual({ detail })
})

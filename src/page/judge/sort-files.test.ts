import { expect, it } from 'vitest'
import { sortFiles } from './sort-files.js'

it.each([
  ['own.yaml', 'hash: {}', 'profiles'],
  ['own.json', '{"extends":"bling"}', 'profiles'],
  ['rate.json', '{"rate":{"perSecond":1}}', 'profiles'],
  ['shapes.json', '{"shapes":{}}', 'profiles'],
  ['har.json', '{"log":{"entries":[]}}', 'recordings'],
  ['package.json', '{"name":"app","description":"An application."}', 'recordings'],
  ['entry.json', '{"request":{},"response":{}}', 'recordings'],
  ['list.json', '["rate"]', 'recordings'],
  ['torn.json', '{"rate":', 'recordings'],
  ['session.har', '{"extends":"bling"}', 'recordings'],
] as const)('takes %s, %s, for one of the %s', async (name, text, kind) => {
  const file = new File([text], name)
  expect((await sortFiles([file]))[kind]).toEqual([file])
})

import { expect, it } from 'vitest'
import { countRequests } from './grade-recording.js'
import { exchange } from './sample-run.fixture.js'

function kindsOf(...urls: string[]): readonly string[] {
  const requests = countRequests()
  for (const url of urls) {
    const one = exchange('e1')
    requests.add({ ...one, request: { ...one.request, method: 'GET', url } })
  }
  return requests.kinds
}

it('counts requests by host and path, whatever they ask for', () => {
  expect(
    kindsOf(
      'https://Erp.example:443/Api/v3/produtos/12?x=1#y',
      'https://erp.example/Api/v3/produtos/7',
      'https://user:word@erp.example/Api/v3/produtos/7/8',
      'http://erp.example:8080/Api/v3/produtos/7a',
    ),
  ).toEqual([
    'GET erp.example /Api/v3/produtos/… (2)',
    'GET erp.example /Api/v3/produtos/…/… (1)',
    'GET erp.example:8080 /Api/v3/produtos/7a (1)',
  ])
})

it.each([
  ['/produtos/1', 'GET /produtos/… (1)'],
  ['https://erp.example', 'GET erp.example / (1)'],
  ['https://erp.example?x=/homologacao/', 'GET erp.example / (1)'],
  ['https://[/produtos', 'GET /produtos (1)'],
])('of %s says %s', (url, kind) => {
  expect(kindsOf(url)).toEqual([kind])
})

it.each([
  ['https://erp.example/Api/v3/homologacao/produtos', true],
  ['https://erp.example/homologacao', false],
  ['https://erp.example/x?y=/homologacao/z', false],
])('tells of %s whether it is of the homologation: %s', (url, isOne) => {
  const requests = countRequests()
  const one = exchange('e1')
  requests.add({ ...one, request: { ...one.request, url } })
  expect(requests.hasHomologation).toBe(isOne)
})

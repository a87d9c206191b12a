import { expect, it } from 'vitest'
import { malformedRequestReporter } from './embedded.js'

it('tells each kind in its own words, three times at most', () => {
  const told: unknown[] = []
  const tell = malformedRequestReporter((key, values) => told.push([key, values]))
  tell({ reason: 'HOST_FOREIGN', host: 'erp.example', after: 0 })
  tell({ reason: 'HOST_MISSING', host: null, after: 1 })
  tell({ reason: 'HPE_INVALID_METHOD', host: null, after: 2 })
  tell({ reason: 'HPE_INVALID_METHOD', host: null, after: 2 })
  expect(told).toEqual([
    ['watch.host-foreign', { host: 'erp.example' }],
    ['watch.host-missing', { after: 1 }],
    ['watch.unreadable', { reason: 'HPE_INVALID_METHOD', after: 2 }],
  ])
})

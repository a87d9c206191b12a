import { expect, it } from 'vitest'
import { createMasker } from '../exchange/masking.js'
import { leftNote } from './left-records.js'

const left = {
  fate: 'left',
  route: 'DELETE /contatos/{idContato}',
  reason: 'refused',
  status: 409,
}

it('shows the identifier of a record that the user has to remove by hand, whatever its digits look like', () => {
  const { maskKnown } = createMasker()
  const note = leftNote([{ ...left, id: '52998224725', mayBe: ['11222333000181'] }], 'mark', maskKnown)
  expect(note?.left).toMatchObject([{ id: '52998224725', mayBe: ['11222333000181'] }])
})

it('shows no secret that a service gives for an identifier', () => {
  const masker = createMasker()
  masker.register('access_token', 'zz99yy88xx77')
  const note = leftNote([{ ...left, id: 'zz99yy88xx77' }], 'mark', masker.maskKnown)
  expect(note?.left).toMatchObject([{ id: '[access_token#1]' }])
})

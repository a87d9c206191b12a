import type { JsonSlice } from '../src/run/json-slice.js'
import type { Captures, StepAnswer } from '../src/run/suite.js'
import { suiteOf } from './contract.js'
import {
  actOn,
  createOwn,
  find,
  forSakeOf,
  read,
  readOwn,
  refusal,
  removeForGood,
  removeOwn,
  unknown,
} from './parts.js'
import { dataOf, identifierOf, sliceAt } from './steps.js'

/**
 * Borderôs have no list: one is found in the accounts that it settled, and one of the run's own comes of a payment to an
 * account of its own.
 */
export const borderos = suiteOf('borderos', [
  find('/contas/pagar', 'idContaPagar'),
  read('contas-pagar/read', borderoOf('idBordero')),
  read('read'),
  unknown('read'),
  refusal('read'),

  forSakeOf(
    ['remove'],
    [
      find('/contas/receber'),
      createOwn('contas-receber/create', 'account'),
      readOwn('contas-receber/read', 'account', 'account'),
      actOn('contas-receber/register-payment', 'account'),
      readPaid,
      readOwn('read', 'paid'),
      removeForGood('remove', 'read'),
      removeOwn('contas-receber/remove', 'account'),
    ],
  ),
])

function readPaid(family: string) {
  const [paid] = readOwn('contas-receber/read', 'paid', 'account')(family)
  return paid ? [{ ...paid, captures: (answer: StepAnswer) => capturedFrom(answer, 'created') }] : []
}

function capturedFrom(answer: StepAnswer, as: string): Captures {
  const data = dataOf(answer)
  return data ? borderoOf(as)(data) : {}
}

/** The first of `borderos`: an identifier, or an object that holds one. */
function borderoOf(as: string) {
  return (account: JsonSlice): Captures => {
    const first = sliceAt(account, ['borderos', '0'])
    const id = first && (identifierOf(first) ?? (typeof first.value === 'number' ? first : null))
    return id ? { [as]: id } : {}
  }
}

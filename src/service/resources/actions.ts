import { noContent } from '../answer.js'
import { data, invalid, unknownRecord } from './answers.js'
import { readBody } from './body.js'
import { type Call, firstParam, type Operation } from './operation.js'
import type { StoredRecord } from './record.js'
import { idText } from './records.js'

/** An action whose effect no read shows. */
export const act: Operation = (call) => withRecord(call, () => noContent())

/** …/lancar-estoque/{idDeposito}: both must exist. */
export const bookStockAt: Operation = (call) =>
  withRecord(call, () => {
    const warehouse = Object.values(call.params)[1] ?? ''
    return call.shelfOf('/depositos').find(warehouse) ? noContent() : unknownRecord(call, warehouse)
  })

/** …/baixar registers a payment: the account is settled, and a borderô bears witness. */
export const registerPayment: Operation = (call) =>
  withRecord(call, (record) => {
    const body = readBody(call)
    if (!body.ok) return invalid(call, body.element, body.msg)
    if (Object.keys(body.value).length === 0) return invalid(call, 'data', 'Este campo é obrigatório.')
    const { id: _, ...fields } = record.full
    const bordero = call.shelfOf('/borderos').add({ historico: 'Baixa', pagamentos: [body.value] })
    const before = Array.isArray(fields.borderos) ? fields.borderos : []
    call.shelf.replace(record, { ...fields, situacao: 2, borderos: [...before, bordero.full.id ?? null] })
    return noContent()
  })

/** …/gerar-nfe and /gerar-nfce make an invoice of the order. */
export function issue(collection: '/nfe' | '/nfce'): Operation {
  return (call) =>
    withRecord(call, ({ full }) => {
      const { contato = null, itens = [] } = full
      const { id } = call.shelfOf(collection).add({ numero: '001099', situacao: 1, contato, itens }).full
      return data(`{"id":${idText(id)},"idNotaFiscal":${idText(id)}}`, 201)
    })
}

function withRecord(call: Call, act: (record: StoredRecord) => ReturnType<Operation>): ReturnType<Operation> {
  const record = call.shelf.find(firstParam(call))
  return record ? act(record) : unknownRecord(call, firstParam(call))
}

import { noContent } from '../answer.js'
import { data, invalid, unknownRecord } from './answers.js'
import { readRecord } from './body.js'
import { list, page, wrongParameter } from './list.js'
import { firstParam, type Operation } from './operation.js'
import { setSituation } from './situations.js'

const situationsOfModule = [
  { id: 6, nome: 'Em aberto', idHerdado: 0, cor: '#E9DC40' },
  { id: 9, nome: 'Atendido', idHerdado: 0, cor: '#3FB57A' },
  { id: 12, nome: 'Cancelado', idHerdado: 0, cor: '#CECECE' },
]
const actionsOfModule = [
  { id: 1, nome: 'Lançar estoque', situacao: 1 },
  { id: 2, nome: 'Lançar contas', situacao: 1 },
]
const endConsumer = { id: 1, nome: 'Consumidor final', codigo: '', situacao: 'A', tipo: 'F' }

/** Routes that address their resource in no usual way, by id. */
export const particular: Readonly<Record<string, Operation>> = {
  'contatos/read-end-consumer': () => data(JSON.stringify(endConsumer)),

  'contatos/list-types-of-contact': (call) => {
    const contact = call.shelf.find(firstParam(call))
    return contact
      ? list({ ...call, shelf: call.shelfOf('/contatos/tipos') })
      : unknownRecord(call, firstParam(call))
  },

  'campos-customizados/list-of-module': (call) => {
    const wrong = wrongParameter(call)
    if (wrong) return invalid(call, wrong.name, wrong.msg)
    if (!call.shelf.find(firstParam(call))) return unknownRecord(call, firstParam(call))
    const inModule = call
      .shelfOf('/campos-customizados')
      .all()
      .filter(({ full }) => {
        const { modulo } = full as { readonly modulo?: { readonly id?: unknown } }
        return String(modulo?.id) === firstParam(call)
      })
    return page(call, inModule)
  },

  'situacoes/list-of-module': (call) =>
    call.shelf.find(firstParam(call))
      ? data(JSON.stringify(situationsOfModule))
      : unknownRecord(call, firstParam(call)),

  'situacoes/list-actions': (call) =>
    call.shelf.find(firstParam(call))
      ? data(JSON.stringify(actionsOfModule))
      : unknownRecord(call, firstParam(call)),

  'nfse/read-configuration': (call) => data(call.shelf.all()[0]?.fullText ?? '{}'),

  'nfse/replace-configuration': (call) => {
    const body = readRecord(call)
    const [only] = call.shelf.all()
    if (!body.ok) return invalid(call, body.element, body.msg)
    if (only) call.shelf.replace(only, body.value)
    return noContent()
  },

  'logisticas/set-situation': (call) =>
    setSituation({ ...call, shelf: call.shelfOf('/logisticas/servicos') }),
}

import { contract } from './contract.js'

/** Logistics: services and objects; labels and shipments are named without a method. Objects have no list: shipments show one. */
export const logisticas = contract('logisticas', {
  identifies: { 'list-shipments-of': 'idRemessa' },
  takes: { 'list-shipments': { 'objetos.0.id': 'idObjeto' } },
})

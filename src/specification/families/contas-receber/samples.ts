import { resource } from '../../samples/resource.js'
import { conta } from '../contas-pagar/samples.js'

export const contasReceber = resource({ ...conta, collection: '/contas/receber' })

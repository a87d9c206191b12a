import { conta } from './contas-pagar.js'
import { resource } from './resource.js'

export const contasReceber = resource({ ...conta, collection: '/contas/receber' })

import { contract } from './contract.js'
import { situations } from './parts.js'

/** Custom fields, whose lists hang on their modules. */
export const camposCustomizados = contract('campos-customizados', {
  identifies: { 'list-of-module': 'idCampoCustomizado' },
  instead: { 'set-situation': situations('set-situation', 'read') },
})

import { contract, lifeCycle, list, pages, read, refusal, situations, unknown } from './contract.js'

/** Custom fields, whose lists hang on their modules. */
export const camposCustomizados = contract('campos-customizados', [
  list('list-modules', 'idModulo'),
  list('list-types'),
  list('list-of-module', 'idCampoCustomizado'),
  pages('list-of-module'),
  refusal('list-modules'),
  read('read'),
  unknown('read'),

  lifeCycle({
    create: 'create',
    read: 'read',
    replace: 'replace',
    remove: 'remove',
    between: [situations('set-situation', 'read')],
  }),
])

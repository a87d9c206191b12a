import type { Catalogue } from './catalogue.js'

/** O catálogo em português do Brasil: as mesmas chaves de `en.ts`. */
export const ptBR: Catalogue = {
  findings: {
    'homologation/order:left-out': {
      message: 'O passo {left} não veio: o passo {step} seguiu o passo {before}.',
      expected: 'os cinco passos em ordem: GET, POST, PUT, PATCH, DELETE',
      actual: 'passo {before}, depois passo {step}',
      hint: 'Envie o passo {left} antes do passo {step}; cada passo depende do sucesso do anterior.',
    },
  },
  readings: {},
  requirements: {},
  page: {},
  ui: {},
}

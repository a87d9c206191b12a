import { addressBlock } from './address-block.js'

/** `homologa emulate --fault blocked-after-errors` */
export const blockedAfterErrors = addressBlock({
  name: 'blocked-after-errors',
  description: {
    en: '300 errors within 10 s block the address for 10 minutes',
    'pt-BR': '300 erros em 10 s bloqueiam o endereço por 10 minutos',
  },
  counts: (_channel, status) => status >= 400,
  most: 300,
  withinMs: 10_000,
  forMs: 600_000,
})

import { addressBlock } from './address-block.js'

/** `homologa emulate --fault blocked-after-requests` */
export const blockedAfterRequests = addressBlock({
  name: 'blocked-after-requests',
  description: {
    en: '600 requests within 10 s block the address for 10 minutes',
    'pt-BR': '600 requisições em 10 s bloqueiam o endereço por 10 minutos',
  },
  counts: () => true,
  most: 600,
  withinMs: 10_000,
  forMs: 600_000,
})

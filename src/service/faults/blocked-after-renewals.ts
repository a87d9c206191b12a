import { addressBlock } from './address-block.js'

/** `homologa emulate --fault blocked-after-renewals` */
export const blockedAfterRenewals = addressBlock({
  name: 'blocked-after-renewals',
  description: {
    en: '20 token requests within 60 s block the address for an hour',
    'pt-BR': '20 pedidos de token em 60 s bloqueiam o endereço por uma hora',
  },
  counts: (channel) => channel === 'token',
  most: 20,
  withinMs: 60_000,
  forMs: 3_600_000,
})

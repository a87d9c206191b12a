import { fault } from './fault.js'

/** `homologa check --fault token-always-refused` */
export const tokenAlwaysRefused = fault({
  name: 'token-always-refused',
  breaks: 'auth/renewal',
  description: {
    en: 'every token is refused, renewed ones too',
    'pt-BR': 'todo token é recusado, renovado ou não',
  },
  where: 'every-step',
  change: (_, { refuseToken }) => refuseToken(),
})

import { fault } from '../fault.js'
import { withData } from '../spoilt.js'
import { afterWrite } from './after-write.js'

/** `homologa contract --write --fault listing-action-ignored` */
export const listingActionIgnored = fault({
  name: 'listing-action-ignored',
  breaks: 'situations/listing',
  description: {
    en: 'after publish and pause a listing is a draft',
    'pt-BR': 'depois de publicar e pausar um anúncio é rascunho',
  },
  where: afterWrite((route) => route.id === 'anuncios/publish' || route.id === 'anuncios/pause'),
  change: (answer) => withData(answer, (data) => ({ ...data, situacao: 2 })),
})

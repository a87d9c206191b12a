import { fault } from './fault.js'
import { withChanged } from './spoilt.js'

/** `homologa check --fault post-unwrapped` */
export const postUnwrapped = fault({
  name: 'post-unwrapped',
  breaks: 'envelope/created',
  description: {
    en: 'step 2 answers the identifier without the envelope `data`',
    'pt-BR': 'o passo 2 responde o identificador sem o envelope `data`',
  },
  where: 2,
  change: (answer) => withChanged(answer, ({ data }) => data),
})

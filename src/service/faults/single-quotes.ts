import { fault } from './fault.js'
import { withBody } from './spoilt.js'

/** `homologa check --fault single-quotes` */
export const singleQuotes = fault({
  name: 'single-quotes',
  breaks: 'envelope/json',
  description: {
    en: 'step 1 answers with single quotes where JSON has double ones',
    'pt-BR': 'o passo 1 responde com aspas simples no lugar das duplas do JSON',
  },
  where: 1,
  change: (answer) => withBody(answer, "{'data':{'nome':'Copo','preco':1.5,'codigo':'1'}}"),
})

import type { clauses as english } from '../en/clauses.js'
import type { Same } from '../language.js'

export const clauses = {
  'Application lifecycle': 'Ciclo de vida do aplicativo',
  Authentication: 'Autenticação',
  'Common response envelope': 'Envelope comum das respostas',
  'Custom field situation': 'Situação do campo customizado',
  Endpoints: 'Rotas',
  Errors: 'Erros',
  'Homologation procedure': 'Procedimento de homologação',
  Limits: 'Limites',
  'Listing situation': 'Situação do anúncio',
  Listings: 'Anúncios',
  'Product category': 'Categoria de produtos',
  'Resources and their fields': 'Recursos e seus campos',
  Versioning: 'Versionamento',
  'What the service does': 'O que o serviço faz',
  profile: 'uma suposição do perfil',
  '—': 'fora da especificação',
} satisfies Same<typeof english>

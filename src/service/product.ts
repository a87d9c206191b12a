import { between, createRandom, pick } from './random.js'

/** The product that step 1 returns. */
export interface Product {
  readonly nome: string
  readonly preco: number
  readonly codigo: string
}

const names: readonly [string, ...string[]] = [
  'Caneca esmaltada 350 ml',
  'Café torrado em grãos 500 g',
  'Rede de descanso algodão cru',
  'Chinelo de dedo nº 39',
  'Panela de pressão 4,5 L',
  'Farinha de mandioca Copioba 1 kg',
  'Camiseta malha fria "Verão"',
  'Pão de queijo congelado 1 kg',
  'Cuia de chimarrão em porongo',
  'Erva-mate moída grossa 1 kg',
  'Violão acústico clássico',
  'Lâmpada LED 9 W bivolt',
  'Tênis de corrida São Silvestre',
  'Parafuso sextavado 1/4 x 2',
  'Mochila escolar 20 L',
  'Doce de leite Viçosa 400 g',
  'Ventilador de mesa 40 cm',
  'Cachaça artesanal 700 ml',
  'Toalha de banho felpuda',
  'Chave de fenda 3/16" x 6"',
  'Açaí congelado polpa 1 kg',
  'Jogo de lençóis casal 200 fios',
  'Bola de futebol society',
  'Filtro de barro São João 8 L',
]

/** Makes a plausible product. The code is text and may begin with zeros. */
export function sampleProduct(seed: string): Product {
  const random = createRandom(seed)
  const nome = pick(random, names)
  const cents = between(random, 199, 99_999)
  const number = String(between(random, 1, 99_999)).padStart(6, '0')
  const codigo = random() < 0.5 ? number : `${nome.slice(0, 3).toUpperCase()}-${number}`
  return { nome, preco: (cents % 10 === 0 ? cents + 6 : cents) / 100, codigo }
}

/** Eleven digits: beyond 2^31, below 2^53. */
export function sampleProductId(seed: string): number {
  return between(createRandom(seed), 15_000_000_000, 19_999_999_999)
}

/**
 * Values of fields, chosen by the field's name. All are fictitious: document numbers that were never issued but have
 * valid check digits, and mail and network addresses that cannot exist.
 */

/** Returns a fraction in [0, 1). */
type Random = () => number

/** Texts by the exact name of the field. */
const texts: Readonly<Record<string, readonly string[]>> = {
  fantasia: ['Boa Vista', 'Pão Quente', 'São Jorge'],
  descricao: [
    'Caneca esmaltada 350 ml',
    'Café torrado em grãos 500 g',
    'Entrega econômica',
    'Depósito geral',
  ],
  titulo: ['Cuia de chimarrão em porongo', 'Panela de pressão 4,5 L', 'Certificado vence em 30 dias'],
  codigo: ['CAN-001', 'CAF-500', 'RED-020', '001042'],
  numero: ['1042', '1043', '1044'],
  serie: ['1', '2'],
  numeroDocumento: ['99999001000159', '99999002000101', '99999003000148'],
  cnpj: ['99999004000192', '99999005000137', '99999008000170'],
  ie: ['ISENTO', ''],
  telefone: ['(00) 3000-0000'],
  celular: ['(00) 90000-0000'],
  email: ['contato@exemplo.invalid', 'vendas@exemplo.invalid'],
  endereco: ['Rua das Acácias', 'Avenida Central'],
  complemento: ['Sala 2', ''],
  bairro: ['Centro', 'Boa Vista'],
  municipio: ['Bento Gonçalves', 'Recife', 'Curitiba'],
  uf: ['RS', 'PE', 'PR'],
  cep: ['95700-000', '50010-000', '80010-000'],
  pais: ['Brasil'],
  unidade: ['UN', 'KG', 'CX'],
  observacoes: ['Entregar pela manhã', 'Conferir na chegada', ''],
  historico: ['Compra de embalagens', 'Mensalidade', 'Venda balcão'],
  marca: ['Porongo', 'Serra Azul'],
  ncm: ['6911.10.10', '0901.21.00'],
  gtin: ['7890000000017', '7890000000024'],
  cor: ['#3FA653', '#E9DC40'],
  tipoIntegracao: ['Correios', 'Api'],
  situacao: ['A'],
  placa: ['AAA0A00'],
  servico: ['PAC', 'SEDEX'],
}

const companies = ['Armazém Boa Vista', 'Padaria Pão Quente', 'Ferragens São Jorge', 'Mercearia Acácia']
const products = [
  'Caneca esmaltada 350 ml',
  'Café torrado em grãos 500 g',
  'Rede de descanso algodão cru',
  'Panela de pressão 4,5 L',
]

/** Values of the field `nome`, by the field or collection that it belongs to. The first row that matches counts. */
const names: readonly (readonly [RegExp, readonly string[]])[] = [
  [/categoria|grupo/i, ['Utensílios', 'Alimentos', 'Jardim']],
  [/situac|transic/i, ['Em aberto', 'Atendido', 'Em andamento']],
  [/modulo/i, ['Produtos', 'Pedidos de venda', 'Contatos']],
  [/produto|variac|ite(m|ns)|anuncio|componente|opcoes/i, products],
]

/** Texts by a part of the field's name. The first row that matches counts. */
const textsByPattern: readonly (readonly [RegExp, readonly string[]])[] = [
  [
    /^(link|url)|url$|link|imagem/i,
    ['https://exemplo.invalid/arquivo', 'https://exemplo.invalid/imagem.png'],
  ],
  [/^xml$/i, ['https://exemplo.invalid/nota.xml']],
  [/^gtin/, ['7890000000017', '7890000000024']],
  [
    /^observac|^texto|^mensagem|introducao|justificativa|motivo/,
    ['Entregar pela manhã', 'Conferir na chegada'],
  ],
  [/^descric|descricao/i, ['Acabamento brilhante, uso diário', 'Torra média, notas de chocolate']],
  [/^nome/, companies],
  [/^cnpj/, ['99999004000192', '99999005000137']],
  [/^numero|^codigo|^cod/, ['1042', '1043', '1044']],
  [/email|remetente|copia|resposta/i, ['contato@exemplo.invalid']],
]

/** Returns a text for the field at the end of a path. `format` is that of the schema, such as `date`. */
export function sampleText(path: readonly string[], format: unknown, random: Random, about = ''): string {
  const name = path.at(-1) ?? ''
  if (format === 'date') return day(random)
  if (format === 'date-time') return `${day(random)} ${clock(random)}`
  // a text that holds a number
  if (format === 'integer' || format === 'number') return String(sampleNumber(path, true, random))
  if (name === 'id' || /^ids?[A-Z]/.test(name)) return String(identifier(random))
  if (/^data[A-Z]|^data$|^(vencimento|validade|criacao)$/.test(name)) return day(random)
  if (/^chaveAcesso/.test(name)) return digits(44, random)
  const known = name === 'nome' ? findByPattern(names, path.at(-2) ?? about) : texts[name]
  const choices = known ?? findByPattern(textsByPattern, name) ?? ['Copo']
  return choices[Math.floor(random() * choices.length)] as string
}

function findByPattern(rows: typeof names, text: string): readonly string[] | undefined {
  return rows.find(([pattern]) => pattern.test(text))?.[1]
}

/** Codes that the tax authorities define. */
const codes: Readonly<Record<string, readonly number[]>> = { codigoFiscal: [1, 3, 15, 17], crt: [1, 2, 3] }

/** Returns a number for the field at the end of a path. */
export function sampleNumber(path: readonly string[], whole: boolean, random: Random): number {
  const name = path.at(-1) ?? ''
  const known = codes[name]
  if (known) return known[Math.floor(random() * known.length)] as number
  if (name === 'id' || /^ids?[A-Z]/.test(name)) return identifier(random)
  if (whole) return 1 + Math.floor(random() * (/^numero/.test(name) ? 9000 : 9))
  if (/^aliquota|^percentual|^porcentagem/i.test(name)) return decimalUpTo(18, random)
  if (/^peso|quantidade|^saldo|^largura|^altura|^comprimento|^profundidade/i.test(name))
    return decimalUpTo(40, random)
  return decimalUpTo(500, random)
}

/** Identifiers have eleven digits, so that they exceed 32 bits, as those of the service do. */
function identifier(random: Random): number {
  return 15_000_000_000 + Math.floor(random() * 3_999_999_999)
}

/** A number with two decimals, from 1 to `most`. */
function decimalUpTo(most: number, random: Random): number {
  return Math.round(100 + random() * (most - 1) * 100) / 100
}

function digits(length: number, random: Random): string {
  return Array.from({ length }, () => Math.floor(random() * 10)).join('')
}

function day(random: Random): string {
  const month = 1 + Math.floor(random() * 12)
  const date = 1 + Math.floor(random() * 28)
  return `2026-${two(month)}-${two(date)}`
}

function clock(random: Random): string {
  return `${two(8 + Math.floor(random() * 10))}:${two(Math.floor(random() * 60))}:00`
}

function two(number: number): string {
  return String(number).padStart(2, '0')
}

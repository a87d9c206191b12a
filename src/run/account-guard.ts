import { isObject, type Json, property } from '../exchange/json.js'
import { bodyJson, type RawBody, type RawExchange } from '../exchange/raw.js'
import { type Account, sendAlone } from './account.js'

export type GuardOutcome =
  | { readonly kind: 'match' }
  /** `found`: what the service calls the company. */
  | { readonly kind: 'mismatch'; readonly found: string }
  /** The service does not show whose account it is. */
  | { readonly kind: 'not-shown' }

/** Routes that may show the company: the first is in the public document, the second in the specification. */
const places = ['/empresas/me/dados-basicos', '/empresas'] as const

/** Whether the account belongs to the company: by its name, its CNPJ, or its identifier. */
export async function guardAccount(
  account: Account,
  wanted: string,
  signal?: AbortSignal,
): Promise<GuardOutcome> {
  for (const path of places) {
    const companies = await companiesAt(account, path, signal)
    if (companies.length === 0) continue
    if (companies.some((company) => isSame(company, wanted))) return { kind: 'match' }
    const names = companies.map(({ nome, id }) => String(nome ?? id ?? '?').slice(0, 80))
    return { kind: 'mismatch', found: names.join(', ') }
  }
  return { kind: 'not-shown' }
}

type Company = { readonly [key: string]: Json }

async function companiesAt(account: Account, path: string, signal?: AbortSignal): Promise<Company[]> {
  let body: RawBody | null = null as RawBody | null
  const step = { id: 'account/company', title: `GET ${path}`, method: 'GET', path } as const
  const read = ({ response, failure }: RawExchange) => {
    if (failure === null && response?.status === 200) body = response.body
  }
  await sendAlone(account, step, read, signal)
  const data = property(bodyJson(body), 'data')
  const listed: readonly (Json | undefined)[] = Array.isArray(data) ? (data as readonly Json[]) : [data]
  return listed
    .filter(isObject)
    .filter((company) => ['nome', 'cnpj'].some((field) => Object.hasOwn(company, field)))
}

function isSame(company: Company, wanted: string): boolean {
  const digits = wanted.replace(/\D/g, '')
  const cnpj = String(company.cnpj ?? '').replace(/\D/g, '')
  if (digits.length === 14 && cnpj !== '') return digits === cnpj
  return [company.nome, company.razaoSocial, company.fantasia, company.id].some(
    (value) => value !== undefined && value !== null && folded(String(value)) === folded(wanted),
  )
}

function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').replace(/\s+/g, ' ').trim().toLowerCase()
}

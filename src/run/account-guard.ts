/** Checks that a run writes to the account of the right company. */

import { isObject, type Json, property } from '../exchange/json.js'
import { bodyJson } from '../exchange/raw.js'
import { type Account, sendSingleStep } from './account.js'

type GuardOutcome =
  | { readonly kind: 'match' }
  /** `found`: the company's name as the service shows it. */
  | { readonly kind: 'mismatch'; readonly found: string }
  /** The service does not show whose account it is. */
  | { readonly kind: 'not-shown' }

/** Routes that show the company: the first is in the public document, the second in the specification. */
const companyPaths = ['/empresas/me/dados-basicos', '/empresas'] as const

/**
 * Checks that the account belongs to the company that the user named, before anything is written to it. `wanted` is the
 * company's name, CNPJ or identifier.
 */
export async function guardAccount(
  account: Account,
  wanted: string,
  signal?: AbortSignal,
): Promise<GuardOutcome> {
  for (const path of companyPaths) {
    const companies = await companiesAt(account, path, signal)
    // the service does not have this route, or the token may not read it
    if (companies.length === 0) continue
    if (companies.some((company) => isCompany(company, wanted))) return { kind: 'match' }
    const names = companies.map(({ nome, id }) => String(nome ?? id ?? '?').slice(0, 80))
    return { kind: 'mismatch', found: names.join(', ') }
  }
  return { kind: 'not-shown' }
}

type Company = { readonly [key: string]: Json }

async function companiesAt(account: Account, path: string, signal?: AbortSignal): Promise<Company[]> {
  const step = { id: 'account/company', title: `GET ${path}`, method: 'GET', path } as const
  const exchanges = await sendSingleStep(account, step, signal)
  const read = exchanges.findLast(({ response, failure }) => failure === null && response?.status === 200)
  const data = property(bodyJson(read?.response?.body), 'data')
  const listed: readonly (Json | undefined)[] = Array.isArray(data) ? (data as readonly Json[]) : [data]
  // a record without name and CNPJ shows no company
  return listed.filter(isObject).filter((record) => 'nome' in record || 'cnpj' in record)
}

function isCompany(company: Company, wanted: string): boolean {
  const wantedDigits = wanted.replace(/\D/g, '')
  const cnpj = String(company.cnpj ?? '').replace(/\D/g, '')
  // a CNPJ has 14 digits
  if (wantedDigits.length === 14 && cnpj !== '') return wantedDigits === cnpj
  return [company.nome, company.razaoSocial, company.fantasia, company.id].some(
    (value) => value !== undefined && value !== null && normalise(String(value)) === normalise(wanted),
  )
}

/** Removes case, accents and repeated spaces. */
function normalise(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').replace(/\s+/g, ' ').trim().toLowerCase()
}

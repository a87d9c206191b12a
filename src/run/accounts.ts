import type { Credentials } from '../client/token-source.js'
import { accountKey } from '../client/tokens.js'
import { isPlainObject } from '../specification/plain-object.js'
import type { ErrorValues, UiKey } from '../words/errors.js'
import { readYamlOrJson } from '../yaml-document.js'
import { PlacedFlaw, placed } from './placed-flaw.js'

/**
 * Several accounts in one run. Secrets stay in the environment: `$NAME` stands for a variable, and only that is read for what
 * must not lie in a file.
 *
 *     accounts:
 *       - name: matriz
 *         accessToken: $MATRIZ_ACCESS_TOKEN
 *         refreshToken: $MATRIZ_REFRESH_TOKEN
 *         clientId: $CLIENT_ID
 *         clientSecret: $CLIENT_SECRET
 *         account: Comércio Modelo Ltda
 */
export interface NamedAccount {
  readonly name: string
  readonly credentials: Credentials
  /** The company that it must belong to, or null. */
  readonly account: string | null
}

const secrets = ['accessToken', 'refreshToken', 'clientId', 'clientSecret', 'tokenCommand'] as const
const known: readonly string[] = ['name', 'account', ...secrets]

type Env = Readonly<Record<string, string | undefined>>

/** @throws ContractInputError naming the file and what is wrong; InputError where it is neither YAML nor JSON */
export async function readAccounts(
  text: string,
  path: string,
  env: Env,
  tokenUrl: string | null,
): Promise<NamedAccount[]> {
  const { value, file, locate } = await readYamlOrJson(text, path, { textsOnly: true })
  const inList = (at: readonly (string | number)[]) => locate(isPlainObject(value) ? ['accounts', ...at] : at)
  return await placed('contract.error.accounts-file', { file, locate: inList }, () =>
    accountsOf(value, { env, tokenUrl }),
  )
}

/** `at`: below the list. */
function flaw(
  key: Extract<UiKey, `accounts.${string}`>,
  values: ErrorValues = {},
  at: readonly (string | number)[] = [],
): PlacedFlaw {
  return new PlacedFlaw({ key, values }, at)
}

function accountsOf(value: unknown, given: Given): NamedAccount[] {
  const listed = isPlainObject(value) ? value.accounts : value
  if (!Array.isArray(listed) || listed.length === 0) throw flaw('accounts.list')
  const accounts = listed.map((entry, i) => readOne(entry, i, given))
  const second = accounts.findIndex(({ name }, i) => accounts.findIndex((one) => one.name === name) !== i)
  const twice = accounts[second]
  if (twice) throw flaw('accounts.twice', { name: twice.name }, [second])
  const apart = accounts.map((one) => toldApart(one, accounts))
  for (const [i, { name, credentials }] of apart.entries()) {
    const key = accountKey('', credentials)
    const other = apart.slice(0, i).find((one) => accountKey('', one.credentials) === key)
    if (other) throw flaw('accounts.same', { name: other.name, other: name }, [i])
  }
  return apart
}

/** One client may have access to several companies: their locks, tokens and ledgers must not be one. */
function toldApart(one: NamedAccount, accounts: readonly NamedAccount[]): NamedAccount {
  const { clientId } = one.credentials
  const isShared = accounts.some((other) => other !== one && other.credentials.clientId === clientId)
  if (clientId === null || !isShared) return one
  return { ...one, credentials: { ...one.credentials, among: one.name } }
}

/** What an account may refer to. */
interface Given {
  readonly env: Env
  readonly tokenUrl: string | null
}

function readOne(entry: unknown, index: number, { env, tokenUrl }: Given): NamedAccount {
  const record = isPlainObject(entry) ? entry : {}
  const strange = Object.keys(record).find((key) => !known.includes(key))
  if (strange !== undefined)
    throw flaw('accounts.unknown-key', { key: strange, known: known.join(', ') }, [index, strange])
  const name = String(record.name ?? `account-${index + 1}`)
  const secret = (key: (typeof secrets)[number]) => secretOf(record[key], [index, key], env)
  const given = {
    accessToken: secret('accessToken'),
    refreshToken: secret('refreshToken'),
    clientId: secret('clientId'),
    clientSecret: secret('clientSecret'),
    tokenCommand: secret('tokenCommand'),
  }
  if (given.accessToken === null && given.refreshToken === null && given.tokenCommand === null)
    throw flaw('accounts.no-token', { name }, [index])
  const account = record.account === undefined ? null : String(record.account)
  return { name, account, credentials: { ...given, tokenUrl } }
}

/** A secret in the file itself is refused: files of settings end up in repositories. */
function secretOf(value: unknown, at: readonly [index: number, key: string], env: Env): string | null {
  if (value === undefined || value === null || value === '') return null
  const name = /^\$\{?([A-Za-z_]\w*)\}?$/.exec(String(value))?.[1]
  const place = `accounts[${at[0]}].${at[1]}`
  if (name === undefined) throw flaw('accounts.no-variable', { place }, at)
  const found = env[name]
  if (found === undefined || found === '') throw flaw('accounts.unset', { place, name }, at)
  return found
}

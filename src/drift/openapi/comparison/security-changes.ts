import { listOf, type Node } from '../node.js'
import type { ChangeCode } from './change.js'

interface SecurityChange {
  readonly code: ChangeCode
  readonly place: string
  readonly before?: string
  readonly after?: string
}

/** How clients are let in: each way is compared with the one of the same schemes. */
export function* securityChanges(before: readonly Node[], after: readonly Node[]): Generator<SecurityChange> {
  const olds = alternativesOf(before)
  const news = alternativesOf(after)
  const place = 'security'
  if (olds.size === 0) {
    if (news.size > 0) yield { code: 'security-introduced', place, after: [...news.keys()].join(' / ') }
  } else if (news.size === 0) {
    yield { code: 'security-dropped', place, before: [...olds.keys()].join(' / ') }
  } else {
    for (const [schemes, scopes] of olds) {
      const now = news.get(schemes)
      if (now) yield* scopeChanges(schemes, scopes, now)
      else yield { code: 'security-alternative-removed', place, before: schemes }
    }
    for (const schemes of news.keys())
      if (!olds.has(schemes)) yield { code: 'security-alternative-added', place, after: schemes }
  }
}

function* scopeChanges(
  schemes: string,
  before: ReadonlySet<string>,
  after: ReadonlySet<string>,
): Generator<SecurityChange> {
  const place = `security ${schemes}`
  for (const scope of before) if (!after.has(scope)) yield { code: 'scope-removed', place, before: scope }
  for (const scope of after) if (!before.has(scope)) yield { code: 'scope-added', place, after: scope }
}

/** Each way of being let in, by its schemes, with the scopes it takes; none where nobody is kept out. */
function alternativesOf(security: readonly Node[]): ReadonlyMap<string, ReadonlySet<string>> {
  const alternatives = new Map<string, ReadonlySet<string>>()
  for (const requirement of security) {
    const schemes = Object.keys(requirement).sort()
    if (schemes.length === 0) return new Map()
    const scopes = schemes.flatMap((scheme) =>
      listOf(requirement[scheme]).map((scope) => `${scheme}:${String(scope)}`),
    )
    alternatives.set(schemes.join(' + '), new Set(scopes))
  }
  return alternatives
}

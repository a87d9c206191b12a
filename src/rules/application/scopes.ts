import { isFamily } from '../../specification/find-route.js'
import { applicationRule } from './application-rule.js'
import type { Scope } from './facts.js'

const MIN_WHY = 15

/** Each scope is asked for once, says what it opens, and why the application's purpose needs it. */
export const scopes = applicationRule('application/scopes', ({ registration }, note) => {
  note.tested()
  if (registration.scopes.length === 0) note.breach('none')
  if (registration.purpose === '') note.breach('no-purpose')
  for (const [place, one] of registration.scopes.entries()) {
    const { scope } = one
    const subject = scope
    if (registration.scopes.findIndex((other) => other.scope === scope) < place) {
      note.breach('twice', { values: { scope }, subject })
    }
    if (isUnjustified(one, registration.scopes)) note.breach('unjustified', { values: { scope }, subject })
    if (one.resources.length === 0) note.breach('no-resources', { values: { scope }, subject })
    for (const resource of one.resources.filter((name) => !isFamily(name))) {
      note.breach('unknown-resource', { values: { scope, resource }, subject: `${scope} ${resource}` })
    }
  }
})

/** The same sentence for several scopes justifies none of them. */
function isUnjustified({ why, scope }: Scope, all: readonly Scope[]): boolean {
  const isCopied = all.some((other) => other.scope !== scope && other.why === why)
  return [...why].length < MIN_WHY || isCopied
}

/** The procedure's own routes need no scope. */
const FREE = 'homologacao'

/** Registered scopes and recorded traffic open and use the same: none too many, none too few. */
export const scopesUsed = applicationRule('application/scopes-used', ({ registration, traffic }, note) => {
  const used = (traffic?.used ?? []).filter(({ family }) => family !== FREE)
  if (registration.scopes.length === 0) return
  if (used.length === 0) return note.open('no-traffic')
  note.tested()
  for (const scope of registration.scopes) {
    const values = { scope: scope.scope, resources: scope.resources.join(', ') }
    const subject = scope.scope
    const own = used.filter(({ family }) => scope.resources.includes(family))
    if (own.length === 0) note.breach('unused', { values, subject })
    else if (scope.access === 'write' && !own.some(({ access }) => access === 'write'))
      note.breach('wider', { values, subject })
  }
  for (const { family, access, route } of used) {
    const isOpened = registration.scopes.some(
      (scope) => scope.resources.includes(family) && (scope.access === 'write' || access === 'read'),
    )
    if (isOpened) continue
    note.breach('uncovered', { values: { route, family, access }, subject: route })
  }
})

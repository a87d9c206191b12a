import { applicationRule } from './application-rule.js'
import type { Scope, TrafficFacts } from './facts.js'

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
    if (!isUsed(scope, used)) note.breach('unused', { values, subject })
    else if (isWider(scope, used)) note.breach('wider', { values, subject })
  }
  for (const { family, access, route } of used) {
    if (registration.scopes.some((scope) => opens(scope, family, access))) continue
    note.breach('uncovered', { values: { route, family, access }, subject: route })
  }
})

type Used = TrafficFacts['used']

function isUsed({ resources }: Scope, used: Used): boolean {
  return used.some(({ family }) => resources.includes(family))
}

function isWider({ access, resources }: Scope, used: Used): boolean {
  return access === 'write' && !used.some((one) => one.access === 'write' && resources.includes(one.family))
}

function opens(scope: Scope, family: string, access: Scope['access']): boolean {
  return scope.resources.includes(family) && (scope.access === 'write' || access === 'read')
}

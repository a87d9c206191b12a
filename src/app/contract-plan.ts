import { resolve } from 'node:path'
import { homologation } from '../../suites/homologation.js'
import { suitesKnown } from '../../suites/index.js'
import { readTextFile } from '../node/text-file.js'
import { allowanceOf, leavesRecord, type Permissions, resourceNear } from '../run/contract/permissions.js'
import { checkStepIds, minimumSeconds, type Plan, planContract } from '../run/contract/plan.js'
import { shareOf } from '../run/contract/shard.js'
import type { Captures, Suite } from '../run/suite.js'
import { didYouMean, unknownError } from '../settings/did-you-mean.js'
import type { Profile } from '../specification/profile.js'
import { ownRatePerSecond } from '../specification/rate.js'
import { type Route, routeName } from '../specification/route.js'
import { type Catalogue, fill, type Lang } from '../words/catalogue.js'
import { SettingsError } from '../words/errors.js'
import { durationText } from '../words/numerals.js'
import type { InvocationOf } from './invocation.js'
import type { Outcome } from './outcome.js'

type Contract = InvocationOf<'contract'>

/** The requests that a contract run will send, and the changes that it is allowed to make. */
export interface Intent {
  readonly permissions: Permissions
  readonly plan: Plan
  /** null: unlimited. */
  readonly ratePerSecond: number | null
}

/** @throws SettingsError if a resource, a tag, a sample or a permission is unknown */
export async function planIntent(invocation: Contract, isEmbedded: boolean): Promise<Intent> {
  const { options, settings } = invocation
  const permissions = parsePermissions(invocation, isEmbedded)
  const plan = await makePlan(invocation, permissions)
  return { permissions, plan, ratePerSecond: options.rate ?? defaultRate(settings.profile, isEmbedded) }
}

/** The default limit of requests in any second; null if unlimited. */
export function defaultRate(profile: Profile, isEmbedded: boolean): number | null {
  return isEmbedded ? null : ownRatePerSecond(profile)
}

/** A rate that the user sets replaces the profile's, because users know their accounts. The run is judged by it as well. */
export function withRate(profile: Profile, ratePerSecond: number | undefined): Profile {
  if (ratePerSecond === undefined) return profile
  return { ...profile, rate: { ...profile.rate, perSecond: ratePerSecond } }
}

/** Adds the response shapes of the user's suites to the profile, because the journal keeps the profile and is judged by it again. */
export async function withSuiteShapes(suites: readonly Suite[], profile: Profile): Promise<Profile> {
  if (suites.every(({ shapes }) => shapes === undefined)) return profile
  const { withWrittenShapes } = await import('../specification/own-shapes.js')
  return withWrittenShapes(profile, suites)
}

function parsePermissions({ options, settings }: Contract, embedded: boolean): Permissions {
  const { allow = [], write = false } = options
  const names = allow.flatMap((text) => text.split(','))
  if (write && !embedded && names.length === 0)
    throw new SettingsError('contract.error.write-needs-allow', {})
  return { embedded, write, allow: allowanceOf(names), knowledge: settings.profile.knowledge }
}

/** Values to fill into requests, from the file of `--samples`. */
async function loadSamples({ options, settings }: Contract): Promise<Captures | undefined> {
  const { samples: file } = options
  if (file === undefined) return
  const { readSamples } = await import('../run/user-files.js')
  return readSamples(await readTextFile(file, settings.cwd), file)
}

/**
 * Adds suites of the user to the known ones. `origin`: the file that they come from, for an error.
 *
 * @throws SettingsError if one has the id of another suite: reports and names on the command line would mean both
 */
export function withUserSuites(known: readonly Suite[], own: readonly Suite[], origin: string): Suite[] {
  const suites = [...known]
  for (const suite of own) {
    const other = [homologation, ...suites].find(({ id }) => id === suite.id)
    if (other) {
      // If they share a step as well, the error about the step says more.
      checkStepIds([other, suite])
      throw new SettingsError('contract.suite-known', { file: origin, id: suite.id })
    }
    suites.push(suite)
  }
  return suites
}

async function makePlan(invocation: Contract, permissions: Permissions): Promise<Plan> {
  const { args, options, settings } = invocation
  const captures = await loadSamples(invocation)
  let suites: Suite[] = suitesKnown(permissions.knowledge)
  for (const file of options.suite ?? []) {
    const { loadUserSuites } = await import('../run/user-files.js')
    suites = withUserSuites(suites, await loadUserSuites(resolve(settings.cwd, file)), file)
  }
  const ids = suites.map(({ id }) => id)
  const unknown = args.find((name) => !ids.includes(name))
  if (unknown !== undefined) {
    const near = didYouMean(unknown, ids) ?? resourceNear(unknown)
    throw unknownError('contract.error.unknown-resource', near, { name: unknown, known: ids.join(', ') })
  }
  const { tag: tags = [] } = options
  refuseUnknownTag(tags, suites)
  return planContract({ suites, selected: args, tags, permissions, captures })
}

function refuseUnknownTag(tags: readonly string[], suites: readonly Suite[]): void {
  const known = new Set(suites.flatMap(({ steps }) => steps.flatMap((step) => step.tags ?? [])))
  const tag = tags.find((name) => !known.has(name))
  if (tag === undefined) return
  throw new SettingsError('contract.error.unknown-tag', { tag, known: [...known].sort().join(', ') })
}

/** The steps that this machine sends: the whole plan, or with `--shard` its part of it, with the steps that the part depends on. */
export function shareOfPlan({ shard }: Contract['options'], { plan, permissions }: Intent): Plan {
  if (shard === undefined) return plan
  // The suite that runs first creates the records that others refer to. `planContract` adds it again if the share needs such a record.
  const independent = plan.suites.filter(({ runsFirst }) => !runsFirst)
  const suites = shareOf(independent, ({ steps }) => steps.length, shard)
  const share = planContract({ suites, selected: [], permissions, captures: plan.captures })
  const requestsOf = new Map(share.routes.map(({ route, requests }) => [route.id, requests]))
  const routes = plan.routes.map(({ reason, ...planned }) => {
    const requests = requestsOf.get(planned.route.id) ?? 0
    return { ...planned, requests, reason: requests > 0 ? null : (reason ?? 'other-shard') }
  })
  return { ...share, routes }
}

/** Width of the longest risk, `delete-many`. */
const RISK_WIDTH = 11
const COUNT_WIDTH = 4

/** `--list`: every route with its risk and the number of requests. Nothing is sent. */
export function listOutcome(intent: Intent, options: Contract['options']): Outcome {
  const { ratePerSecond, permissions } = intent
  const plan = shareOfPlan(options, intent)
  /** Whether a record that the route creates stays in the account. */
  const leaves = (route: Route) => !permissions.embedded && leavesRecord(route, permissions)
  return {
    ending: 'pass',
    data: listData(plan, ratePerSecond, leaves),
    lines: ({ catalogue: { ui }, lang }) => {
      // `lacks`: the collections of which the route needs a record that this run does not have
      const noteOf = ({ route, reason, lacks }: Plan['routes'][number]) => {
        if (reason === null) return leaves(route) ? ui['contract.list.stays'] : null
        if (lacks.length === 0) return ui[`contract.reason.${reason}`]
        return fill(ui['contract.list.lacks'], { collections: lacks.join(', ') }, lang)
      }
      const lines = plan.routes.map((planned) => {
        const { route, requests } = planned
        const risk = route.risk.padEnd(RISK_WIDTH)
        const count = (requests > 0 ? String(requests) : '–').padStart(COUNT_WIDTH)
        const note = noteOf(planned)
        return `${risk}  ${count}  ${routeName(route)}${note === null ? '' : `  (${note})`}`
      })
      const references = referenceLines(plan, ui, lang)
      const least = durationText(minimumSeconds(plan.requests, ratePerSecond) * 1000, lang)
      const values = { routes: plan.routes.length, requests: plan.requests, least }
      return [...lines, '', ...references, fill(ui['contract.list.head'], values, lang)]
    },
  }
}

/** `POST /pedidos/vendas  contato.id (/contatos): a record that this run creates first` */
function referenceLines({ references }: Plan, ui: Catalogue['ui'], lang: Lang): string[] {
  if (references.length === 0) return []
  const lines = references.map(({ route, path, collection, origin, id }) => {
    const record = fill(ui[`contract.list.origin.${origin}`], { id }, lang)
    return `${route}  ${path}${collection === null ? '' : ` (${collection})`}: ${record}`
  })
  return [ui['contract.list.references'], ...lines, '']
}

/** The list for `--json`. */
function listData(plan: Plan, ratePerSecond: number | null, leaves: (route: Route) => boolean) {
  return {
    requests: plan.requests,
    ratePerSecond,
    leastSeconds: Math.round(minimumSeconds(plan.requests, ratePerSecond) * 10) / 10,
    routes: plan.routes.map(({ route, requests, reason, lacks }) => ({
      route: routeName(route),
      family: route.family,
      risk: route.risk,
      tabulated: route.tabulated,
      requests,
      reason,
      ...(requests > 0 && leaves(route) && { stays: true }),
      lacks,
    })),
    references: plan.references,
    suites: plan.suites.map(({ id, steps }) => ({
      id,
      steps: steps.map(({ id, title, tags }) => ({ id, route: title, tags })),
    })),
  }
}

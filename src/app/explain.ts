import { wrap } from '../report/look.js'
import { didYouMean, unknownError } from '../settings/did-you-mean.js'
import {
  isRequirementId,
  type RequirementId,
  requirement,
  requirementIds,
} from '../specification/requirements.js'
import { clauseText, loadRequirementTexts } from '../words/catalogue.js'
import { SettingsError } from '../words/errors.js'
import type { Invocation } from './invocation.js'
import type { Outcome } from './outcome.js'

/** `explain`: prints what a requirement means, why it matters, what usually breaks it, and how to fix it. */
export async function run({ args, lang }: Invocation): Promise<Outcome> {
  const id = requirementNamed(args[0] ?? '')
  const { level, clause } = requirement(id)
  const texts = (await loadRequirementTexts(lang))[id]
  const faults = await faultsThatBreak(id)
  const commands = faults.map((fault) => `homologa check --fault ${fault}`)
  return {
    ending: 'pass',
    data: { id, level, clause, ...texts, faults },
    lines({ catalogue: { clauses, ui }, width: columns }) {
      const width = Math.min(columns, WIDEST_LINE)
      const part = (title: string, text: string) => {
        const lines = wrap(text, width - 2).map((line) => `  ${line}`)
        return ['', title, ...lines]
      }
      return [
        `${id} (${ui[`cli.requirement.level.${level}`]})`,
        ...wrap(texts.text, width),
        ...part(ui['cli.explain.means'], texts.means),
        ...part(ui['cli.explain.why'], texts.why),
        ...part(ui['cli.explain.breaks'], texts.breaks),
        ...part(ui['cli.explain.fix'], texts.fix),
        ...part(ui['cli.explain.clause'], clauseText(clause, clauses)),
        ...(faults.length === 0 ? [] : part(ui['cli.explain.faults'], commands.join('\n'))),
      ]
    },
  }
}

/** Longer lines are hard to read. */
const WIDEST_LINE = 90
/** Faults that are named as examples. */
const MOST_FAULTS = 4

/** Faults of the embedded service for which `check` reports this requirement. Faults of other routes need `contract`. */
async function faultsThatBreak(id: string): Promise<string[]> {
  const { faults, faultGroups } = await import('../service/faults/index.js')
  return faultGroups.steps
    .filter((name) => faults[name].breaks === id && faults[name].severity !== 'none')
    .slice(0, MOST_FAULTS)
}

/** Requirements that an error lists, if a part of an id fits several. */
const MOST_LISTED = 12

/** Finds a requirement by its id, or a part that only one has: `hash-carried`. @throws SettingsError with those that fit, or a similar one */
export function requirementNamed(name: string): RequirementId {
  if (isRequirementId(name)) return name
  const part = name.toLowerCase().replace(/^\/|\/$/g, '')
  const ending = requirementIds.filter((id) => partOf(id) === part)
  const containing = part === '' ? [] : requirementIds.filter((id) => id.includes(part))
  const fitting = ending.length > 0 ? ending : containing
  const [first, second] = fitting
  if (first !== undefined && second === undefined) return first
  if (first !== undefined) {
    const listed = [...fitting.slice(0, MOST_LISTED), ...(fitting.length > MOST_LISTED ? ['…'] : [])]
    throw new SettingsError('settings.requirement.several', { name, fitting: listed.join(', ') })
  }
  const nearPart = didYouMean(part, requirementIds.map(partOf))
  const withPart = requirementIds.find((id) => partOf(id) === nearPart)
  const near = didYouMean(name, requirementIds) ?? withPart ?? null
  throw unknownError('settings.requirement.unknown', near, { name })
}

/** `created` of `envelope/created`. */
function partOf(id: RequirementId): string {
  return id.slice(id.indexOf('/') + 1)
}

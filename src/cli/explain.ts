import { wrap } from '../report/look.js'
import { didYouMean } from '../settings/did-you-mean.js'
import { isRequirementId, requirement, requirementIds } from '../specification/requirements.js'
import { loadRequirementTexts } from '../words/catalogue.js'
import { SettingsError } from '../words/errors.js'
import type { ExitStatus, Invocation } from './command.js'

/** Says what a requirement means, why it matters, what usually breaks it, and how to fix it. */
export async function run({ args, settings, io, catalogue, lang }: Invocation): Promise<ExitStatus> {
  const name = args[0] ?? ''
  const id = isRequirementId(name) ? name : requirementIds.find((one) => one.endsWith(`/${name}`))
  if (id === undefined) {
    const near = didYouMean(name, requirementIds)
    throw new SettingsError(near ? 'settings.requirement.unknown-near' : 'settings.requirement.unknown', {
      name,
      near,
    })
  }
  const { level, clause } = requirement(id)
  const texts = (await loadRequirementTexts(lang))[id]
  const faults = await faultsThatBreak(id)
  if (settings.json) {
    io.out(`${JSON.stringify({ id, level, clause, ...texts, faults }, null, 2)}\n`)
    return 0
  }
  const { ui } = catalogue
  const width = Math.min(io.width, 90)
  const part = (title: string, text: string) =>
    `\n${title}\n${wrap(text, width - 2)
      .map((line) => `  ${line}\n`)
      .join('')}`
  io.out(`${id} (${ui[`cli.requirement.level.${level}`]})\n`)
  io.out(
    wrap(texts.text, width)
      .map((line) => `${line}\n`)
      .join(''),
  )
  io.out(part(ui['cli.explain.means'], texts.means))
  io.out(part(ui['cli.explain.why'], texts.why))
  io.out(part(ui['cli.explain.breaks'], texts.breaks))
  io.out(part(ui['cli.explain.fix'], texts.fix))
  io.out(part(ui['cli.explain.clause'], clause))
  if (faults.length > 0)
    io.out(
      part(ui['cli.explain.faults'], faults.map((fault) => `homologa check --fault ${fault}`).join('\n')),
    )
  return 0
}

/** Faults of the five steps that show it broken; those of other routes want `contract`. */
async function faultsThatBreak(id: string): Promise<string[]> {
  const { faults, faultNames } = await import('../service/faults/index.js')
  return faultNames
    .filter((name) => faults[name].breaks === id && faults[name].where !== 'resource')
    .slice(0, 4)
}

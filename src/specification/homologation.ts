import type { Method } from './route.js'

/** The five steps as data. §Homologation procedure, §Limits */

export type StepNumber = 1 | 2 | 3 | 4 | 5

export interface HomologationStep {
  readonly number: StepNumber
  readonly id: `homologation/${StepNumber}`
  readonly method: Method
  /** Template below the base address; `{idProduto}` is the identifier from step 2. */
  readonly path: string
}

export const homologationSteps = [
  { number: 1, id: 'homologation/1', method: 'GET', path: '/homologacao/produtos' },
  { number: 2, id: 'homologation/2', method: 'POST', path: '/homologacao/produtos' },
  { number: 3, id: 'homologation/3', method: 'PUT', path: '/homologacao/produtos/{idProduto}' },
  { number: 4, id: 'homologation/4', method: 'PATCH', path: '/homologacao/produtos/{idProduto}/situacoes' },
  { number: 5, id: 'homologation/5', method: 'DELETE', path: '/homologacao/produtos/{idProduto}' },
] as const satisfies readonly HomologationStep[]

export const stepNumbers: readonly StepNumber[] = [1, 2, 3, 4, 5]

export function homologationStep(number: StepNumber): HomologationStep {
  return homologationSteps[number - 1] as HomologationStep
}

export function routeOf(step: HomologationStep): string {
  return `${step.method} ${step.path}`
}

/** The number of a step id such as `homologation/3`, or null. */
export function stepNumber(id: string | null): StepNumber | null {
  return homologationSteps.find((step) => step.id === id)?.number ?? null
}

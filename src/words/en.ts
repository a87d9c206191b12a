/**
 * The English catalogue. `pt-BR.ts` has the same keys; the compiler and a test hold them together. `{name}` stands for a
 * value of the evidence. A finding's sentences say: what happened, what was expected, what was seen, what to do.
 */
export const en = {
  findings: {
    'homologation/order:left-out': {
      message: 'Step {left} never came: step {step} followed step {before}.',
      expected: 'the five steps in order: GET, POST, PUT, PATCH, DELETE',
      actual: 'step {before}, then step {step}',
      hint: 'Send step {left} before step {step}; every step needs the success of the one before it.',
    },
  },
  readings: {},
  requirements: {},
  page: {},
  ui: {},
} as const

export type FindingCode = keyof typeof en.findings

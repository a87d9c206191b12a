/** The entry `homologa/vitest/reporter`: a reporter for vitest's option `reporters`. */
export { default } from './app/library/reporter.js'

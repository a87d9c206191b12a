// Mutation tests: `npm run mutants -- <folder>` (src/judging), `npm run mutants` for every folder that has a goal.
/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
  testRunner: 'vitest',
  vitest: { configFile: 'vitest.mutants.config.ts', related: true },
  plugins: ['@stryker-mutator/vitest-runner'],
  coverageAnalysis: 'perTest',
  // what a sentence says and which evidence goes with it is the catalogues' affair
  mutator: { excludedMutations: ['StringLiteral', 'ObjectLiteral'] },
  incremental: true,
  disableTypeChecks: false,
  ignoreStatic: true,
  reporters: ['json', 'clear-text'],
  clearTextReporter: { allowColor: false, allowEmojis: false, reportTests: false },
  tempDirName: '.stryker-tmp',
  // its preprocessor needs the compiler's API, which TypeScript 7 does not have; nothing here needs preprocessing
  tsconfigFile: 'none',
  concurrency: 2,
  // a machine that others use as well must not pass a slow test for a killed mutant
  timeoutMS: 60_000,
}

import { judge } from '../src/rules/judge.js'
import { embeddedSettings, prepareHostedRun } from '../src/run/hosted-run.js'
import { hostSuite } from '../src/run/vitest-host.js'
import { homologation } from './homologation.js'

const settings = embeddedSettings

hostSuite(homologation, settings.baseUrl ?? 'the embedded service', () =>
  prepareHostedRun(homologation, { settings, judge, userAgent: 'homologa' }),
)

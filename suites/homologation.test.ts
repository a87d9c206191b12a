import { judge } from '../src/judging/judge.js'
import { prepareHostedRun } from '../src/run/vitest/hosted-run.js'
import { hostSuite } from '../src/run/vitest/vitest-host.js'
import { homologation } from './homologation.js'
import { hostSettings } from './settings.js'

const settings = await hostSettings()

hostSuite(homologation, settings.baseUrl ?? 'the embedded service', () =>
  prepareHostedRun(homologation, { settings, judge, userAgent: 'homologa' }),
)

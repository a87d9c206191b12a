import { hostSuites, loadHostSettings } from '../src/app/library/host.js'
import { suitesKnown } from './index.js'

/** The contract of every resource, one test a step: `npx vitest --config vitest.suites.config.ts -t '\[paging'`. */
const settings = await loadHostSettings()
await hostSuites(settings, suitesKnown(settings.profile.knowledge))

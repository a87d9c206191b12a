import { hostHomologation } from '../src/app/library/host.js'

await hostHomologation()

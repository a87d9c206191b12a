import type { RolldownOptions } from 'rolldown'

declare const configs: RolldownOptions[]
export default configs

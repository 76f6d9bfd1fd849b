export type { Rules, RulesObject } from '../openapi/shared-schema.js'
export { type Drawn, isSendable, NOTHING } from './draw.js'
export { type InstanceOptions, instances } from './instances.js'

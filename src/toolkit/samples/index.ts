export type { Rules, RulesObject } from '../openapi/shared-schema.js'
export { type Drawn, NOTHING } from './draw.js'
export { type InstanceOptions, instances } from './instances.js'
export { isSendable } from './sendable.js'

export type { Rules, RulesObject } from '../openapi/shared-schema.js'
export { type InstanceOptions, instances } from './instances.js'
export { type Drawn, NOTHING } from './rules.js'
export { isSendable } from './sendable.js'

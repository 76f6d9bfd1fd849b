export { type InstanceOptions, instances } from './instances.js'
export { type Drawn, NOTHING, type Rules, type RulesObject } from './rules.js'

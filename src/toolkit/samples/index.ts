export type { Schema, SchemaObject } from '../openapi/schema/schema.js'
export { type Drawn, isSendable, NOTHING } from './draw.js'
export { type InstanceOptions, instances } from './instances.js'
export { undrawableIn } from './undrawable.js'

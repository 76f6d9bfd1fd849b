import type { SchemaObject } from './schema.js'

/** True for an integer of `format: int64`; beside `type: string` the format only describes. */
export function isInt64Schema({ format, type }: SchemaObject): boolean {
  return format === 'int64' && [type].flat().includes('integer')
}

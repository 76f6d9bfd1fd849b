import type { SchemaObject } from './schema.js'

/** The lists of values that `enum` and `const` allow. */
export function valueListsOf(schema: SchemaObject): (readonly unknown[])[] {
  return [
    ...(schema.enum === undefined ? [] : [schema.enum]),
    ...('const' in schema ? [[schema.const]] : []),
  ]
}

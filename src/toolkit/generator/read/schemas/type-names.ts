import type { SchemaObject } from '../../../openapi/schema/schema.js'

/** What documents call a type that is none of JSON Schema's, by the name in lower case. */
const NAMES: Readonly<Record<string, SchemaObject>> = {
  any: {},
  bigdecimal: { type: 'number' },
  binary: { type: 'string', format: 'binary' },
  bool: { type: 'boolean' },
  byte: { type: 'string', format: 'byte' },
  char: { type: 'string' },
  date: { type: 'string', format: 'date' },
  'date-time': { type: 'string', format: 'date-time' },
  datetime: { type: 'string', format: 'date-time' },
  decimal: { type: 'number' },
  dict: { type: 'object' },
  double: { type: 'number', format: 'double' },
  email: { type: 'string', format: 'email' },
  enum: {},
  file: { type: 'string', format: 'binary' },
  float: { type: 'number', format: 'float' },
  guid: { type: 'string', format: 'uuid' },
  hash: { type: 'object' },
  int: { type: 'integer' },
  int32: { type: 'integer', format: 'int32' },
  int64: { type: 'integer', format: 'int64' },
  json: {},
  list: { type: 'array' },
  long: { type: 'integer', format: 'int64' },
  map: { type: 'object' },
  mixed: {},
  none: {},
  numeric: { type: 'number' },
  password: { type: 'string' },
  short: { type: 'integer' },
  str: { type: 'string' },
  text: { type: 'string' },
  time: { type: 'string', format: 'time' },
  undefined: {},
  unknown: {},
  uri: { type: 'string', format: 'uri' },
  url: { type: 'string', format: 'uri' },
  uuid: { type: 'string', format: 'uuid' },
}
const TYPES = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string']

/** What a name that is no type stands for; `undefined` where nobody can know. */
export function typeFromName(name: string): SchemaObject | undefined {
  const lower = name.trim().toLowerCase()
  if (TYPES.includes(lower)) return { type: lower }
  if (lower === '') return {}
  return Object.hasOwn(NAMES, lower) ? NAMES[lower] : undefined
}

/** The same for whatever stands at `type`: a name, several in one text, or a list of them. */
export function typeFromValue(value: unknown): SchemaObject | undefined {
  if (typeof value === 'string') {
    const names = value.split(/[|,/]/)
    return names.length === 1 ? typeFromName(value) : typeFromValue(names)
  }
  // What is no name at all says nothing that a reader could use.
  if (!Array.isArray(value)) return {}
  const given = value.map((each) => (each === null ? { type: 'null' } : typeFromName(String(each))))
  if (given.some((each) => each === undefined)) return undefined
  const types = new Set(given.flatMap((each) => each?.type ?? []))
  const isAny = given.some((each) => each?.type === undefined)
  return isAny || types.size === 0 ? {} : { type: [...types] as string[] }
}

import type { Dialect, Node } from './dialect.js'

interface From extends Pick<Dialect, 'version' | 'follow'> {
  /** What the members are marked with that a message does not have. */
  readonly oneWay: 'readOnly' | 'writeOnly' | undefined
  place($ref: string): readonly string[]
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A schema of any version as one of JSON Schema 2020-12, and whatever has schemas; its references lead to `document`. */
export function plain(given: unknown, from: From): unknown {
  if (typeof given === 'bigint') return Number(given)
  if (Array.isArray(given)) return given.map((each) => plain(each, from))
  if (!isNode(given)) return given
  const isOld = /^(2|3\.0)/.test(from.version)
  const isNullable = isOld && (given.nullable === true || given['x-nullable'] === true)
  const schema = typeof given.$ref === 'string' && isOld ? { $ref: given.$ref } : asMeant(given)
  const members = Object.entries(inputs(schema, from)).map(([key, each]) => [
    key,
    plain(each, from),
  ])
  const all: Record<string, unknown> = Object.fromEntries(members)
  if (typeof all.$ref === 'string') all.$ref = referenceTo(all.$ref, from)
  return isNullable ? { anyOf: [numeric(all, schema), { type: 'null' }] } : numeric(all, schema)
}

/** A reference as Ajv follows it; one to nothing stays as it is. */
function referenceTo($ref: string, { place }: From): string {
  try {
    const keys = place($ref).map((key) => key.replaceAll('~', '~0').replaceAll('/', '~1'))
    return ['document#', ...keys.map(encodeURIComponent)].join('/')
  } catch {
    return $ref
  }
}

/** `additionalProperties: false` beside `allOf` alone would forbid every member: none writes it so. */
function asMeant(node: Node): Node {
  const { additionalProperties, properties, patternProperties, allOf, ...rest } = node
  const isEmpty = Object.keys(Object(properties)).length === 0 && patternProperties === undefined
  if (additionalProperties !== false || !isEmpty || allOf === undefined) return node
  return { ...rest, allOf, unevaluatedProperties: false }
}

/** A request has no read-only members: who sends one says nothing by it, whatever its value is. */
function inputs(node: Node, from: From): Node {
  const { properties, required } = node
  if (!isNode(properties)) return node
  const names = Object.keys(properties)
  const hidden = new Set(names.filter((each) => from.oneWay && isLeftOut(properties[each], from)))
  const shown = Object.entries(properties).map(([name, each]) => [name, hidden.has(name) || each])
  // A property may say it of itself, as in draft 3 (section 5.7); beside a `$ref` it says nothing.
  const own = names.filter((name) => {
    const { required, $ref } = Object(properties[name])
    return required === true && $ref === undefined
  })
  const all = [...(Array.isArray(required) ? required : []), ...own]
  const needed = all.filter((name) => !hidden.has(name))
  return {
    ...node,
    properties: Object.fromEntries(shown),
    ...(all.length > 0 && { required: needed }),
  }
}

/** Number of references that are followed: some lead back. */
const DEPTH = 10

function isLeftOut(schema: unknown, from: From, depth = DEPTH): boolean {
  if (!isNode(schema) || depth === 0) return false
  const { $ref, allOf } = schema
  const isLeft = (each: unknown) => isLeftOut(each, from, depth - 1)
  const isAsked = $ref === undefined || /^3\.[12]/.test(from.version)
  if (
    isAsked &&
    (schema[from.oneWay ?? ''] === true || (Array.isArray(allOf) && allOf.some(isLeft)))
  )
    return true
  return typeof $ref === 'string' && isLeft(from.follow($ref))
}

const LIMITS = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']

/** Formats of integers, which assert beside `type: number`, too. */
const INTEGERS = /^(u?int(8|16|32)|int64)$/

/** What Ajv reads otherwise: types, lists, and all that is said of numbers, by the schema as it is. */
function numeric(schema: Record<string, unknown>, given: Node): Record<string, unknown> {
  const isWhole = INTEGERS.test(String(given.format))
  const types = [schema.type ?? []]
    .flat()
    .map((each) => (each === 'number' && isWhole ? 'integer' : (each ?? 'null')))
  // Of what is no schema these are the names of schemas.
  if (!types.every((each) => typeof each === 'string')) return schema
  const isInteger = types.includes('integer') && !types.includes('number')
  const said = LIMITS.filter((name) => /number|bigint|boolean/.test(typeof given[name]))
  const others = [
    'nullable',
    'x-nullable',
    '$id',
    'required',
    ...(types.includes('string') ? [] : ['format']),
  ]
  const rest = Object.entries(schema).filter(([name, each]) => {
    const isGone = said.includes(name) || (others.includes(name) && !(each instanceof Object))
    return (
      !isGone &&
      (each !== null || name === 'const') &&
      !(name === 'enum' && Array.isArray(each) && each.length === 0)
    )
  })
  const limits = Object.fromEntries(said.map((name) => [name, given[name]]))
  const { format, enum: values, const: only } = given
  return {
    ...Object.fromEntries(rest),
    ...(types.length > 0 && { type: types }),
    ...(Array.isArray(schema.items) && {
      ...{ prefixItems: schema.items, items: schema.additionalItems ?? true },
    }),
    ...((isInteger || said.length > 0) && {
      exactly: {
        ...limits,
        isInteger,
        ...(isInteger && { format, values: values ?? (only === undefined ? only : [only]) }),
      },
    }),
  }
}

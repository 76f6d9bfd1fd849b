import type { Schema, SchemaObject } from '../../../openapi/schema/schema.js'
import { quote } from '../../print/print.js'
import { ANYTHING, type Place } from './place.js'
import { isPositive } from './scalars.js'
import { block, REFUSE, refuseIf, type Statement } from './statements.js'
import type { Unit } from './unit.js'

/** The statements about an object. */
export function objectStatements(unit: Unit, schema: SchemaObject, place: Place): Statement[] {
  const { properties = {}, required = [] } = schema
  const named = new Set(Object.keys(properties))
  const isRequired = new Set(required)
  return [
    ...sizeStatements(unit, schema, place),
    ...(named.size > MAX_MEMBERS
      ? inParts(unit, schema, place)
      : Object.entries(properties).flatMap(([name, each]) =>
          isRequired.has(name)
            ? demanded(unit, name, each, place)
            : optional(unit, name, each, place),
        )),
    ...required
      .filter((name) => !named.has(name))
      .flatMap((name) => demanded(unit, name, true, place)),
    ...dependentStatements(unit, schema, place),
    ...memberStatements(unit, schema, place),
  ]
}

/** How many members a function is about: TypeScript does not follow one that is much longer. */
const MAX_MEMBERS = 200

/** The members of a large object, so many in a function. */
function inParts(
  unit: Unit,
  { properties = {}, required = [] }: SchemaObject,
  place: Place,
): Statement[] {
  const members = Object.entries(properties)
  const isRequired = new Set(required)
  const count = Math.ceil(members.length / MAX_MEMBERS)
  return Array.from({ length: count }, (_, index) => {
    const some = members.slice(index * MAX_MEMBERS, (index + 1) * MAX_MEMBERS)
    return {
      type: 'object',
      properties: Object.fromEntries(some),
      required: some.flatMap(([name]) => (isRequired.has(name) ? name : [])),
    }
  }).flatMap((part) => unit.inside(part, place, `${place.hint}_members`).statements)
}

function sizeStatements(unit: Unit, schema: SchemaObject, { value }: Place): Statement[] {
  const { minProperties, maxProperties } = schema
  const count = () => `${unit.runtime('countMembers')}(${value})`
  return [
    ...(isPositive(minProperties) ? [refuseIf(`${count()} < ${minProperties}`)] : []),
    ...(maxProperties === undefined ? [] : [refuseIf(`${count()} > ${maxProperties}`)]),
  ]
}

/** What every object has by its prototype, and would seem to be there. */
const INHERITED = new Set(Object.getOwnPropertyNames(Object.prototype))

/** The statement that reads a member, and the tests of its being there and being the object's own. */
function read(name: string, variable: string, { value }: Place) {
  const member = `${value}[${quote(name)}]`
  const own = `Object.hasOwn(${value}, ${quote(name)})`
  if (INHERITED.has(name)) {
    return {
      declaration: `const ${variable} = ${own} ? ${member} : undefined`,
      present: `${variable} !== undefined`,
      absent: `${variable} === undefined`,
    }
  }
  return {
    declaration: `const ${variable} = ${member}`,
    present: `${variable} !== undefined && ${own}`,
    absent: `${variable} === undefined || !${own}`,
  }
}

function demanded(unit: Unit, name: string, schema: Schema, place: Place): Statement[] {
  const variable = place.scope.declare(name)
  const { declaration, absent } = read(name, variable, place)
  const member = { ...place, value: variable, facts: ANYTHING, hint: `${place.hint}_${name}` }
  return [declaration, refuseIf(absent), ...unit.inside(schema, member, member.hint).statements]
}

function optional(unit: Unit, name: string, schema: Schema, place: Place): Statement[] {
  const variable = place.scope.declare(name)
  const scope = place.scope.inside()
  const hint = `${place.hint}_${name}`
  const member = { value: variable, facts: ANYTHING, scope, hint }
  const { statements } = unit.inside(schema, member, hint)
  if (statements.length === 0) return []
  const { declaration, present } = read(name, variable, place)
  return [declaration, ...block(`if (${present})`, statements)]
}

function dependentStatements(unit: Unit, schema: SchemaObject, { value }: Place): Statement[] {
  const dependent = (schema.dependentRequired ?? {}) as Readonly<Record<string, string[]>>
  const has = (name: string) => `${unit.runtime('hasMember')}(${value}, ${quote(name)})`
  return Object.entries(dependent).flatMap(([name, others]) =>
    block(
      others.length === 0 ? '' : `if (${has(name)})`,
      others.map((other) => refuseIf(`!${has(other)}`)),
    ),
  )
}

/** The statements about all members, whatever they are called: one loop. */
function memberStatements(unit: Unit, schema: SchemaObject, place: Place): Statement[] {
  const { propertyNames, patternProperties = {}, additionalProperties, properties = {} } = schema
  return memberLoop(place, (name, member) => {
    const text = { ...member, value: name, facts: new Set(['string'] as const) }
    return [
      ...(propertyNames === undefined
        ? []
        : unit.inside(propertyNames as Schema, text, `${place.hint}_propertyNames`).statements),
      ...Object.entries(patternProperties).flatMap(([pattern, each]) => {
        const matched = { ...member, scope: member.scope.inside() }
        const body = unit.inside(each, matched, `${place.hint}_pattern`).statements
        return body.length === 0 ? [] : block(`if (${unit.pattern(pattern)}.test(${name}))`, body)
      }),
      ...restStatements(unit, additionalProperties, member, [
        ...isNamed(unit, Object.keys(properties), name),
        ...Object.keys(patternProperties).map(
          (pattern) => () => `!${unit.pattern(pattern)}.test(${name})`,
        ),
      ]),
    ]
  })
}

/** A loop through the members of an object, where there is something to do. */
export function memberLoop(
  place: Place,
  body: (name: string, member: Place) => Statement[],
): Statement[] {
  const scope = place.scope.inside()
  const name = scope.declare('name')
  const value = scope.declare('member')
  const hint = `${place.hint}_member`
  const statements = body(name, { value, facts: ANYTHING, scope, hint })
  if (statements.length === 0) return []
  return block(`for (const ${name} in ${place.value})`, [
    `const ${value} = ${place.value}[${name}]`,
    `if (${value} === undefined || !Object.hasOwn(${place.value}, ${name})) continue`,
    ...statements,
  ])
}

/** The statements about members that no other keyword names: they pass all of these tests. */
export function restStatements(
  unit: Unit,
  schema: unknown,
  member: Place,
  tests: readonly (() => string)[],
): Statement[] {
  if (schema === undefined) return []
  const scope = member.scope.inside()
  const body = unit.inside(schema as Schema, { ...member, scope }, member.hint).statements
  if (body.length === 0 || tests.length === 0) return [...body]
  const condition = tests.map((test) => test()).join(' && ')
  return body[0] === REFUSE ? [refuseIf(condition)] : block(`if (${condition})`, body)
}

/** The test of a name's being none of these. */
export function isNamed(unit: Unit, names: readonly string[], name: string): (() => string)[] {
  if (names.length === 0) return []
  if (names.length > FEW) return [() => `!${unit.names(names)}.has(${name})`]
  return names.map((each) => () => `${name} !== ${quote(each)}`)
}
const FEW = 8

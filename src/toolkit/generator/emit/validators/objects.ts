import type { Schema, SchemaObject } from '../../../openapi/schema/schema.js'
import { ALL_TYPES } from '../../analysis/json-values.js'
import { Code, code, joined } from '../../print/code.js'
import { quote } from '../../print/print.js'
import { assertionStatements } from './assertions.js'
import { block, REFUSE, refuseIf, type Statement } from './statements.js'
import type { Unit } from './unit.js'
import type { Variable } from './variable.js'

/** Statements for an object. */
export function objectStatements(
  unit: Unit,
  schema: SchemaObject,
  variable: Variable,
): Statement[] {
  const { properties = {}, required = [] } = schema
  const named = new Set(Object.keys(properties))
  const isRequired = new Set(required)
  return [
    ...assertionStatements(unit, schema, 'object', variable),
    ...(named.size > MAX_MEMBERS
      ? inParts(unit, schema, variable)
      : Object.entries(properties).flatMap(([name, each]) =>
          isRequired.has(name)
            ? demanded(unit, name, each, variable)
            : optional(unit, name, each, variable),
        )),
    ...required
      .filter((name) => !named.has(name))
      .flatMap((name) => demanded(unit, name, true, variable)),
    ...dependentStatements(unit, schema, variable),
    ...memberStatements(unit, schema, variable),
  ]
}

/** Number of members per function: TypeScript gives up on longer ones. */
const MAX_MEMBERS = 200

/** The members of a large object, in functions of that many each. */
function inParts(
  unit: Unit,
  { properties = {}, required = [] }: SchemaObject,
  variable: Variable,
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
  }).flatMap((part) => unit.inside(part, variable, `${variable.hint}_members`).statements)
}

/** Members that every object inherits. */
const INHERITED = new Set(Object.getOwnPropertyNames(Object.prototype))

/** The statement that reads a member, and the tests that it is the object's own, or absent. */
function read(name: string, variable: Code, { value }: Variable) {
  const member = code`${value}[${quote(name)}]`
  const own = code`Object.hasOwn(${value}, ${quote(name)})`
  if (INHERITED.has(name)) {
    return {
      declaration: code`const ${variable} = ${own} ? ${member} : undefined`,
      present: code`${variable} !== undefined`,
      absent: code`${variable} === undefined`,
    }
  }
  return {
    declaration: code`const ${variable} = ${member}`,
    present: code`${variable} !== undefined && ${own}`,
    absent: code`${variable} === undefined || !${own}`,
  }
}

function demanded(unit: Unit, name: string, schema: Schema, variable: Variable): Statement[] {
  const own = new Code(variable.scope.declare(name))
  const { declaration, absent } = read(name, own, variable)
  const member = { ...variable, value: own, jsonTypes: ALL_TYPES, hint: `${variable.hint}_${name}` }
  return [declaration, refuseIf(absent), ...unit.inside(schema, member, member.hint).statements]
}

function optional(unit: Unit, name: string, schema: Schema, variable: Variable): Statement[] {
  const own = new Code(variable.scope.declare(name))
  const scope = variable.scope.inside()
  const hint = `${variable.hint}_${name}`
  const member = { value: own, jsonTypes: ALL_TYPES, scope, hint }
  const { statements } = unit.inside(schema, member, hint)
  if (statements.length === 0) return []
  const { declaration, present } = read(name, own, variable)
  return [declaration, ...block(code`if (${present})`, statements)]
}

function dependentStatements(unit: Unit, schema: SchemaObject, { value }: Variable): Statement[] {
  const dependent = (schema.dependentRequired ?? {}) as Readonly<Record<string, string[]>>
  const has = (name: string) => code`${unit.runtime('hasMember')}(${value}, ${quote(name)})`
  return Object.entries(dependent).flatMap(([name, others]) =>
    block(
      code`if (${has(name)})`,
      others.map((other) => refuseIf(code`!${has(other)}`)),
    ),
  )
}

/** Statements for all members of any name: one loop. */
function memberStatements(unit: Unit, schema: SchemaObject, variable: Variable): Statement[] {
  const { propertyNames, patternProperties = {}, additionalProperties, properties = {} } = schema
  return memberLoop(variable, (name, member) => {
    const text = { ...member, value: name, jsonTypes: new Set(['string'] as const) }
    return [
      ...(propertyNames === undefined
        ? []
        : unit.inside(propertyNames, text, `${variable.hint}_propertyNames`).statements),
      ...Object.entries(patternProperties).flatMap(([pattern, each]) => {
        const matched = { ...member, scope: member.scope.inside() }
        const body = unit.inside(each, matched, `${variable.hint}_pattern`).statements
        return body.length === 0
          ? []
          : block(code`if (${unit.pattern(pattern)}.test(${name}))`, body)
      }),
      ...restStatements(unit, additionalProperties, member, [
        ...isNamed(unit, Object.keys(properties), name),
        ...Object.keys(patternProperties).map(
          (pattern) => () => code`!${unit.pattern(pattern)}.test(${name})`,
        ),
      ]),
    ]
  })
}

/** A loop over the members of an object; nothing if its body is empty. */
export function memberLoop(
  variable: Variable,
  body: (name: Code, member: Variable) => Statement[],
): Statement[] {
  const scope = variable.scope.inside()
  const name = new Code(scope.declare('name'))
  const value = new Code(scope.declare('member'))
  const hint = `${variable.hint}_member`
  const statements = body(name, { value, jsonTypes: ALL_TYPES, scope, hint })
  if (statements.length === 0) return []
  return block(code`for (const ${name} in ${variable.value})`, [
    code`const ${value} = ${variable.value}[${name}]`,
    code`if (${value} === undefined || !Object.hasOwn(${variable.value}, ${name})) continue`,
    ...statements,
  ])
}

/** Statements for members that pass all of these tests: no other keyword names them. */
export function restStatements(
  unit: Unit,
  schema: unknown,
  member: Variable,
  tests: readonly (() => Code)[],
): Statement[] {
  if (schema === undefined) return []
  const scope = member.scope.inside()
  const body = unit.inside(schema as Schema, { ...member, scope }, member.hint).statements
  if (body.length === 0 || tests.length === 0) return [...body]
  const condition = joined(
    tests.map((test) => test()),
    ' && ',
  )
  return body[0] === REFUSE ? [refuseIf(condition)] : block(code`if (${condition})`, body)
}

/** Test that a name is none of these. */
export function isNamed(unit: Unit, names: readonly string[], name: Code): (() => Code)[] {
  if (names.length === 0) return []
  if (names.length > FEW) return [() => code`!${unit.names(names)}.has(${name})`]
  return names.map((each) => () => code`${name} !== ${quote(each)}`)
}
const FEW = 8

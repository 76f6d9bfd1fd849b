import type { Schema, SchemaObject } from '../../../openapi/schema/schema.js'
import { ALL_TYPES } from '../../analysis/json-values.js'
import { Code, code, joined } from '../../print/code.js'
import { quote } from '../../print/print.js'
import { assertionStatements } from './assertions.js'
import { runtime } from './helpers.js'
import { block, REFUSE, refuseIf, type Statement } from './statements.js'
import type { Unit } from './unit.js'
import { partOf, type Variable } from './variable.js'

export function objectStatements(schema: SchemaObject, variable: Variable): Statement[] {
  return [
    ...assertionStatements(schema, 'object', variable),
    ...namedStatements(schema, variable),
    ...dependentStatements(schema, variable),
    ...memberStatements(schema, variable),
  ]
}

/** Statements for the members that the schema names. */
function namedStatements(schema: SchemaObject, variable: Variable): Statement[] {
  const { properties = {}, required = [] } = schema
  if (Object.keys(properties).length > MAX_MEMBERS) return inParts(schema, variable)
  const isRequired = new Set(required)
  const proto = new Code(variable.scope.declare('proto'))
  const names = [...new Set([...Object.keys(properties), ...required])]
  const parts = names.map((name) => {
    const each = Object.hasOwn(properties, name) ? (properties[name] as Schema) : true
    const member = isRequired.has(name) ? demanded : optional
    return { name, statements: member(name, each, variable, proto) }
  })
  // After a member has been read, engines know the prototype of the object at no cost.
  const prototype = code`const ${proto} = ${runtime('prototypeOf')}(${variable.value})`
  const asking = parts.find(({ name, statements }) => statements.length > 0 && !INHERITED.has(name))
  return parts.flatMap((part) => {
    const [first, ...others] = part.statements
    return first !== undefined && part === asking ? [first, prototype, ...others] : part.statements
  })
}

/** Number of members per function: TypeScript gives up on longer ones. */
const MAX_MEMBERS = 200

/** The members of a large object, in functions of that many each. */
function inParts(
  { properties = {}, required = [] }: SchemaObject,
  variable: Variable,
): Statement[] {
  const all = { ...variable, hint: `${variable.hint}_members` }
  const members = Object.entries(properties)
  const isRequired = new Set(required)
  const others = required.filter((name) => !Object.hasOwn(properties, name))
  const count = Math.ceil(members.length / MAX_MEMBERS)
  const parts = Array.from({ length: count }, (_, index) => {
    const some = members.slice(index * MAX_MEMBERS, (index + 1) * MAX_MEMBERS)
    return {
      type: 'object',
      properties: Object.fromEntries(some),
      required: some.flatMap(([name]) => (isRequired.has(name) ? name : [])),
    }
  })
  return [...parts, { type: 'object', required: others }].flatMap(
    (part) => variable.unit.inside(part, all).statements,
  )
}

/** Members that every object inherits. */
export const INHERITED = new Set(Object.getOwnPropertyNames(Object.prototype))

/**
 * The statement that reads a member, and the tests that it is the object's own, or absent: what its
 * prototype does not have is its own, which costs less to find out.
 */
export function read(
  name: string,
  variable: Code,
  { value }: Pick<Variable, 'value'>,
  proto: Code,
) {
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
    present: code`${variable} !== undefined && (!(${quote(name)} in ${proto}) || ${own})`,
    absent: code`${variable} === undefined || (${quote(name)} in ${proto} && !${own})`,
  }
}

function demanded(name: string, schema: Schema, variable: Variable, proto: Code): Statement[] {
  const value = new Code(variable.scope.declare(name))
  const { declaration, absent } = read(name, value, variable, proto)
  const member = { ...variable, value, jsonTypes: ALL_TYPES, hint: `${variable.hint}_${name}` }
  return [declaration, refuseIf(absent), ...variable.unit.inside(schema, member).statements]
}

function optional(name: string, schema: Schema, variable: Variable, proto: Code): Statement[] {
  const value = new Code(variable.scope.declare(name))
  const scope = variable.scope.inside()
  const hint = `${variable.hint}_${name}`
  const member = { ...variable, value, jsonTypes: ALL_TYPES, scope, hint }
  const { statements } = variable.unit.inside(schema, member)
  if (statements.length === 0) return []
  const { declaration, present } = read(name, value, variable, proto)
  return [declaration, ...block(code`if (${present})`, statements)]
}

function dependentStatements(schema: SchemaObject, { value }: Variable): Statement[] {
  const has = (name: string) => code`${runtime('hasMember')}(${value}, ${quote(name)})`
  return Object.entries(schema.dependentRequired ?? {}).flatMap(([name, others]) =>
    block(
      code`if (${has(name)})`,
      others.map((other) => refuseIf(code`!${has(other)}`)),
    ),
  )
}

/** Statements for all members of any name: one loop. */
function memberStatements(schema: SchemaObject, variable: Variable): Statement[] {
  const { propertyNames, patternProperties = {}, additionalProperties, properties = {} } = schema
  const { unit, hint } = variable
  return memberLoop(variable, (name, member) => {
    const text = { value: name, jsonTypes: new Set(['string'] as const) }
    const named = { ...member, ...text, hint: `${hint}_propertyNames` }
    return [
      ...(propertyNames === undefined ? [] : unit.inside(propertyNames, named).statements),
      ...Object.entries(patternProperties).flatMap(([pattern, each]) => {
        const matched = { ...member, scope: member.scope.inside(), hint: `${hint}_pattern` }
        const body = unit.inside(each, matched).statements
        return body.length === 0
          ? []
          : block(code`if (${unit.pattern(pattern)}.test(${name}))`, body)
      }),
      ...restStatements(additionalProperties, member, () =>
        isOther(name, Object.keys(properties), Object.keys(patternProperties), unit),
      ),
    ]
  })
}

/** A loop over the members of an object; nothing if its body is empty. */
export function memberLoop(
  variable: Variable,
  body: (name: Code, member: Variable) => Statement[],
): Statement[] {
  const member = partOf(variable, 'member')
  const name = new Code(member.scope.declare('name'))
  const statements = body(name, member)
  if (statements.length === 0) return []
  return block(code`for (const ${name} in ${variable.value})`, [
    code`const ${member.value} = ${variable.value}[${name}]`,
    code`if (${member.value} === undefined || !Object.hasOwn(${variable.value}, ${name})) continue`,
    ...statements,
  ])
}

/** Statements for members that pass all tests: no other keyword names them. */
export function restStatements(
  schema: Schema | undefined,
  member: Variable,
  testsOf: () => readonly Code[],
): Statement[] {
  if (schema === undefined) return []
  const body = member.unit.inside(schema, { ...member, scope: member.scope.inside() }).statements
  if (body.length === 0) return []
  const tests = testsOf()
  if (tests.length === 0) return [...body]
  const condition = joined(tests, ' && ')
  return body[0] === REFUSE ? [refuseIf(condition)] : block(code`if (${condition})`, body)
}

/** Tests that a name is none of these, and matches none of the patterns. */
export function isOther(
  name: Code,
  names: readonly string[],
  patterns: readonly string[],
  unit: Unit,
): Code[] {
  return [
    ...(names.length > FEW
      ? [code`!${unit.names(names)}.has(${name})`]
      : names.map((each) => code`${name} !== ${quote(each)}`)),
    ...patterns.map((pattern) => code`!${unit.pattern(pattern)}.test(${name})`),
  ]
}

const FEW = 8

import type { Schema, SchemaObject } from '../../../openapi/schema/schema.js'
import { ALL_TYPES } from '../../analysis/json-values.js'
import { Code, code, joined } from '../../print/code.js'
import { quote } from '../../print/print.js'
import { assertionStatements } from './assertions.js'
import { runtime } from './context.js'
import { type NamedVariable, readStatements } from './read-members.js'
import { block, REFUSE, RefusalTest, refuseIf, type Statement } from './statements.js'
import { refusesUndefined } from './tests.js'
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

function namedStatements(schema: SchemaObject, variable: Variable): Statement[] {
  const { properties = {}, required = [] } = schema
  if (Object.keys(properties).length > MAX_MEMBERS) return inParts(schema, variable)
  const isRequired = new Set(required)
  const names = [...new Set([...Object.keys(properties), ...required])]
  const members = names.flatMap((name): ReadMember[] => {
    const each = Object.hasOwn(properties, name) ? (properties[name] as Schema) : true
    const member = memberOf(name, variable, isRequired.has(name))
    const { statements } = variable.unit.inside(each, member)
    const own = isRequired.has(name) ? demanded(member, statements) : optional(member, statements)
    return own.length === 0 ? [] : [{ name, variable: member.value, statements: own }]
  })
  // No value satisfies a required member, so that nothing would use the others.
  if (members.some(({ statements }) => statements.includes(REFUSE))) return [REFUSE]
  return [
    ...readStatements(members, variable.value, runtime('ownMembers')),
    ...members.flatMap(({ statements }) => statements),
  ]
}

interface ReadMember extends NamedVariable {
  readonly statements: readonly Statement[]
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

/** The variable of a member; what is declared for an optional one is in a block. */
function memberOf(name: string, variable: Variable, isRequired: boolean): Variable {
  const value = new Code(variable.scope.declare(name))
  const scope = isRequired ? variable.scope : variable.scope.inside()
  return { ...variable, value, scope, jsonTypes: ALL_TYPES, hint: `${variable.hint}_${name}` }
}

function demanded({ value }: Variable, statements: readonly Statement[]): readonly Statement[] {
  const [first] = statements
  const isTest = first instanceof RefusalTest && refusesUndefined(first.condition, value)
  return isTest ? statements : [refuseIf(code`${value} === undefined`), ...statements]
}

function optional({ value }: Variable, statements: readonly Statement[]): Statement[] {
  const present = code`${value} !== undefined`
  const [only, ...others] = statements
  if (!(only instanceof RefusalTest) || others.length > 0) {
    return block(code`if (${present})`, statements)
  }
  const { condition } = only
  const refused = condition.text.includes(' || ') ? code`(${condition})` : condition
  return [refuseIf(code`${present} && ${refused}`)]
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
  const name = new Code(member.scope.declare('key'))
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
    ...(names.join('').length > MOST_LETTERS
      ? [code`!${unit.names(names)}.has(${name})`]
      : names.map((each) => code`${name} !== ${quote(each)}`)),
    ...patterns.map((pattern) => code`!${unit.pattern(pattern)}.test(${name})`),
  ]
}

/** Names of as many letters are compared one by one: more are no readable line. */
const MOST_LETTERS = 40

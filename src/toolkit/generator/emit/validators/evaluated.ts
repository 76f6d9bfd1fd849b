import type { Schema, SchemaObject } from '../../../openapi/schema/schema.js'
import { optionalSchemas } from '../../analysis/composition.js'
import { code } from '../../print/code.js'
import { elementLoop } from './arrays.js'
import { chosen, hasOwn } from './branches.js'
import { type Context, runtime } from './context.js'
import { isOther, memberLoop, restStatements } from './objects.js'
import { block, type Condition, headOf, refuseIf, type Statement } from './statements.js'
import { checker, condition, TRUE } from './tests.js'
import type { Variable } from './variable.js'

/** The members and elements that schemas evaluate, whatever the value is. */
interface EvaluatedParts {
  readonly names: ReadonlySet<string>
  readonly patterns: ReadonlySet<string>
  readonly everyMember: boolean
  /** Number of elements from the start. */
  readonly first: number
}

const OWN = [
  ...['additionalProperties', 'patternProperties', 'properties', 'unevaluatedProperties'],
  ...['contains', 'items', 'prefixItems', 'unevaluatedItems'],
]

/** True if a schema has a keyword for members or elements of the value that it applies to. */
export function evaluates(context: Context, schema: Schema): schema is SchemaObject {
  if (typeof schema === 'boolean') return false
  if (OWN.some((keyword) => keyword in schema)) return true
  const others = [...(schema.allOf ?? []), ...optionalSchemas(schema)]
  if (others.some((each) => evaluates(context, each))) return true
  return schema.$ref !== undefined && evaluates(context, context.target(schema.$ref))
}

/** The parts that a schema evaluates; `undefined` if that depends on the value. */
function fixedParts(context: Context, schema: Schema): EvaluatedParts | undefined {
  if (typeof schema === 'boolean') return NONE
  const { $ref, allOf = [], contains } = schema
  if (contains !== undefined) return undefined
  if (optionalSchemas(schema).some((each) => evaluates(context, each))) return undefined
  const parts = [...allOf, ...($ref === undefined ? [] : [context.target($ref)])]
  const all = [own(schema), ...parts.map((each) => fixedParts(context, each))]
  if (all.includes(undefined)) return undefined
  return (all as EvaluatedParts[]).reduce((sum, each) => ({
    names: new Set([...sum.names, ...each.names]),
    patterns: new Set([...sum.patterns, ...each.patterns]),
    everyMember: sum.everyMember || each.everyMember,
    first: Math.max(sum.first, each.first),
  }))
}

const NONE: EvaluatedParts = { names: new Set(), patterns: new Set(), everyMember: false, first: 0 }

function own(schema: SchemaObject): EvaluatedParts {
  const { properties = {}, patternProperties = {}, prefixItems = [], items } = schema
  const { additionalProperties, unevaluatedProperties, unevaluatedItems } = schema
  return {
    names: new Set(Object.keys(properties)),
    patterns: new Set(Object.keys(patternProperties)),
    everyMember: additionalProperties !== undefined || unevaluatedProperties !== undefined,
    first: items !== undefined || unevaluatedItems !== undefined ? Infinity : prefixItems.length,
  }
}

/** Statements that add to `evaluated` the parts that a schema evaluates if the value satisfies it. */
export function markStatements(schema: Schema, variable: Variable, evaluated: string): Statement[] {
  if (!evaluates(variable.unit.context, schema)) return []
  const { $ref, allOf = [], if: test } = schema
  const { unit } = variable
  const inside = (each: Schema = true) => markStatements(each, variable, evaluated)
  const conditional = (condition: Schema) => ({
    body: [...inside(condition), ...inside(schema.then)],
    otherwise: inside(schema.else),
  })
  return [
    ...ownMarks(schema, variable, evaluated),
    ...($ref !== undefined && evaluates(unit.context, unit.context.target($ref))
      ? [code`${unit.marker($ref)}(${variable.value}, ${evaluated})`]
      : []),
    ...allOf.flatMap((each) => inside(each)),
    ...(['anyOf', 'oneOf'] as const).flatMap((keyword) =>
      (schema[keyword] ?? []).flatMap((branch, index) => {
        const part = `${keyword}${index}`
        return where(() => condition(branch, variable, part), inside(branch))
      }),
    ),
    ...(test === undefined ? [] : chosen(test, variable, conditional(test))),
    ...Object.entries(schema.dependentSchemas ?? {}).flatMap(([name, each]) =>
      where(() => hasOwn(name, { ...variable, jsonTypes: new Set() }), inside(each)),
    ),
  ]
}

function where(test: () => Condition, body: readonly Statement[]): Statement[] {
  if (body.length === 0) return []
  const condition = test()
  return condition.pass === TRUE.pass ? [...body] : block(headOf(condition), body)
}

function ownMarks(schema: SchemaObject, variable: Variable, evaluated: string): Statement[] {
  const { names, patterns, everyMember, first } = own(schema)
  const { unit } = variable
  return [
    ...(everyMember ? [code`${evaluated}.everyMember()`] : []),
    ...(everyMember || names.size === 0
      ? []
      : [code`${evaluated}.names(${unit.names([...names])})`]),
    ...(everyMember ? [] : [...patterns]).map(
      (each) => code`${evaluated}.pattern(${unit.pattern(each)})`,
    ),
    ...(first === Infinity ? [code`${evaluated}.everyElement()`] : []),
    ...(first > 0 && first < Infinity ? [code`${evaluated}.first(${first})`] : []),
    ...(schema.contains === undefined
      ? []
      : [code`${evaluated}.contained(${checker(schema.contains, variable, 'contains')})`]),
  ]
}

/** Statements for the members that no schema evaluates which the object satisfies. */
export function unevaluatedProperties(schema: SchemaObject, variable: Variable): Statement[] {
  const { unevaluatedProperties: rest, ...others } = schema
  if (rest === undefined || rest === true) return []
  const fixed = fixedParts(variable.unit.context, others)
  if (fixed?.everyMember) return []
  if (fixed !== undefined) {
    return memberLoop(variable, (name, member) =>
      restStatements(rest, member, () =>
        isOther(name, [...fixed.names], [...fixed.patterns], member.unit),
      ),
    )
  }
  return unlessEvaluated(others, variable, (evaluated) =>
    memberLoop(variable, (name, member) =>
      restStatements(rest, member, () => [code`!${evaluated}.includesMember(${name})`]),
    ),
  )
}

export function unevaluatedItems(schema: SchemaObject, variable: Variable): Statement[] {
  const { unevaluatedItems: rest, ...others } = schema
  if (rest === undefined || rest === true) return []
  const fixed = fixedParts(variable.unit.context, others)
  if (fixed?.first === Infinity) return []
  const { value } = variable
  if (fixed !== undefined && rest === false)
    return [refuseIf(code`${value}.length > ${fixed.first}`)]
  return unlessEvaluated(others, variable, (evaluated) =>
    elementLoop(variable, 0, (item, index) => {
      const isNew = code`!${evaluated}.includesElement(${index}, ${item.value})`
      return restStatements(rest, item, () => [isNew])
    }),
  )
}

/** A loop behind statements that find the parts which the other keywords evaluate for the value. */
function unlessEvaluated(
  schema: SchemaObject,
  variable: Variable,
  loopOf: (evaluated: string) => readonly Statement[],
): Statement[] {
  const evaluated = variable.scope.declare('found')
  const marks = markStatements(schema, variable, evaluated)
  const loop = loopOf(evaluated)
  if (loop.length === 0) return []
  return [code`const ${evaluated} = ${runtime('evaluatedParts')}()`, ...marks, ...loop]
}

import { type JsonType, jsonTypeOf } from '../../../openapi/json.js'
import { conjunctsOf } from '../../../openapi/schema/conjuncts.js'
import { lengthsOf } from '../../../openapi/schema/keywords.js'
import {
  isInt64Schema,
  type Schema,
  type SchemaObject,
  TYPED,
} from '../../../openapi/schema/schema.js'
import { onDemand } from '../../../shared/memoize.js'
import {
  type Alternatives,
  type Composition,
  compositionOf,
  schemaNamed,
  schemasInPlace,
} from '../../analysis/composition.js'
import {
  ALL_TYPES,
  commonJsonTypes,
  type JsonTypes,
  jsonTypesOf,
  namedJsonTypes,
  ownJsonTypes,
  ownListedValues,
} from '../../analysis/json-values.js'
import { type Members, membersOfAll } from '../../analysis/members.js'
import { code, joined, symbol } from '../../print/code.js'
import { isOpen, isWidened } from './index-signature.js'
import { discriminated, formatType, isTyped, listedType } from './literals.js'
import { FREE_OBJECT, objectType } from './object-type.js'
import { branchComment } from './schema-comment.js'
import {
  arrayOf,
  atom,
  intersection,
  NEVER,
  parenthesized,
  type Type,
  type TypeContext,
  typeOfCode,
  UNKNOWN,
  union,
  unlessOpen,
} from './type-algebra.js'

/** Facts about a value from schemas around its own. */
export interface Around {
  readonly types: JsonTypes
  /** Computed on demand: a large union has many members. */
  readonly members: () => Members
  /** All schemas that apply to it. */
  readonly schemas: () => readonly SchemaObject[]
  /** Those of them that hold for every value. */
  readonly sure: () => readonly SchemaObject[]
  /** True inside of a union that has a typed format: not all of its strings are strings. */
  readonly hasTyped?: boolean
}

const NONE: Members = new Map()
const NOTHING: Around = { types: ALL_TYPES, members: () => NONE, schemas: () => [], sure: () => [] }

/** TypeScript type of the values of a schema in handlers. */
export function typeOf(schema: Schema, context: TypeContext, around = NOTHING): Type {
  if (typeof schema === 'boolean') return schema ? UNKNOWN : NEVER
  const composition = compositionOf(schema)
  const { own, refs, alternatives } = composition
  const types = commonJsonTypes(around.types, jsonTypesOf(schema, context))
  if (types.size === 0) return NEVER
  const isAlone = own.length <= 1 && refs.length + alternatives.length === 0 && around === NOTHING
  const members = isAlone
    ? around.members
    : onDemand(() => allMembers(around.members(), composition, context))
  const schemas = onDemand(() => [...around.schemas(), ...schemasInPlace(schema, context)])
  const sure = onDemand(() => [...around.sure(), ...conjunctsOf(schema, context.lookup)])
  const inside = { types, members, schemas, sure }
  const parts = own.map((part) => ownType(part, inside, context))
  if (isAlone) return intersection(parts)
  const named = refs.map((name) =>
    (isWidened(name, schemas, context) ? widenedType : refType)(name, inside, context),
  )
  const chosen = alternatives.map((choice) => choiceType(choice, inside, context))
  // Types that another part, or a schema around, expresses are not repeated.
  const isTold = [...named, ...chosen].some((type) => type !== UNKNOWN) || own.some(isTyped)
  const isKnown = isTold || (!around.hasTyped && [...around.types].every((type) => types.has(type)))
  // A type that says nothing but the JSON types.
  const plain = union([...types].map(plainType)).text
  const more = parts.filter(
    ({ text }, index) => !(isKnown && text === plain) || isOpen(own[index] as SchemaObject),
  )
  return intersection([...named, ...more, ...chosen])
}

/** Members that a schema, or a schema around it, describes. */
function allMembers(around: Members, composition: Composition, context: TypeContext): Members {
  const outer = [...around].map(
    ([name, member]) => [name, { ...member, already: member.required }] as const,
  )
  return new Map([...outer, ...membersOfAll(composition, context)])
}

function choiceType(choice: Alternatives, outer: Around, context: TypeContext): Type {
  const hasTyped =
    context.hasFormats &&
    choice.branches.some((each) => schemasInPlace(each, context).some(isTyped))
  const around = hasTyped ? { ...outer, hasTyped } : outer
  return union(
    choice.branches.map((branch) => {
      const type = discriminated(typeOf(branch, context, around), branch, choice, context)
      const comment = branchComment(branch, choice)
      return comment === '' ? type : { ...type, comment }
    }),
  )
}

/** The type of a named schema, printed again: its index signature does not hold for what stands beside it. */
function widenedType(name: string, around: Around, context: TypeContext): Type {
  const print = () => typeOf(schemaNamed(name, context), context, around)
  return unlessOpen(name, context, print) ?? UNKNOWN
}

export function nameOf(name: string): Type {
  return typeOfCode(symbol(name))
}

/** A named type without the JSON types that keywords beside it forbid. */
function refType(name: string, around: Around, context: TypeContext): Type {
  const { types } = around
  const type = nameOf(name)
  const extra = [...namedJsonTypes(name, context)].filter((type) => !types.has(type))
  if (extra.length === 0) return type
  if (extra.length === 1 && extra[0] === 'null') return typeOfCode(code`NonNullable<${type}>`)
  const schema = schemaNamed(name, context)
  if (context.hasFormats && schemasInPlace(schema, context).some(isTyped))
    return typeOf(schema, context, around)
  return intersection([type, union([...types].map((type) => plainType(type)))])
}

function ownType(schema: SchemaObject, around: Around, context: TypeContext): Type {
  const { types } = around
  const values = ownListedValues(schema)?.filter((value) => types.has(jsonTypeOf(value)))
  if (values !== undefined) return listedType(values, schema, around, context)
  if (types.size === ALL_TYPES.size) return UNKNOWN
  const own = commonJsonTypes(ownJsonTypes(schema), types)
  return union([...own].map((type) => typeOfKind(type, schema, around, context)))
}

function typeOfKind(
  type: JsonType,
  schema: SchemaObject,
  { members, schemas }: Around,
  context: TypeContext,
): Type {
  if (type === 'array') return arrayType(schema, context)
  if (type === 'object') {
    const hasNames = schema.properties !== undefined || schema.required !== undefined
    return objectType(schema, { known: hasNames ? members() : NONE, schemas }, context)
  }
  const typed = type === 'string' ? schema[TYPED] : undefined
  if (typed !== undefined) return formatType(typed, context)
  const isBig = type === 'number' && isInt64Schema(schema) && context.int64 === 'bigint'
  return isBig ? atom('bigint') : plainType(type)
}

function plainType(type: JsonType): Type {
  if (type === 'array') return atom('unknown[]')
  return atom(type === 'object' ? FREE_OBJECT : type)
}

function arrayType(schema: SchemaObject, context: TypeContext): Type {
  const { items, prefixItems } = schema
  const [fewest, most] = lengthsOf(schema)
  const rest = items === undefined ? UNKNOWN : typeOf(items, context)
  if (prefixItems === undefined) return arrayOf(rest)
  const fixed = prefixItems.map((item, index) => {
    const type = typeOf(item, context)
    return index < fewest ? type : code`${parenthesized(type)}?`
  })
  const isClosed = rest === NEVER || most <= prefixItems.length
  return typeOfCode(
    code`[${joined([...fixed, ...(isClosed ? [] : [code`...${arrayOf(rest)}`])], ', ')}]`,
  )
}

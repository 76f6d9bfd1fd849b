import { onDemand } from '../../../openapi/on-demand.js'
import type { Schema, SchemaObject } from '../../model/model.js'
import { isInt64 } from '../../passes/int64.js'
import { type Choice, type Conjuncts, conjunctsOf, hasAny } from './conjuncts.js'
import { discriminated } from './discriminated-union.js'
import {
  ALL,
  common,
  type Kind,
  type Kinds,
  kindOf,
  kindsOf,
  namedKinds,
  ownKinds,
} from './kinds.js'
import { literalsType, valuesOf } from './literals.js'
import { type Members, membersOfAll } from './members.js'
import { FREE_OBJECT, objectType } from './object-type.js'
import { branchWords } from './schema-comment.js'
import {
  arrayOf,
  atom,
  intersection,
  NEVER,
  parenthesized,
  type Type,
  UNKNOWN,
  union,
} from './type-algebra.js'
import type { TypeContext } from './type-context.js'

/** What is known of a value from around the schema. */
interface Around {
  readonly kinds: Kinds
  /** Found out where it is asked for: a union of many has many members. */
  readonly members: () => Members
}
const NONE: Members = new Map()
const NOTHING: Around = { kinds: ALL, members: () => NONE }

/** The TypeScript type of a schema's values, as handlers see them. */
export function typeOf(schema: Schema, context: TypeContext, around = NOTHING): Type {
  if (typeof schema === 'boolean') return schema ? UNKNOWN : NEVER
  if (around === NOTHING && isScalar(schema)) return plainType(schema.type)
  const conjuncts = conjunctsOf(schema)
  const { own, refs, choices } = conjuncts
  const kinds = common(around.kinds, kindsOf(schema, context))
  if (kinds.size === 0) return NEVER
  const isAlone = own.length <= 1 && refs.length + choices.length === 0 && around === NOTHING
  const members = isAlone
    ? around.members
    : onDemand(() => allMembers(around.members(), conjuncts, context))
  const parts = own.map((part) => ownType(part, { kinds, members }, context))
  if (isAlone) return intersection(parts)
  const named = refs.map((name) => refType(name, kinds, context))
  const chosen = choices.map((choice) => choiceType(choice, { kinds, members }, context))
  // Kinds that others tell already are not told again; nor those that are known from around.
  const isTold = [...named, ...chosen].some((type) => type !== UNKNOWN)
  const isKnown = isTold || [...around.kinds].every((kind) => kinds.has(kind))
  const more = parts.filter((type) => !(isKnown && isPlain(type, kinds)))
  return intersection([...named, ...more, ...chosen])
}

/** Whether a schema is what most are, one type and no values: a shortcut. */
function isScalar(schema: SchemaObject): schema is SchemaObject & { type: Kind } {
  return SCALARS.has(schema.type as string) && !hasAny(schema, MORE)
}
const SCALARS = new Set(['string', 'boolean', 'number'])
/** What may make another type of a scalar. */
const MORE = new Set(['$ref', 'allOf', 'anyOf', 'oneOf', 'not', 'enum', 'const'])

/** What is known of members inside a schema: what is known around it, and what itself says. */
function allMembers(around: Members, conjuncts: Conjuncts, context: TypeContext): Members {
  const outer = [...around].map(
    ([name, member]) => [name, { ...member, already: member.required }] as const,
  )
  return new Map([...outer, ...membersOfAll(conjuncts, context)])
}

/** Whether a type tells kinds and nothing else. */
function isPlain(type: Type, kinds: Kinds): boolean {
  return type.text === union([...kinds].map(plainType)).text
}

function choiceType(choice: Choice, around: Around, context: TypeContext): Type {
  return union(
    choice.branches.map((branch) => {
      const type = discriminated(typeOf(branch, context, around), branch, choice, context)
      const comment = branchWords(branch, choice)
      return comment === '' ? type : { ...type, comment }
    }),
  )
}

/** A type by its name. */
export function nameOf(name: string, { prefix, used }: TypeContext): Type {
  used.add(name)
  return atom(`${prefix}${name}`)
}

/** A named type, without the kinds that what stands beside it forbids. */
function refType(name: string, kinds: Kinds, context: TypeContext): Type {
  const type = nameOf(name, context)
  const extra = [...namedKinds(name, context)].filter((kind) => !kinds.has(kind))
  if (extra.length === 0) return type
  if (extra.length === 1 && extra[0] === 'null') return atom(`NonNullable<${type.text}>`)
  return intersection([type, union([...kinds].map((kind) => plainType(kind)))])
}

/** The type of a schema without references and combinations. */
function ownType(schema: SchemaObject, { kinds, members }: Around, context: TypeContext): Type {
  const values = valuesOf(schema)?.filter((value) => kinds.has(kindOf(value)))
  if (values !== undefined) return literalsType(values, schema, context)
  if (kinds.size === ALL.size) return UNKNOWN
  const own = common(ownKinds(schema), kinds)
  return union([...own].map((kind) => typeOfKind(kind, schema, members, context)))
}

function typeOfKind(
  kind: Kind,
  schema: SchemaObject,
  members: () => Members,
  context: TypeContext,
): Type {
  if (kind === 'array') return arrayType(schema, context)
  if (kind === 'object') {
    const hasNames = schema.properties !== undefined || schema.required !== undefined
    return objectType(schema, hasNames ? members() : NONE, context)
  }
  const isBig = kind === 'number' && isInt64(schema) && context.int64 === 'bigint'
  return isBig ? atom('bigint') : plainType(kind)
}

function plainType(kind: Kind): Type {
  if (kind === 'array') return atom('unknown[]')
  return atom(kind === 'object' ? FREE_OBJECT : kind)
}

function arrayType(schema: SchemaObject, context: TypeContext): Type {
  const { items, prefixItems, minItems = 0, maxItems = Number.POSITIVE_INFINITY } = schema
  const rest = items === undefined ? UNKNOWN : typeOf(items, context)
  if (prefixItems === undefined) return arrayOf(rest)
  const fixed = prefixItems.map((item, index) => {
    const type = typeOf(item, context)
    return index < Number(minItems) ? type.text : `${parenthesized(type)}?`
  })
  const isClosed = rest === NEVER || Number(maxItems) <= prefixItems.length
  return atom(`[${[...fixed, ...(isClosed ? [] : [`...${arrayOf(rest).text}`])].join(', ')}]`)
}

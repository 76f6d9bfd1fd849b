import { append } from '../../../openapi/json-pointer.js'
import { schemaNameIn } from '../../../openapi/schema/references.js'
import {
  isInt64Schema,
  ONE_WAY,
  type Schema,
  type SchemaObject,
} from '../../../openapi/schema/schema.js'
import type { Model, NamedSchema } from '../../model/model.js'
import { Code, code, joined, qualified, symbol, unqualified } from '../../print/code.js'
import { key, quote } from '../../print/print.js'
import { isLazy } from '../areas/lazy.js'
import type { BranchSchema } from '../validators/exported-functions.js'
import { GUARDED, patternCode } from '../validators/helpers.js'

/** Name under which `conversions.ts` exports the conversions of a schema. */
export function conversionsName(schema: string): string {
  return `conversionsOf${schema}`
}

/** The branches of unions with conversions inside; their validators are `branch0`, `branch1`, ... */
export function branchesOf(model: Model): readonly BranchSchema[] {
  return conversionsOf(model).branches
}

/** The conversions of all schemas that have some, and the branches that they name. */
export function conversionsOf(model: Model) {
  const branches: BranchSchema[] = []
  const refer = isLazy(model) ? unqualified : qualified
  const { uses, int64, schemas } = model
  const conversions = schemas.flatMap((named): { named: NamedSchema; value: Code }[] => {
    const isReceived = uses.convertedRequests.has(named.name)
    if (!isReceived && !uses.convertedResponses.has(named.name)) return []
    const validator = (branch: Omit<BranchSchema, 'name'>) => {
      const name = `branch${branches.length}`
      branches.push({ name, ...branch })
      return refer('validators', name)
    }
    const value = print(named, {
      converted: uses[isReceived ? 'convertedRequests' : 'convertedResponses'],
      isBigint: isReceived && int64 === 'bigint',
      ...(isReceived && { validator }),
    })
    return [{ named, value }]
  })
  return { conversions, branches }
}

/** The surroundings of the conversions of a schema. */
interface ConversionContext {
  /** Names of schemas with conversions. */
  readonly converted: ReadonlySet<string>
  /** True if int64s become `bigint`s. */
  readonly isBigint: boolean
  /**
   * The validator of an alternative. None: all alternatives are taken to hold, since a validator of a
   * sent value accepts no write-only members.
   */
  readonly validator?: (branch: Omit<BranchSchema, 'name'>) => Code
}

/** Conversions of a part of a schema; `undefined` if there are none. */
type PrintPart = (
  schema: Schema | undefined,
  path: readonly (string | number)[],
) => Code | undefined

function print(named: NamedSchema, { converted, isBigint, validator }: ConversionContext): Code {
  const printPart: PrintPart = (schema, path) => {
    if (schema === undefined || typeof schema === 'boolean') return undefined
    const all = (schema.allOf ?? []).map((child, index) =>
      printPart(child, [...path, 'allOf', index]),
    )
    const any = alternativesOf(schema).map(({ path: own, schema: each, when }) => {
      const below = [...path, ...own]
      const part = printPart(each, below)
      if (validator === undefined) all.push(part)
      if (validator === undefined || part === undefined) return undefined
      const branch = { pointer: append(named.pointer, ...below), schema: when }
      return code`[${validator(branch)}, ${part}]`
    })
    const target = schema.$ref === undefined ? undefined : schemaNameIn(schema.$ref)
    const isConverted = target !== undefined && converted.has(target)
    return object([
      isInt64Schema(schema) && isBigint ? new Code('int64: true') : undefined,
      list(
        'oneWay',
        (schema[ONE_WAY]?.names ?? []).map((name) => new Code(quote(name))),
      ),
      isConverted ? code`ref: () => ${symbol(conversionsName(target))}` : undefined,
      ...childParts(schema, path, printPart),
      list('all', all),
      list('any', any),
    ])
  }
  return printPart(named.schema, []) ?? EMPTY
}

const EMPTY = new Code('{}')

function object(members: readonly (Code | undefined)[]): Code | undefined {
  const some = members.filter((member) => member !== undefined)
  return some.length === 0 ? undefined : code`{ ${joined(some, ', ')} }`
}

/** A member that is a list; none if it would be empty. */
function list(name: string, parts: readonly (Code | undefined)[]): Code | undefined {
  const some = parts.filter((part) => part !== undefined)
  return some.length === 0 ? undefined : code`${name}: [${joined(some, ', ')}]`
}

/** Conversions of members and items. */
function childParts(
  schema: SchemaObject,
  path: readonly (string | number)[],
  printPart: PrintPart,
): (Code | undefined)[] {
  const rest = printPart(schema.additionalProperties, [...path, 'additionalProperties'])
  // A named member is not among the rest, even without conversions of its own.
  const none = rest && EMPTY
  const map = (keyword: 'properties' | 'patternProperties') =>
    Object.entries(schema[keyword] ?? {}).flatMap(([name, child]) => {
      const part = printPart(child, [...path, keyword, name]) ?? none
      return part === undefined ? [] : [[name, part] as const]
    })
  const items = printPart(schema.items, [...path, 'items'])
  const members = object(map('properties').map(([name, part]) => code`${key(name)}: ${part}`))
  const patterns = map('patternProperties').map(
    ([pattern, part]) => code`[${patternCode(pattern, GUARDED)}, ${part}]`,
  )
  const first = (schema.prefixItems ?? []).map((child, index) =>
    printPart(child, [...path, 'prefixItems', index]),
  )
  const hasPrefix = first.some((part) => part !== undefined)
  const prefix = first.map((part) => part ?? new Code('null'))
  return [
    members && code`members: ${members}`,
    list('patterns', patterns),
    rest && code`rest: ${rest}`,
    hasPrefix ? list('prefix', prefix) : undefined,
    items && code`items: ${items}`,
  ]
}

/** A subschema that applies to some values only, which satisfy `when`. */
interface Alternative {
  /** Keys from the schema to it. */
  readonly path: readonly (string | number)[]
  readonly schema: Schema | undefined
  readonly when: Schema
}

/** The subschemas that apply to some values of a schema. */
function alternativesOf(schema: SchemaObject): Alternative[] {
  const test = schema.if as Schema | undefined
  const conditions = [['then', test] as const, ['else', { not: test as Schema }] as const]
  const dependents = Object.entries((schema.dependentSchemas ?? {}) as Record<string, Schema>)
  return [
    ...(['anyOf', 'oneOf'] as const).flatMap((keyword) =>
      (schema[keyword] ?? []).map((branch, index) => {
        return { path: [keyword, index], schema: branch, when: branch }
      }),
    ),
    ...conditions.flatMap(([keyword, when]) =>
      test === undefined
        ? []
        : { path: [keyword], schema: schema[keyword] as Schema, when: when as Schema },
    ),
    ...dependents.map(([name, each]) => {
      const when = { type: 'object', required: [name] } as const
      return { path: ['dependentSchemas', name], schema: each, when }
    }),
  ]
}

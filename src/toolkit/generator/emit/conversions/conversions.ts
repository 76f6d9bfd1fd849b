import { append } from '../../../openapi/json-pointer.js'
import { schemaNameIn } from '../../../openapi/schema/references.js'
import { isInt64Schema, ONE_WAY } from '../../../openapi/schema/schema.js'
import type { Model, NamedSchema } from '../../model/model.js'
import { Code, code, qualified, symbol, unqualified } from '../../print/code.js'
import { quote } from '../../print/print.js'
import { isLazy } from '../chunks/lazy.js'
import type { BranchSchema } from '../validators/exported-functions.js'
import {
  alternativesOf,
  childParts,
  EMPTY,
  list,
  object,
  type PrintPart,
} from './conversion-parts.js'

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

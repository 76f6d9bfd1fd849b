import { memoize } from '../../../shared/memoize.js'
import { schemaContext } from '../../analysis/composition.js'
import type { Model, NamedSchema } from '../../model/model.js'
import { Code, code, joined, qualified, symbol, unqualified } from '../../print/code.js'
import { key, quote } from '../../print/print.js'
import { isLazy } from '../chunks/chunks.js'
import type { BranchSchema } from '../validators/compile.js'
import { GUARDED, patternCode } from '../validators/context.js'
import { type ConversionNode, nodeOf } from './conversion-node.js'

interface Conversion {
  readonly named: NamedSchema
  readonly node: ConversionNode
}

/** The branches of unions with conversions inside; their validators are `branch0`, `branch1`, ... */
export function branchesOf(model: Model): readonly BranchSchema[] {
  return conversionsOf(model).branches
}

/** The conversions of all schemas that have some, and the branches that they name. */
export const conversionsOf = memoize((model: Model) => {
  const branches: BranchSchema[] = []
  const refer = isLazy(model) ? unqualified : qualified
  const { uses, int64, schemas } = model
  const context = schemaContext(schemas)
  const conversions = schemas.flatMap((named): Conversion[] => {
    const isReceived = uses.convertedRequests.has(named.name)
    if (!isReceived && !uses.convertedResponses.has(named.name)) return []
    const validator = (branch: Omit<BranchSchema, 'name'>) => {
      const name = `branch${branches.length}`
      branches.push({ name, ...branch })
      return refer('validators', name)
    }
    const node = nodeOf(named, {
      converted: uses[isReceived ? 'convertedRequests' : 'convertedResponses'],
      isBigint: isReceived && int64 === 'bigint',
      schemas: context,
      // What is sent is told apart by its strings.
      ...((isReceived || uses.coded.has(named.name)) && { validator }),
    })
    return [{ named, node }]
  })
  return { conversions, branches }
})

/** Name under which `conversions.ts` exports the conversions of a schema as data. */
export function conversionsName(schema: string): string {
  return `conversionsOf${schema}`
}

/** Conversions as an object of the runtime's type `Conversions`. */
export function tableOf(node: ConversionNode): Code {
  const { int64, codec, leftOut, ref, members, patterns, rest, prefix, items, all, any } = node
  const named = [...members].map(([name, each]) => code`${key(name)}: ${tableOf(each)}`)
  const table = [
    int64 ? new Code('int64: true') : undefined,
    codec && code`codec: ${codec}`,
    list(
      'leftOut',
      leftOut.map((name) => new Code(quote(name))),
    ),
    ref === undefined ? undefined : code`ref: () => ${symbol(conversionsName(ref))}`,
    named.length === 0 ? undefined : code`members: { ${joined(named, ', ')} }`,
    list(
      'patterns',
      patterns.map(([source, each]) => code`[${patternCode(source, GUARDED)}, ${tableOf(each)}]`),
    ),
    rest && code`rest: ${tableOf(rest)}`,
    list(
      'prefix',
      prefix.map((each) => (each === undefined ? new Code('null') : tableOf(each))),
    ),
    items && code`items: ${tableOf(items)}`,
    list('all', all.map(tableOf)),
    list(
      'any',
      any.map(([validator, each]) => code`[${validator}, ${tableOf(each)}]`),
    ),
  ].filter((member) => member !== undefined)
  return table.length === 0 ? new Code('{}') : code`{ ${joined(table, ', ')} }`
}

function list(name: string, parts: readonly Code[]): Code | undefined {
  return parts.length === 0 ? undefined : code`${name}: [${joined(parts, ', ')}]`
}

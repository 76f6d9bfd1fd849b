import { Code, code, joined, symbol } from '../../print/code.js'
import { key, quote } from '../../print/print.js'
import { GUARDED, patternCode } from '../validators/helpers.js'
import type { ConversionNode } from './conversion-node.js'

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

/** A member that is a list; none if it would be empty. */
function list(name: string, parts: readonly Code[]): Code | undefined {
  return parts.length === 0 ? undefined : code`${name}: [${joined(parts, ', ')}]`
}

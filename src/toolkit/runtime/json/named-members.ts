import { below } from '../../openapi/json-pointer.js'
import { printerOf } from './combined-printers.js'
import { hasToJson, isNothing, PRINTS_ALL } from './container-printers.js'
import type { ContainerPrinter, PrintValue } from './serializer.js'

/** A member that is left out, with its JSON pointer. */
export interface OmittedMember {
  readonly pointer: string
  readonly printer: ContainerPrinter
  readonly name: string
  readonly member: unknown
}

type ReportOmitted = (left: OmittedMember) => void

/** A copy of a value with the members that its schema names. What is not JSON in it stays. */
export function withNamed(serializer: PrintValue, value: unknown, leave: ReportOmitted): unknown {
  return copy(serializer, value, '', leave)
}

function copy(
  serializer: PrintValue,
  value: unknown,
  pointer: string,
  leave: ReportOmitted,
): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (hasToJson(value)) return copy(serializer, value.toJSON(), pointer, leave)
  const printer = printerOf(serializer, value)
  if (printer === PRINTS_ALL) return value
  const inside = (print: PrintValue, key: string | number, member: unknown) =>
    copy(print, member, below(pointer, key), leave)
  if (Array.isArray(value)) {
    return value.map((item, index) => inside(printer.find(index) as PrintValue, index, item))
  }
  const kept = Object.entries(value).flatMap(([name, member]) => {
    const print = printer.find(name)
    if (print !== undefined) return [[name, inside(print, name, member)] as const]
    if (!isNothing(member)) leave({ pointer: below(pointer, name), printer, name, member })
    return []
  })
  return Object.fromEntries(kept)
}

import { isObject, type JsonObject } from '../../openapi/json.js'
import {
  any,
  type ContainerPrinter,
  PrinterSet,
  type PrintMode,
  type PrintValue,
} from './serializer.js'
import { stringify } from './stringify.js'

type FindPrinter = (name: string) => PrintValue | undefined

/** The parts of an object's printer that generated code leaves to it. */
export interface ObjectRest {
  /** Prints any value, in any mode. */
  readonly print: PrintValue
  /** Adds the members beside `count` named ones, and the end of the object. */
  end(value: JsonObject, text: string, count: number, mode: PrintMode | undefined): string
}

/** Generated code that prints objects by the members that their schema names. */
export type CompilePrinter = (rest: ObjectRest) => PrintValue

/** The printer of an object. It prints named members first, in the order of the schema. */
export function objectPrinter(
  members: ReadonlyMap<string, PrintValue>,
  findOther: FindPrinter,
): ContainerPrinter & ObjectRest {
  const printMembers = memberLoop(members)
  const printer: ContainerPrinter & ObjectRest = {
    kind: 'object',
    names: [...members.keys()],
    isNaming: true,
    find: (name) => members.get(name as string) ?? findOther(name as string),
    print(value, mode) {
      if (mode instanceof PrinterSet) return collected(printer, mode)
      if (!isObject(value)) return stringify(value)
      if (mode?.mayBeInvalid && hasToJson(value)) return printer.print(value.toJSON(), mode)
      const { text, count } = printMembers(value, mode)
      return printer.end(value, text, count, mode)
    },
    end(value, text, count, mode) {
      const start = text === '' ? '{' : text
      const names = Object.keys(value)
      if (count === names.length) return `${start}}`
      const others = names.filter((name) => !members.has(name) && !isNothing(value[name]))
      const texts = othersOf(value, others, mode).join(',')
      return `${start}${text === '' || texts === '' ? '' : ','}${texts}}`
    },
  }

  /** Members that no printer names are omitted in a mode that omits members. */
  function othersOf(value: JsonObject, names: readonly string[], mode?: PrintMode): string[] {
    return names.flatMap((name) => {
      const print = findOther(name) ?? (mode === undefined ? any : undefined)
      if (print !== undefined) return `${stringify(name)}:${print(value[name], mode)}`
      ;(mode as Exclude<PrintMode, PrinterSet>).omit(printer, name)
      return []
    })
  }
  return printer
}

/** True for an object whose members are printed as they are: it is valid, or all of it is sent. */
export function isOrdinaryObject(value: unknown, mode: PrintMode | undefined): value is JsonObject {
  return (mode === undefined || !mode.mayBeInvalid) && isObject(value)
}

/** Members of a schema for which there is no generated code. */
function memberLoop(members: ReadonlyMap<string, PrintValue>) {
  const named = [...members].map(
    ([name, print]) => [name, `${JSON.stringify(name)}:`, print] as const,
  )
  return (value: JsonObject, mode: PrintMode | undefined) => {
    let text = ''
    let count = 0
    for (const [name, start, print] of named) {
      if (!Object.hasOwn(value, name)) continue
      count++
      const member = value[name]
      if (isNothing(member)) continue
      text += `${text === '' ? '{' : ','}${start}${print(member, mode)}`
    }
    return { text, count }
  }
}

/** The printer of an array whose elements have one printer. */
export function listPrinter(print: PrintValue): ContainerPrinter {
  return arrayPrinter(() => print, elementsBy(print))
}

function elementsBy(print: PrintValue): PrintElements {
  return (array, mode) => {
    let text = '['
    for (let index = 0; index < array.length; index++) {
      const element = array[index]
      if (index > 0) text += ','
      text += isNothing(element) ? 'null' : print(element, mode)
    }
    return `${text}]`
  }
}

export function arrayPrinter(
  find: (index: number) => PrintValue,
  printElements = elementLoop(find),
): ContainerPrinter {
  const printer: ContainerPrinter = {
    kind: 'array',
    names: [],
    isNaming: true,
    find: (index) => find(index as number),
    print(value, mode) {
      if (mode instanceof PrinterSet) return collected(printer, mode)
      return Array.isArray(value) ? printElements(value, mode) : stringify(value)
    },
  }
  return printer
}

type PrintElements = (array: readonly unknown[], mode: PrintMode | undefined) => string

function elementLoop(find: (index: number) => PrintValue): PrintElements {
  return (array, mode) => {
    const texts = Array.from(array, (element, index) =>
      isNothing(element) ? 'null' : find(index)(element, mode),
    )
    return `[${texts.join(',')}]`
  }
}

/** Required members that other schemas describe. On its own, it keeps all members. */
export function requiredNames(names: readonly string[]): ContainerPrinter {
  const printer: ContainerPrinter = {
    kind: 'object',
    names,
    isNaming: false,
    find: (name) => (names.includes(name as string) ? any : undefined),
    print: (value, mode) =>
      mode instanceof PrinterSet ? collected(printer, mode) : stringify(value),
  }
  return printer
}

/** The printer of a value that no schema describes: all of it stays. */
export const PRINTS_ALL: ContainerPrinter = requiredNames([])

function collected(printer: ContainerPrinter, set: PrinterSet): '' {
  set.add(printer)
  return ''
}

/** True if JSON has no such value; a member that has one is not printed. */
export function isNothing(value: unknown): boolean {
  return value === undefined || typeof value === 'function' || typeof value === 'symbol'
}

export function hasToJson(value: object): value is { toJSON(): unknown } {
  return 'toJSON' in value && typeof value.toJSON === 'function'
}

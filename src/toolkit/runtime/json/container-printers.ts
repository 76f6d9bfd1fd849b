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

/** The printer of an object. It prints named members first, in the order of the schema. */
export function objectPrinter(
  members: ReadonlyMap<string, PrintValue>,
  findOther: FindPrinter,
): ContainerPrinter {
  const named = [...members].map(
    ([name, print]) => [name, `${JSON.stringify(name)}:`, print] as const,
  )
  const printer: ContainerPrinter = {
    kind: 'object',
    names: [...members.keys()],
    isNaming: true,
    find: (name) => members.get(name as string) ?? findOther(name as string),
    print(value, mode) {
      if (mode instanceof PrinterSet) return collected(printer, mode)
      if (!isObject(value)) return stringify(value)
      if (mode?.isLoose && hasToJson(value)) return printer.print(value.toJSON(), mode)
      let text = ''
      let printed = 0
      for (const [name, start, print] of named) {
        if (!Object.hasOwn(value, name)) continue
        printed++
        const member = value[name]
        if (isNothing(member)) continue
        text += text === '' ? start + print(member, mode) : `,${start}${print(member, mode)}`
      }
      const names = Object.keys(value)
      if (printed === names.length) return `{${text}}`
      const others = names.filter((name) => !members.has(name) && !isNothing(value[name]))
      return `{${[text, ...othersOf(value, others, mode)].filter((each) => each !== '').join(',')}}`
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

export function arrayPrinter(find: (index: number) => PrintValue): ContainerPrinter {
  const printer: ContainerPrinter = {
    kind: 'array',
    names: [],
    isNaming: true,
    find: (index) => find(index as number),
    print(value, mode) {
      if (mode instanceof PrinterSet) return collected(printer, mode)
      if (!Array.isArray(value)) return stringify(value)
      let text = ''
      for (let index = 0; index < value.length; index++) {
        const element: unknown = value[index]
        const printed = isNothing(element) ? 'null' : find(index)(element, mode)
        text += index === 0 ? printed : `,${printed}`
      }
      return `[${text}]`
    },
  }
  return printer
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

import { isObject, type JsonObject } from '../../openapi/json.js'
import { any, type ContainerPrinter, type Omission, type Serializer } from './serializer.js'
import { stringify } from './stringify.js'

type FindPrinter = (name: string) => Serializer | undefined

/** The parts of an object's printer that generated code leaves to it. */
export interface ObjectRest {
  readonly print: Serializer
  /** Adds the members beside `count` named ones, and the end of the object. */
  end(value: JsonObject, text: string, count: number, omission: Omission | undefined): string
}

/** Generated code that prints objects by the members that their schema names. */
export type CompilePrinter = (rest: ObjectRest) => Serializer

/** The printer of an object. It prints named members first, in the order of the schema. */
export function objectPrinter(
  members: ReadonlyMap<string, Serializer>,
  findOther: FindPrinter,
): ContainerPrinter & ObjectRest {
  const printMembers = memberLoop(members)
  const printer: ContainerPrinter & ObjectRest = {
    kind: 'object',
    names: [...members.keys()],
    isNaming: true,
    find: (name) => members.get(name as string) ?? findOther(name as string),
    print(value, omission) {
      if (!isObject(value)) return stringify(value)
      if (omission?.mayBeInvalid && hasToJson(value)) {
        return printer.print(value.toJSON(), omission)
      }
      const { text, count } = printMembers(value, omission)
      return printer.end(value, text, count, omission)
    },
    end(value, text, count, omission) {
      const start = text === '' ? '{' : text
      const names = Object.keys(value)
      if (count === names.length) return `${start}}`
      const others = names.filter((name) => !members.has(name) && !isNothing(value[name]))
      const texts = othersOf(value, others, omission).join(',')
      return `${start}${text === '' || texts === '' ? '' : ','}${texts}}`
    },
  }

  function othersOf(value: JsonObject, names: readonly string[], omission?: Omission): string[] {
    return names.flatMap((name) => {
      const print = findOther(name)
      if (print === undefined && omission !== undefined) {
        omission.omit(printer, name)
        return []
      }
      return `${stringify(name)}:${(print ?? any)(value[name], omission)}`
    })
  }
  return printer
}

/** True for an object whose members are printed as they are: it is valid, or all of it is sent. */
export function isOrdinaryObject(
  value: unknown,
  omission: Omission | undefined,
): value is JsonObject {
  return (omission === undefined || !omission.mayBeInvalid) && isObject(value)
}

/** Members of a schema for which there is no generated code. */
function memberLoop(members: ReadonlyMap<string, Serializer>) {
  const named = [...members].map(
    ([name, print]) => [name, `${JSON.stringify(name)}:`, print] as const,
  )
  return (value: JsonObject, omission: Omission | undefined) => {
    let text = ''
    let count = 0
    for (const [name, start, print] of named) {
      if (!Object.hasOwn(value, name)) continue
      count++
      const member = value[name]
      if (isNothing(member)) continue
      text += `${text === '' ? '{' : ','}${start}${print(member, omission)}`
    }
    return { text, count }
  }
}

export function arrayPrinter(find: (index: number) => Serializer): ContainerPrinter {
  return {
    kind: 'array',
    names: [],
    isNaming: true,
    find: (index) => find(index as number),
    print(value, omission) {
      if (!Array.isArray(value)) return stringify(value)
      let text = '['
      // No method of arrays: JSON has null for a hole.
      for (let index = 0; index < value.length; index++) {
        const element = value[index]
        if (index > 0) text += ','
        text += isNothing(element) ? 'null' : find(index)(element, omission)
      }
      return `${text}]`
    },
  }
}

/** Required members that other schemas describe. On its own, it keeps all members. */
export function requiredNames(names: readonly string[]): ContainerPrinter {
  return {
    kind: 'object',
    names,
    isNaming: false,
    find: (name) => (names.includes(name as string) ? any : undefined),
    print: (value) => stringify(value),
  }
}

/** The printer of a value that no schema describes: all of it stays. */
export const PRINTS_ALL: ContainerPrinter = requiredNames([])

/** True if JSON has no such value; a member that has one is not printed. */
export function isNothing(value: unknown): boolean {
  return value === undefined || typeof value === 'function' || typeof value === 'symbol'
}

export function hasToJson(value: object): value is { toJSON(): unknown } {
  return 'toJSON' in value && typeof value.toJSON === 'function'
}

import type { JsonObject } from '../../openapi/json.js'
import {
  any,
  type ContainerPrinter,
  PrinterSet,
  type PrintMode,
  type PrintValue,
} from './serializer.js'
import { stringify } from './stringify.js'

type FindPrinter = (name: string) => PrintValue | undefined

/**
 * What a schema says of objects. The members that it names one by one are printed first, in its order;
 * then whatever else it finds.
 */
export function objectPrinter(
  members: ReadonlyMap<string, PrintValue>,
  findOther: FindPrinter,
): ContainerPrinter {
  const named = [...members].map(
    ([name, print]) => [name, `${JSON.stringify(name)}:`, print] as const,
  )
  const part: ContainerPrinter = {
    kind: 'object',
    names: [...members.keys()],
    isNaming: true,
    find: (name) => members.get(name as string) ?? findOther(name as string),
    print(value, way) {
      if (way instanceof PrinterSet) return collected(part, way)
      if (!isObject(value)) return stringify(value)
      if (way?.isLoose && hasToJson(value)) return part.print(value.toJSON(), way)
      let text = ''
      let printed = 0
      for (const [name, start, print] of named) {
        if (!Object.hasOwn(value, name)) continue
        printed++
        const member = value[name]
        if (isNothing(member)) continue
        text += text === '' ? start + print(member, way) : `,${start}${print(member, way)}`
      }
      const names = Object.keys(value)
      if (printed === names.length) return `{${text}}`
      const others = names.filter((name) => !members.has(name) && !isNothing(value[name]))
      return `{${[text, ...othersOf(value, others, way)].filter((each) => each !== '').join(',')}}`
    },
  }

  /** JsonObject that no part names are left out, where anything is. */
  function othersOf(
    value: JsonObject,
    names: readonly string[],
    way: PrintMode | undefined,
  ): string[] {
    return names.flatMap((name) => {
      const print = findOther(name) ?? (way === undefined ? any : undefined)
      if (print !== undefined) return `${stringify(name)}:${print(value[name], way)}`
      ;(way as Exclude<PrintMode, PrinterSet>).leave(part, name)
      return []
    })
  }
  return part
}

/** What a schema says of arrays. */
export function arrayPrinter(find: (index: number) => PrintValue): ContainerPrinter {
  const part: ContainerPrinter = {
    kind: 'array',
    names: [],
    isNaming: true,
    find: (index) => find(index as number),
    print(value, way) {
      if (way instanceof PrinterSet) return collected(part, way)
      if (!Array.isArray(value)) return stringify(value)
      let text = ''
      for (let index = 0; index < value.length; index++) {
        const element: unknown = value[index]
        const printed = isNothing(element) ? 'null' : find(index)(element, way)
        text += index === 0 ? printed : `,${printed}`
      }
      return `[${text}]`
    },
  }
  return part
}

/** What asks for members that others describe; it describes nothing, and where it is alone all stay. */
export function requiredNames(names: readonly string[]): ContainerPrinter {
  const part: ContainerPrinter = {
    kind: 'object',
    names,
    isNaming: false,
    find: (name) => (names.includes(name as string) ? any : undefined),
    print: (value, way) => (way instanceof PrinterSet ? collected(part, way) : stringify(value)),
  }
  return part
}

/** Of a value that no part is about, everything stays. */
export const ANYTHING: ContainerPrinter = requiredNames([])

function collected(part: ContainerPrinter, shape: PrinterSet): '' {
  shape.add(part)
  return ''
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** What has no place in JSON, and is not printed where it is a member. */
export function isNothing(value: unknown): boolean {
  return value === undefined || typeof value === 'function' || typeof value === 'symbol'
}

export function hasToJson(value: object): value is { toJSON(): unknown } {
  return 'toJSON' in value && typeof value.toJSON === 'function'
}

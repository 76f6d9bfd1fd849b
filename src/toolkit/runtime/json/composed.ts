import { ANYTHING, arrayPrinter, hasToJson, objectPrinter } from './parts.js'
import {
  type ContainerKind,
  type ContainerPrinter,
  containerKind,
  PrinterSet,
  type PrintValue,
} from './serializer.js'
import { stringify } from './stringify.js'

/**
 * A serializer of a value that several schemas hold for: a member stays that one of them names, with
 * what all of them name in it.
 *
 * @param collect - Tells the shape what holds for a value.
 */
export function composed(collect: (value: object, shape: PrinterSet) => void): PrintValue {
  const known: Partial<Record<ContainerKind, ContainerPrinter>> = {}
  const print: PrintValue = (value, way) => {
    if (way instanceof PrinterSet) {
      way.within(print, () => collect(value as object, way))
      return ''
    }
    if (way === undefined || typeof value !== 'object' || value === null) return stringify(value)
    if (hasToJson(value)) return print(value.toJSON(), way)
    const part = known[containerKind(value)] ?? found(value)
    return part.print(value, way)
  }
  return print

  function found(value: object): ContainerPrinter {
    const shape = new PrinterSet(containerKind(value))
    print(value, shape)
    const part = partOf(shape)
    if (shape.isFixed) known[shape.kind] = part
    return part
  }
}

/** All that a schema says of a value. */
export function printerOf(serializer: PrintValue, value: object): ContainerPrinter {
  const shape = new PrinterSet(containerKind(value))
  serializer(value, shape)
  return partOf(shape)
}

function partOf(shape: PrinterSet): ContainerPrinter {
  const [first, ...others] = shape.parts
  if (first === undefined || shape.isOpen) return ANYTHING
  return others.length === 0 ? first : together([first, ...others])
}

/** Parts that hold together: by the first of them, then by the next one. */
interface MergeNode {
  part?: ContainerPrinter
  readonly next: WeakMap<ContainerPrinter, MergeNode>
}

const root: MergeNode = { next: new WeakMap() }

/** How many are remembered: a union may have as many as its branches have subsets. */
const MOST = 10_000
let count = 0

function together(parts: readonly ContainerPrinter[]): ContainerPrinter {
  let node = root
  for (const part of parts) {
    const known = node.next.get(part)
    if (known === undefined && count >= MOST) return merged(parts)
    const next = known ?? { next: new WeakMap() }
    if (known === undefined) {
      count++
      node.next.set(part, next)
    }
    node = next
  }
  node.part ??= merged(parts)
  return node.part
}

function merged(parts: readonly ContainerPrinter[]): ContainerPrinter {
  const together = lastOf(both)
  const find = (key: string | number) => together(parts.flatMap((part) => part.find(key) ?? []))
  if (parts[0]?.kind === 'array') return arrayPrinter((index) => find(index) as PrintValue)
  const names = new Set(parts.flatMap((part) => part.names))
  return objectPrinter(new Map([...names].map((name) => [name, find(name) as PrintValue])), find)
}

/** What prints a value that all of these are about. */
export function both(prints: readonly PrintValue[]): PrintValue | undefined {
  const [only, ...others] = prints
  if (others.length === 0) return only
  return composed((value, shape) => {
    for (const print of prints) print(value, shape)
  })
}

/** The same for the same list as the last time: so it is for the elements of an array. */
function lastOf<Each, T>(make: (list: readonly Each[]) => T): (list: readonly Each[]) => T {
  let last: { readonly list: readonly Each[]; readonly made: T } | undefined
  return (list) => {
    const known = last?.list ?? []
    const isSame = list.length === known.length && list.every((each, i) => each === known[i])
    last = last && isSame ? last : { list, made: make(list) }
    return last.made
  }
}

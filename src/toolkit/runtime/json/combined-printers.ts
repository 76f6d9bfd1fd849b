import { memoize } from '../../shared/memoize.js'
import { arrayPrinter, hasToJson, objectPrinter, PRINTS_ALL } from './container-printers.js'
import {
  type ContainerKind,
  type ContainerPrinter,
  containerKind,
  PrinterSet,
  type Serializer,
} from './serializer.js'
import { stringify } from './stringify.js'

/**
 * A serializer of a value to which several schemas apply; `collect` adds their printers. A member
 * stays if one of them names it, with what all of them name in it.
 */
export function combinedSerializer(collect: (value: object, set: PrinterSet) => void): Serializer {
  const known: Partial<Record<ContainerKind, ContainerPrinter>> = {}
  const print: Serializer = (value, omission) => {
    if (omission === undefined || typeof value !== 'object' || value === null) {
      return stringify(value)
    }
    if (hasToJson(value)) return print(value.toJSON(), omission)
    const printer = known[containerKind(value)] ?? found(value)
    return printer.print(value, omission)
  }
  const combined = Object.assign(print, {
    collect: (value: object, set: PrinterSet) => set.within(print, () => collect(value, set)),
  })
  return combined

  function found(value: object): ContainerPrinter {
    const set = new PrinterSet(containerKind(value))
    combined.collect(value, set)
    const printer = partOf(set)
    if (set.isFixed) known[set.kind] = printer
    return printer
  }
}

/** The printer of a value by all parts of its schema. */
export function printerOf(serializer: Serializer, value: object): ContainerPrinter {
  const set = new PrinterSet(containerKind(value))
  serializer.collect?.(value, set)
  return partOf(set)
}

function partOf(set: PrinterSet): ContainerPrinter {
  const [first, ...others] = set.printers
  if (first === undefined || set.isOpen) return PRINTS_ALL
  return others.reduce((one, other) => merges(one)(other), first)
}

/** Most merged printers that are kept: a union may have as many as its branches have subsets. */
const MOST = 2_000
let count = 0
let merges = keptMerges()

function keptMerges() {
  return memoize((one: ContainerPrinter) =>
    memoize((other: ContainerPrinter) => merged(one, other)),
  )
}

function merged(...printers: [ContainerPrinter, ContainerPrinter]): ContainerPrinter {
  if (++count > MOST) [merges, count] = [keptMerges(), 0]
  const together = lastOf(combine)
  const find = (key: string | number) =>
    together(printers.flatMap((printer) => printer.find(key) ?? []))
  if (printers[0].kind === 'array') return arrayPrinter((index) => find(index) as Serializer)
  const names = new Set(printers.flatMap((printer) => printer.names))
  return objectPrinter(new Map([...names].map((name) => [name, find(name) as Serializer])), find)
}

export function combine(prints: readonly Serializer[]): Serializer | undefined {
  const [only, ...others] = prints
  if (others.length === 0) return only
  return combinedSerializer((value, set) => {
    for (const print of prints) print.collect?.(value, set)
  })
}

/** Caches the last result, since the elements of an array mostly have the same list. */
function lastOf<Each, T>(make: (list: readonly Each[]) => T): (list: readonly Each[]) => T {
  let last: { readonly list: readonly Each[]; readonly made: T } | undefined
  return (list) => {
    const known = last?.list ?? []
    const isSame = list.length === known.length && list.every((each, i) => each === known[i])
    last = last && isSame ? last : { list, made: make(list) }
    return last.made
  }
}

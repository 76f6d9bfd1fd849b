import { readings } from '../../conformance/cases/readings.js'
import type { Operation, TestedContract } from '../../conformance/document/contract.js'
import { partsOf } from '../../openapi/path-template.js'

/** An operation in both documents, or in one of them. */
export interface OperationPair {
  readonly old?: Operation
  readonly new?: Operation
  /** True if it has another method or path now. */
  readonly isMoved?: true
}

/** The operations of two documents side by side. */
export interface Matching {
  readonly pairs: readonly OperationPair[]
  /** True if all operations have moved to another base path. */
  readonly isMoved: boolean
}

/** Method and path: the names of parameters do not count. */
function keyOf({ method, path }: Operation, base: string): string {
  const template = partsOf(path).map((part, at) => (at % 2 === 0 ? part : '{}'))
  return `${method} ${base}${template.join('')}`
}

/** Operations are the same by method and path, below the base path unless that is another one. */
export function matchOperations(one: TestedContract, other: TestedContract): Matching {
  const [before, after] = [one.model.basePath, other.model.basePath]
  const full = pairsOf(one.operations, other.operations, [before, after], other)
  if (before === after) return { pairs: full, isMoved: false }
  const bare = pairsOf(one.operations, other.operations, ['', ''], other)
  const isMoved = countOf(bare) > countOf(full)
  return { pairs: isMoved ? bare : full, isMoved }
}

function countOf(pairs: readonly OperationPair[]): number {
  return pairs.filter((pair) => pair.old && pair.new && !pair.isMoved).length
}

function pairsOf(
  one: readonly Operation[],
  other: readonly Operation[],
  [before, after]: readonly [string, string],
  judge: TestedContract,
): OperationPair[] {
  const left = new Map(other.map((each) => [keyOf(each, after), each]))
  const known = new Set(one.map((each) => keyOf(each, before)))
  // A template that was there beside a path is another operation.
  const added = other.filter((each) => before === after && !known.has(keyOf(each, after)))
  const kept = one.map((each): OperationPair => {
    const key = keyOf(each, before)
    const same = left.get(key)
    left.delete(key)
    if (same !== undefined) return { old: each, new: same }
    const general = added.find((next) => takes(judge, next, each))
    return general === undefined ? { old: each } : { old: each, new: general }
  })
  return withMoved([...kept, ...[...left.values()].map((each) => ({ new: each }))])
}

/** True if requests to a path without parameters are those of a template now. */
function takes(
  { verdicts }: TestedContract,
  next: Operation,
  { method, path }: Operation,
): boolean {
  const [own, texts] = [next.path.split('/'), path.split('/')]
  if (next.method !== method || path.includes('{') || own.length !== texts.length) return false
  const parameters = next.parameterGroups.flatMap((group) => group.parameters)
  return own.every((segment, at) => {
    const text = texts[at] as string
    const [, name] = /^\{([^{}]+)\}$/.exec(segment) ?? []
    const parameter = parameters.find((each) => each.in === 'path' && each.name === name)
    if (name === undefined || parameter === undefined) return segment === text
    return readings(text).some((each) => verdicts.accepts(parameter.schema, each))
  })
}

/** An operation that has another path or method now is known by its operationId. */
function withMoved(pairs: readonly OperationPair[]): OperationPair[] {
  const added = new Map(
    pairs.flatMap((pair) => (pair.old || !pair.new ? [] : [[pair.new.operationId, pair] as const])),
  )
  const taken = new Set<OperationPair>()
  const joined = pairs.map((pair) => {
    const same = pair.new || !pair.old ? undefined : added.get(pair.old.operationId)
    if (same === undefined) return pair
    taken.add(same)
    return { ...pair, ...same, isMoved: true as const }
  })
  return joined.filter((pair) => !taken.has(pair))
}

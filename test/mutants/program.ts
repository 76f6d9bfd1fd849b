import { type AnyNode, parse } from 'acorn'
import { type Change, changesOf } from './operators.js'

/** The changes of a program that is compiled; what its tests need not cover is left as it is. */
export function changesIn(source: string): Change[] {
  const ignored = ignoredIn(source)
  const changes: Change[] = []
  const visit = (node: AnyNode, parent: AnyNode | undefined) => {
    changes.push(...changesOf(node, parent, source))
    for (const child of childrenOf(node)) visit(child, node)
  }
  visit(parse(source, { ecmaVersion: 'latest', sourceType: 'module' }), undefined)
  return changes.filter(({ start }) => !ignored.some(([from, to]) => from <= start && start < to))
}

function childrenOf(node: AnyNode): AnyNode[] {
  return Object.values(node).flat().filter(isNode)
}

function isNode(value: unknown): value is AnyNode {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value
}

/** Ranges with a reason why there is no test: `c8 ignore next 3 -- the reason`. */
function ignoredIn(source: string): [from: number, to: number][] {
  return [...source.matchAll(/\/\* c8 ignore next ?(\d*) -- .*\n/g)].map((found) => {
    const from = found.index + found[0].length
    let to = from
    for (let left = Number(found[1] || 1); left > 0; left--) to = source.indexOf('\n', to) + 1
    return [found.index, to]
  })
}

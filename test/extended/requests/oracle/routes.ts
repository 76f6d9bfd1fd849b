import { Undecided } from '../../../toolkit/conformance/servers/schemas/undecided.js'
import type { Operation } from './document.js'

/** An operation, and the texts that a path has for its template's parameters. */
export interface Routed {
  readonly operation: Operation
  readonly path: ReadonlyMap<string, string>
}

/** The operation that a path and a method lead to; 405 where no operation of the path has the method. */
export function routed(
  operations: readonly Operation[],
  pathname: string,
  method: string,
): Routed | 405 {
  const found = matching(operations, pathname)
  if (found.length === 0) throw new Undecided('a path that nothing matches')
  const own = found.filter(({ operation }) => operation.method === method)
  // Concrete paths come before templated ones (3.1, section 4.8.8.2), for the methods that they have.
  const [first, second] = own.toSorted((a, b) => fixed(b) - fixed(a))
  if (first === undefined) return 405
  if (second !== undefined && fixed(second) === fixed(first)) throw new Undecided('several paths')
  return first
}

function fixed({ operation: { path } }: Routed): number {
  return path.replace(/\{[^{}]*\}/g, '').length
}

interface Template {
  readonly operation: Operation
  readonly names: readonly string[]
  readonly pattern: RegExp
}

const templates = new WeakMap<readonly Operation[], Map<number, Template[]>>()

function matching(operations: readonly Operation[], pathname: string): Routed[] {
  const known = templates.get(operations) ?? prepared(operations)
  templates.set(operations, known)
  return (known.get(pathname.split('/').length) ?? []).flatMap(({ operation, names, pattern }) => {
    const [whole, ...texts] = pattern.exec(pathname) ?? []
    if (whole === undefined) return []
    return { operation, path: new Map(names.map((name, index) => [name, texts[index] as string])) }
  })
}

function prepared(operations: readonly Operation[]): Map<number, Template[]> {
  const found = new Map<number, Template[]>()
  for (const operation of operations) {
    const segments = operation.path.split('/')
    const template = { operation, ...compiled(segments) }
    found.set(segments.length, [...(found.get(segments.length) ?? []), template])
  }
  return found
}

function compiled(segments: readonly string[]): Pick<Template, 'names' | 'pattern'> {
  const names: string[] = []
  const texts = segments.map((segment) => {
    const [start = '', ...parts] = segment.split(/\{([^{}]*)\}/)
    const isAlone = parts.length === 2
    // The end of one of several parameters in a segment does not matter here.
    const rest = parts.map((part, index) => {
      if (index % 2 === 1) return literal(part)
      if (isAlone) names.push(part)
      return isAlone ? '([^/]+)' : '[^/]+'
    })
    return literal(start) + rest.join('')
  })
  return { names, pattern: new RegExp(`^${texts.join('/')}$`, 'i') }
}

function literal(text: string): string {
  return [...text].map(letter).join('')
}

function letter(text: string): string {
  const encoded = encodeURIComponent(text)
  return encoded === text ? escaped(text) : `(?:${escaped(text)}|${encoded})`
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

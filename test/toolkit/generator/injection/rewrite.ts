type Path = readonly (string | number)[]

/** Puts another text at a position of a document; `undefined` leaves it as it is. */
export type Replace = (position: string) => string | undefined

/**
 * A document with other texts: any string value and any member name is a position. What refers to a
 * name follows it: references, `required`, security requirements, mappings, path templates.
 */
export function rewrite(document: unknown, replace: Replace): unknown {
  return new Rewriter(document, replace).value(document, [])
}

/** Every position of a document. */
export function positionsOf(document: unknown): string[] {
  const found = new Set<string>()
  rewrite(document, (position) => {
    found.add(position)
    return undefined
  })
  return [...found]
}

class Rewriter {
  readonly #document: unknown
  readonly #replace: Replace
  readonly #renamed = new Map<string, ReadonlyMap<string, string>>()

  constructor(document: unknown, replace: Replace) {
    this.#document = document
    this.#replace = replace
  }

  value(value: unknown, path: Path): unknown {
    if (typeof value === 'string') return this.#text(value, path)
    if (Array.isArray(value)) return value.map((each, index) => this.value(each, [...path, index]))
    if (value === null || typeof value !== 'object') return value
    const names = this.#names(path, value)
    const result = Object.entries(value).map(([key, each]) => [
      names.get(key),
      this.value(each, [...path, key]),
    ])
    // Unlike an assignment this makes a member of `__proto__`, too.
    return Object.fromEntries(result)
  }

  /** The members' names by those that they had; different ones stay so. */
  #names(path: Path, value: object): ReadonlyMap<string, string> {
    const where = JSON.stringify(path)
    const known = this.#renamed.get(where)
    if (known !== undefined) return known
    const names = new Map<string, string>()
    const taken = new Set<string>()
    for (const key of Object.keys(value)) {
      const wanted = this.#name(key, path)
      let name = wanted
      for (let count = 2; taken.has(name); count++) name = `${wanted} ${count}`
      taken.add(name)
      names.set(key, name)
    }
    this.#renamed.set(where, names)
    return names
  }

  #name(key: string, path: Path): string {
    const last = path.at(-1)
    if (isRequirement(path)) return this.#schemeName(key)
    const kind = isMap(path) ? 'name' : 'member'
    const text = this.#replace(`${JSON.stringify([...path, key])} ${kind}`)
    if (last === 'paths' && path.length === 1) {
      const templated = key.replace(/\{([^}]*)\}/g, (_, name) => `{${this.#template(name)}}`)
      return text === undefined ? templated : `${templated}/${inPath(text)}`
    }
    if (text === undefined) return key
    // A path item would have one more operation.
    if (kind === 'member' && text === 'delete') return `${text}_`
    // A quoted parameter: one that cannot be read is left out, and the code has another shape.
    if (last === 'content') return `${key.split(';')[0]}; a="${text.replace(/["\\]/g, "'")}"`
    return last === 'patternProperties' ? escaped(text) : text
  }

  #text(value: string, path: Path): string {
    const [key, parent] = [path.at(-1), path.slice(0, -1)]
    if (key === '$ref' && value.startsWith('#/')) return this.#pointer(value)
    if (parent.at(-1) === 'mapping') return this.#mapped(value)
    if (parent.at(-1) === 'required') return this.#member(value, parent.slice(0, -1))
    const beside = this.#at(parent) as { in?: unknown }
    if (key === 'name' && beside.in === 'path') return this.#template(value)
    const text = this.#replace(`${JSON.stringify(path)} value`)
    if (text === undefined) return value
    return key === 'pattern' ? escaped(text) : text
  }

  /** The name of a path parameter, here and in the template. */
  #template(name: string): string {
    const text = this.#replace(`{${name}}`)
    return text === undefined ? name : inPath(text)
  }

  #schemeName(name: string): string {
    return this.#renamedAt(['components', 'securitySchemes'], name)
  }

  #member(name: string, schema: Path): string {
    return this.#renamedAt([...schema, 'properties'], name)
  }

  #mapped(value: string): string {
    return value.startsWith('#/')
      ? this.#pointer(value)
      : this.#renamedAt(['components', 'schemas'], value)
  }

  #pointer(pointer: string): string {
    const segments = pointer.slice(2).split('/').map(decoded)
    const renamed = segments.map((segment, at) => this.#renamedAt(segments.slice(0, at), segment))
    const isSame = renamed.every((segment, at) => segment === segments[at])
    return isSame ? pointer : `#/${renamed.map(encoded).join('/')}`
  }

  #renamedAt(path: Path, key: string): string {
    const value = this.#at(path)
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return key
    return this.#names(path, value).get(key) ?? key
  }

  #at(path: Path): unknown {
    return path.reduce<unknown>(
      (value, key) => (value as Record<string, unknown>)?.[key],
      this.#document,
    )
  }
}

/** True if the members are security schemes by name. */
function isRequirement(path: Path): boolean {
  return path.at(-2) === 'security' && typeof path.at(-1) === 'number'
}

/** True if the members of an object have names of their own; otherwise they are OpenAPI's. */
function isMap(path: Path): boolean {
  return path.length > 1 ? MAPS.test(String(path.at(-1))) : path[0] === 'paths'
}

const MAPS =
  /^(callbacks|content|definitions|\$defs|dependen.*|encoding|examples?|headers|links|mapping|parameters|pathItems|patternProperties|properties|requestBodies|responses|schemas|scopes|securitySchemes|variables|webhooks)$/

/** Without what ends a segment, a template expression or the path: the contract would have another shape. */
function inPath(text: string): string {
  return text.replace(/[{}/?]/g, '.')
}

/** A pattern that matches a text. */
export function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}

function decoded(segment: string): string {
  return decodeURIComponent(segment).replaceAll('~1', '/').replaceAll('~0', '~')
}

function encoded(segment: string): string {
  const escapedSegment = segment.replaceAll('~', '~0').replaceAll('/', '~1')
  return escapedSegment.replaceAll('%', '%25').replaceAll('#', '%23')
}

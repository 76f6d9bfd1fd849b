type Path = readonly (string | number)[]

/** Puts another text at a position of a document; `undefined` leaves it as it is. */
export type Replace = (position: string) => string | undefined

/**
 * A document with other texts: any string value and any member name is a position, but for what leads from one place
 * to another, such as names of schemas: `injection.test.ts` has hostile ones.
 */
export function rewrite(document: unknown, replace: Replace): unknown {
  const leading = leadingIn(document)
  const textAt = (value: string, path: Path): string => {
    const [key, parent] = [path.at(-1), path.at(-2)]
    if (key === '$ref' || parent === 'mapping' || leading.has(value)) return value
    const text = replace(`${JSON.stringify(path)} value`)
    if (text === undefined) return value
    return key === 'pattern' ? escaped(text) : text
  }
  const nameAt = (key: string, path: Path): string => {
    const isOwn = path.length > 1 ? MAPS.test(String(path.at(-1))) : path[0] === 'paths'
    const text = leading.has(key)
      ? undefined
      : replace(`${JSON.stringify([...path, key])} ${isOwn ? 'name' : 'member'}`)
    if (text === undefined) return key
    if (path.length === 1 && path[0] === 'paths') return `${key}/${text.replace(/[{}/?]/g, '.')}`
    // A path item would have one more operation.
    if (!isOwn && text === 'delete') return `${text}_`
    // A quoted parameter: one that cannot be read is left out, and the code has another shape.
    if (path.at(-1) === 'content') return `${key.split(';')[0]}; a="${text.replace(/["\\]/g, "'")}"`
    return path.at(-1) === 'patternProperties' ? escaped(text) : text
  }
  const at = (value: unknown, path: Path): unknown => {
    if (typeof value === 'string') return textAt(value, path)
    if (Array.isArray(value)) return value.map((each, index) => at(each, [...path, index]))
    if (value === null || typeof value !== 'object') return value
    const taken = new Set<string>()
    const members = Object.entries(value).map(([key, each], index) => {
      const name = nameAt(key, path)
      const own = taken.has(name) ? `${name} ${index}` : name
      taken.add(own)
      return [own, at(each, [...path, key])]
    })
    // Unlike an assignment this makes a member of `__proto__`, too.
    return Object.fromEntries(members)
  }
  return at(document, [])
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

const MAPS =
  /^(callbacks|content|definitions|\$defs|dependen.*|encoding|examples?|headers|links|mapping|parameters|pathItems|patternProperties|properties|requestBodies|responses|schemas|scopes|securitySchemes|variables|webhooks)$/

/** Names to which references, `required`, requirements, mappings and path templates lead. */
function leadingIn(document: unknown): Set<string> {
  const found = new Set<string>()
  const visit = (value: unknown, key = '', parent = ''): void => {
    if (typeof value === 'string') {
      const isName = parent === 'required' || parent === 'mapping' || key === '$ref'
      for (const each of isName ? value.split('/') : []) found.add(pointed(each))
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, each] of Object.entries(value)) {
        if (parent === 'security') found.add(name)
        if (name.startsWith('/'))
          for (const [, inside = ''] of name.matchAll(/\{([^}]*)\}/g)) found.add(inside)
        visit(each, name, key)
      }
    }
  }
  visit(document)
  return found
}

const pointed = (segment: string) =>
  decodeURIComponent(segment).replaceAll('~1', '/').replaceAll('~0', '~')

/** A pattern that matches a text. */
export function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}

import { isObject } from '../../../openapi/json.js'
import { meantName } from '../../../shared/spelling.js'
import type { Cursor } from '../document/cursor.js'

/** Path of each tag from its outermost ancestor, by name. */
export type TagPaths = ReadonlyMap<string, readonly string[]>

/**
 * Declared tags below their parents (3.2, section 4.22). A parent that is not declared, or that is
 * a descendant, is reported and ignored.
 */
export function readTags(tags: Cursor | undefined): TagPaths {
  const declared = new Map<string, Cursor>()
  for (const tag of tags?.elements() ?? []) {
    const name = isObject(tag.value) ? tag.get('name')?.text() : undefined
    if (name === undefined) {
      const { value } = tag
      const advice = typeof value === 'string' ? `write \`name: ${value}\`` : 'give it a `name`'
      tag.warn('a tag is an object with a `name`; this one is ignored', advice)
      continue
    }
    if (declared.has(name)) {
      tag.warn(`the tag \`${name}\` is declared twice`, 'leave one of them')
    } else declared.set(name, tag)
  }
  return new Map([...declared.keys()].map((name) => [name, pathOf(name, declared)]))
}

function pathOf(name: string, declared: ReadonlyMap<string, Cursor>): string[] {
  const path = [name]
  for (let at = declared.get(name)?.get('parent'); at !== undefined; ) {
    const parent = at.text()
    if (parent === undefined) break
    const next = declared.get(parent)
    if (next === undefined) {
      at.warn(`no tag is named \`${parent}\``, 'declare it, or leave `parent` out')
      break
    }
    if (path.includes(parent)) {
      at.warn(`\`${parent}\` leads back to itself`, 'leave one `parent` out')
      break
    }
    path.unshift(parent)
    at = next.get('parent')
  }
  return path
}

/** Tags of an operation with their ancestors; an undeclared tag has none. */
export function tagsOf(operation: Cursor, paths: TagPaths): (readonly string[])[] {
  const tags = operation.get('tags')?.elements() ?? []
  return tags.flatMap((tag) => {
    const name = tag.text()
    if (name === undefined) return []
    const meant = paths.has(name) ? undefined : meantName(name, paths.keys())
    if (meant !== undefined) tag.warn(`no tag is named \`${name}\``, `did you mean \`${meant}\`?`)
    return [paths.get(name) ?? [name]]
  })
}

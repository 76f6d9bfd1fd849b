import { isObject, type JsonObject, setOwn } from '../../openapi/json.js'
import { append, literalSegments, percentDecoded, segments } from '../../openapi/json-pointer.js'
import { DocumentError, type Position } from '../diagnostics/problems.js'
import type { Source } from '../load/source.js'

/** The files of a document, each with a value that may be changed in place. */
export class ShapedFiles {
  readonly #copied = new Set<Source>()

  valueOf(source: Source): unknown {
    if (!this.#copied.has(source)) {
      const { value, locate } = copyOf(source.value)
      source.reshape(value, locate)
      this.#copied.add(source)
    }
    return source.value
  }

  /**
   * What a reference leads to, and the keys from the root of its file. None for an anchor, a URI, and a file that cannot
   * be read, which the reader of the document reports.
   */
  target(source: Source, $ref: string) {
    const [file = '', fragment = ''] = $ref.split('#', 2)
    if (/^[a-z][a-z\d+.-]*:/i.test(file)) return undefined
    const other = file === '' ? source : opened(source, file)
    const [keys, literal] = [segments(`#${fragment}`), literalSegments(`#${fragment}`)]
    if (other === undefined || keys === undefined) return undefined
    const root = this.valueOf(other)
    const found = [keys, literal ?? keys].map((each) => ({ keys: each, value: at(root, each) }))
    const [first] = found.filter(({ value }) => value !== undefined)
    return { source: other, ...(first ?? { keys, value: undefined }) }
  }

  /** The object that a reference leads to, which may be a reference itself. */
  followed(source: Source, value: unknown): { source: Source; value: unknown } {
    let place = { source, value }
    const seen = new Set<unknown>()
    while (isReference(place.value) && !seen.has(place.value)) {
      seen.add(place.value)
      const target = this.target(place.source, place.value.$ref)
      if (target === undefined) return place
      place = target
    }
    return place
  }
}

export function isReference(value: unknown): value is JsonObject & { readonly $ref: string } {
  return isObject(value) && typeof value.$ref === 'string'
}

function at(root: unknown, keys: readonly string[]): unknown {
  return keys.reduce<unknown>((value, key) => {
    return Object.hasOwn(Object(value), key) ? Object(value)[key] : undefined
  }, root)
}

function opened(source: Source, file: string): Source | undefined {
  try {
    return source.open(percentDecoded(file))
  } catch (error) {
    /* c8 ignore next -- opening throws no other error */
    if (!(error instanceof DocumentError)) throw error
    return undefined
  }
}

type Locate = (pointer: string) => Position

/** A copy of a document to be changed, which knows where its parts come from. */
function copyOf(document: unknown) {
  const origins = new WeakMap<object, string>()
  const copy = (value: unknown, pointer: string): unknown => {
    if (typeof value !== 'object' || value === null) return value
    const result: Record<string, unknown> | unknown[] = Array.isArray(value) ? [] : {}
    origins.set(result, pointer)
    for (const [key, each] of Object.entries(value)) {
      setOwn(result as Record<string, unknown>, key, copy(each, append(pointer, key)))
    }
    return result
  }
  const copied = copy(document, '#')
  /** Positions of the parts, by those of the original; a part that is new has that of its nearest ancestor. */
  const locate = (original: Locate): Locate => {
    return (pointer) => {
      let [value, origin] = [copied, '#']
      for (const key of segments(pointer) as string[]) {
        value = Object(value)[key]
        const known = origins.get(Object(value))
        if (known === undefined) {
          const isNew = typeof value === 'object' && value !== null
          return original(isNew ? origin : append(origin, key))
        }
        origin = known
      }
      return original(origin)
    }
  }
  return { value: copied, locate }
}

import { setOwn } from '../../openapi/json.js'
import { append, segments } from '../../openapi/json-pointer.js'
import type { Position } from '../diagnostics/problems.js'

type Locate = (pointer: string) => Position

/** A copy of a document to be changed, which knows where its parts come from. */
export class DocumentCopy {
  readonly value: unknown
  readonly #origins = new WeakMap<object, string>()

  constructor(document: unknown) {
    this.value = this.#copy(document, '#')
  }

  /** Positions of the parts, by those of the original; a part that is new has that of its nearest ancestor. */
  locate(original: Locate): Locate {
    return (pointer) => {
      let [value, origin] = [this.value, '#']
      for (const key of segments(pointer) as string[]) {
        value = Object(value)[key]
        const known = this.#origins.get(Object(value))
        if (known === undefined) {
          const isNew = typeof value === 'object' && value !== null
          return original(isNew ? origin : append(origin, key))
        }
        origin = known
      }
      return original(origin)
    }
  }

  #copy(value: unknown, pointer: string): unknown {
    if (typeof value !== 'object' || value === null) return value
    const result: Record<string, unknown> | unknown[] = Array.isArray(value) ? [] : {}
    this.#origins.set(result, pointer)
    for (const [key, each] of Object.entries(value)) {
      setOwn(result as Record<string, unknown>, key, this.#copy(each, append(pointer, key)))
    }
    return result
  }
}

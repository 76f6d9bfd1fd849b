import { isJson } from '../../openapi/media-type.js'
import type { MultipartBody } from '../contract/media.js'
import { targetTypeOf } from '../parameters/target-type.js'
import { fromContent } from '../parameters/text-value.js'
import { Unreadable } from '../parameters/url-encoding.js'
import { type MultipartPart, partViolation } from './part-headers.js'

/** True if the client says that a part is JSON, and the schema does not name it, or has an object beside a file. */
export function isJsonPart({ name, type, isTyped }: MultipartPart, media: MultipartBody): boolean {
  if (!isTyped || !isJson(type.essence)) return false
  const field = media.fields.find((each) => each.name === name)
  if (field === undefined) return true
  return Object.hasOwn(media.files ?? {}, name) && targetTypeOf(field.type).object !== undefined
}

/** Values of parts that are JSON, by their names: several of one name are a list. */
export class JsonParts {
  readonly #values = new Map<string, unknown[]>()
  /** Names of parts that are texts. */
  readonly #texts = new Set<string>()
  readonly #media: MultipartBody

  constructor(media: MultipartBody) {
    this.#media = media
  }

  add(name: string, text: string): void {
    const values = this.#values.get(name) ?? []
    this.#values.set(name, values)
    values.push(jsonOf(name, text))
  }

  /** Notes a part that is text. */
  exclude(name: string): void {
    this.#texts.add(name)
  }

  /** The members, whose numbers are exact. */
  *members(): Generator<[name: string, value: unknown]> {
    const { scalars, array, object } = targetTypeOf(this.#media.rest)
    const isList = array !== undefined && object === undefined && scalars.length === 0
    for (const [name, values] of this.#values) {
      if (this.#texts.has(name)) throw partViolation(name, 'must have one media type')
      const isItem = isList && !Array.isArray(values[0])
      yield [name, values.length === 1 && !isItem ? values[0] : values]
    }
  }
}

function jsonOf(name: string, text: string): unknown {
  try {
    return fromContent(text, 'application/json', { scalars: [] })
  } catch (error) {
    /* c8 ignore next -- an error of this program is not the client's */
    if (!(error instanceof Unreadable)) throw error
    const { keyword, message } = error
    throw partViolation(name, message, keyword)
  }
}

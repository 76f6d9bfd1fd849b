import type { Source } from '#toolkit/generator/load/source.js'
import { stringify } from '#toolkit/runtime/json/stringify.js'
import { target } from '../requests/oracle/document.js'
import { readJson } from '../requests/oracle/json.js'
import { accepts, type Node } from '../requests/oracle/schema.js'
import { Undecided } from '../requests/oracle/undecided.js'

/** The second opinion on a value, from the document alone: it knows no discriminator. None where it is not sure. */
export function opinionOn({ value: document }: Source, schema: unknown, value: unknown) {
  const root = document as Node
  const follow = ($ref: string) => target(root, $ref)
  const dialect = { version: String(root.openapi ?? root.swagger), isInput: false, follow }
  try {
    return accepts(schema, readJson(Buffer.from(stringify(value))), dialect)
  } catch (error) {
    if (error instanceof Undecided) return undefined
    throw error
  }
}

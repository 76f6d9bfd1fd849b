import { spread } from '../model/graph/spread.js'
import type { Model, Schema, SchemaObject } from '../model/model.js'
import { subschemas } from '../model/schemas/int64.js'
import { LEFT_OUT, type LeftOut } from '../model/schemas/schema.js'
import { remembered } from '../remembered.js'

/** The names of the schemas that have places. */
interface WithPlaces {
  /** In requests: int64s, or read-only members. */
  readonly received: ReadonlySet<string>
  /** In responses: write-only members. */
  readonly sent: ReadonlySet<string>
}

export const withPlaces = remembered(({ schemas }: Model): WithPlaces => {
  const [readOnly, writeOnly] = [holding('readOnly'), holding('writeOnly')]
  const int64 = schemas.flatMap(({ name, int64 }) => (int64 ? name : []))
  return { received: new Set([...int64, ...readOnly]), sent: writeOnly }

  function holding(flag: Flag): Set<string> {
    const holds = (schema: Schema) => typeof schema === 'object' && flagsIn(schema).has(flag)
    return schemas.some(({ schema }) => holds(schema)) ? spread(schemas, holds) : new Set()
  }
})

type Flag = LeftOut['flag']

/** Of named schemas only: what stands in them is many times as many. */
const flagsIn = remembered((schema: SchemaObject): ReadonlySet<Flag> => {
  const found = new Set<Flag>()
  const visit = (each: Schema): void => {
    if (typeof each === 'boolean') return
    const { [LEFT_OUT]: leftOut } = each
    if (leftOut) found.add(leftOut.flag)
    for (const child of subschemas(each)) visit(child)
  }
  visit(schema)
  return found
})

/** The members of a schema that do not travel in its direction. */
export function leftOutIn({ [LEFT_OUT]: leftOut }: SchemaObject): readonly string[] {
  return leftOut?.names ?? []
}

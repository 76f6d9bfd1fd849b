import { LEFT_OUT, type LeftOut } from '../../../openapi/schema/schema.js'
import { subschemas } from '../../../openapi/schema/subschemas.js'
import { reached } from '../../graph/graph.js'
import { spread } from '../../graph/propagate.js'
import { referencesOf } from '../../graph/schema-references.js'
import type { Model, Schema, SchemaObject } from '../../model/model.js'
import { holdsJson, servedOperations, servedSchemas } from '../../model/served.js'
import { remembered } from '../../shared/memoize.js'

/** The names of schemas that have places. */
interface WithPlaces {
  /** For requests: int64s, or read-only members. */
  readonly received: ReadonlySet<string>
  /** For responses: write-only members. */
  readonly sent: ReadonlySet<string>
}

/** What the runtime is told of schemas beside their validators. */
export interface Placed extends WithPlaces {
  /** Those that a value may break when members that they do not name are left out. */
  readonly rechecked: ReadonlySet<string>
}

/** All schemas that have places. */
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

/** Those of what is JSON in requests, and of the bodies of responses, and all that these refer to. */
export const placedSchemas = remembered((model: Model): Placed => {
  const byName = new Map(model.schemas.map(({ name, schema }) => [name, schema]))
  const reach = (roots: readonly string[], marked: ReadonlySet<string>) => {
    const isMarked = (name: string) => marked.has(name)
    return reached(roots.filter(isMarked), (name) =>
      referencesOf(byName.get(name) as Schema).filter(isMarked),
    )
  }
  const operations = servedOperations(model)
  const received = operations.flatMap(({ requestBody, parameterGroups }) => [
    ...servedSchemas(requestBody?.content ?? []),
    ...parameterGroups.filter(holdsJson).map(({ schema }) => schema),
  ])
  const sent = operations.flatMap(({ responses }) =>
    responses.flatMap(({ content }) => servedSchemas(content)),
  )
  const marked = withPlaces(model)
  return {
    received: reach(received, marked.received),
    sent: reach(sent, marked.sent),
    rechecked: spread(model.schemas, (schema) => typeof schema === 'object' && isFragile(schema)),
  }
})

/** What may hold for a value and not for less of it. */
const FRAGILE = ['contains', 'if', 'minProperties', 'not', 'oneOf', 'uniqueItems']

const isFragile = remembered((schema: SchemaObject): boolean => {
  const values = [schema.const, ...(schema.enum ?? [])]
  if (FRAGILE.some((keyword) => keyword in schema)) return true
  if (values.some((value) => typeof value === 'object' && value !== null)) return true
  return subschemas(schema).some((each) => typeof each === 'object' && isFragile(each))
})

import type {
  MediaType,
  Operation,
  TestedContract,
} from '#toolkit/conformance/document/contract.js'
import { segments } from '#toolkit/openapi/json-pointer.js'
import type { Schema } from '#toolkit/openapi/schema/schema.js'
import type { Node } from '../../toolkit/conformance/servers/schemas/dialect.js'
import { type Place, placeOf } from './raw-document.js'

/** One of two documents: as the toolkit reads it, for drawing, and as it is, for judging. */
export interface Side {
  readonly contract: TestedContract
  readonly raw: Node
}

/** A schema in both documents: what satisfies the one should satisfy the other. */
export interface Part {
  readonly operation: string
  /** As the report calls it. */
  readonly name: string
  readonly isRequest: boolean
  readonly isText: boolean
  readonly given: Schema
  readonly givenAt: Place
  readonly wantedAt: Place
}

/** The bodies in JSON and the parameters of the operations that both documents have. */
export function partsOf(old: Side, kept: Side): Part[] {
  const after = new Map(kept.contract.operations.map((each) => [keyOf(each), each]))
  return old.contract.operations.flatMap((one) => {
    const other = after.get(keyOf(one))
    if (other === undefined) return []
    return [...bodyParts(old, kept, one, other), ...parameterParts(old, kept, one, other)]
  })
}

export function keyOf({ method, path }: Operation): string {
  return `${method} ${path.replace(/\{[^}]*\}/g, '{}')}`
}

const nameOf = ({ method, path }: Operation) => `${method} ${path}`
const nodeOf = ({ method, path }: Operation) => ['paths', path, method.toLowerCase()]

function bodyParts(old: Side, kept: Side, one: Operation, other: Operation): Part[] {
  const shared = { operation: nameOf(one), isText: false }
  const request = (one.requestBody?.content ?? []).flatMap((media) => {
    const steps = ['requestBody', 'content', media.mediaType, 'schema']
    const [givenAt, wantedAt] = [
      placeOf(old.raw, nodeOf(one), ...steps),
      placeOf(kept.raw, nodeOf(other), ...steps),
    ]
    const given = schemaOf(old, media)
    if (given === undefined || givenAt === undefined || wantedAt === undefined) return []
    return [{ ...shared, name: 'request body', isRequest: true, given, givenAt, wantedAt }]
  })
  const responses = other.responses.flatMap(({ status, content }) =>
    content.flatMap((media) => {
      const given = schemaOf(kept, media)
      const steps = ['content', media.mediaType, 'schema']
      const givenAt = placeOf(kept.raw, [...nodeOf(other), 'responses', status], ...steps)
      const [before] = [status, status.replace(/..$/, 'XX'), 'default'].flatMap((each) =>
        placeOf(old.raw, [...nodeOf(one), 'responses', each]) === undefined ? [] : [each],
      )
      if (given === undefined || givenAt === undefined || before === undefined) return []
      const wantedAt = placeOf(old.raw, [...nodeOf(one), 'responses', before], ...steps)
      if (wantedAt === undefined) return []
      return [{ ...shared, name: `response ${status}`, isRequest: false, given, givenAt, wantedAt }]
    }),
  )
  return [...request, ...responses]
}

function schemaOf({ contract }: Side, { kind, schema }: MediaType): Schema | undefined {
  return kind === 'json' && schema !== undefined ? contract.reference(schema) : undefined
}

function parameterParts(old: Side, kept: Side, one: Operation, other: Operation): Part[] {
  const after = other.parameterGroups.flatMap(({ parameters }) => parameters)
  return one.parameterGroups
    .flatMap(({ parameters }) => parameters)
    .flatMap((each) => {
      const same = after.find((next) => next.in === each.in && next.name === each.name)
      if (same === undefined || each.style === 'content') return []
      const [givenAt, wantedAt] = [
        placeOf(old.raw, segments(each.pointer) ?? [], 'schema'),
        placeOf(kept.raw, segments(same.pointer) ?? [], 'schema'),
      ]
      if (givenAt === undefined || wantedAt === undefined) return []
      const name = `${each.in} parameter ${each.name}`
      const shared = { operation: nameOf(one), name, isRequest: true, isText: true }
      return [{ ...shared, given: each.schema, givenAt, wantedAt }]
    })
}

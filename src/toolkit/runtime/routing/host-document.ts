import type { FastifySchema, RouteOptions } from 'fastify'
import { isObject, setOwn } from '../../openapi/json.js'
import { nameIn, type SchemaWithId } from '../../openapi/schema/schema.js'
import type { SecurityScheme } from '../../openapi/security.js'
import { memoize } from '../../shared/memoize.js'
import type { Contract, RouteSchema } from '../contract/contract.js'

/** What `@fastify/swagger` gives to the option `swaggerTransform` of a route's `config`. */
export interface SwaggerTransformInput {
  readonly schema: FastifySchema
  readonly url: string
  readonly route: RouteOptions & { readonly prefix?: string }
  /** The document so far, of OpenAPI 3 or of Swagger 2.0. */
  readonly openapiObject?: HostDocumentObject
  readonly swaggerObject?: HostDocumentObject
}

export type SwaggerTransform = (given: SwaggerTransformInput) => {
  readonly schema: FastifySchema
  readonly url: string
}

type JsonMembers = Record<string, unknown>

interface HostDocumentObject {
  readonly openapi?: string
  components?: { schemas?: JsonMembers; securitySchemes?: JsonMembers }
  definitions?: JsonMembers
  securityDefinitions?: JsonMembers
}

type ShownSchema = FastifySchema & {
  readonly response?: Readonly<Record<string, JsonMembers>>
  security?: readonly Readonly<Record<string, readonly string[]>>[]
}

/** Place of schemas in a document, and the names that those of the contract, and its security schemes, have there. */
interface HostSchemas {
  readonly schemas: JsonMembers
  readonly prefix: string
  readonly isOld: boolean
  readonly names: Map<string, string>
  readonly schemes: ReadonlyMap<string, string>
}

/** By contract and document: a host may serve one contract twice. */
const placesOf = memoize((_contract: Contract) => new WeakMap<object, HostSchemas>())

export type HostDocument = ReturnType<typeof hostDocument>

/** The part of a contract in documents that a host makes of its routes. */
export function hostDocument(contract: Contract, schemasByName: ReadonlyMap<string, SchemaWithId>) {
  /** The schema of a route for a document; what it refers to is added there. */
  return (
    {
      openapiObject,
      swaggerObject,
    }: Pick<SwaggerTransformInput, 'openapiObject' | 'swaggerObject'>,
    schema: RouteSchema,
  ): FastifySchema => {
    const document = (openapiObject ?? swaggerObject) as HostDocumentObject
    const places = placesOf(contract)
    const place =
      places.get(document) ??
      placeIn(document, openapiObject !== undefined, contract.securitySchemes)
    places.set(document, place)
    const shown = inDocument(schema, place) as ShownSchema
    for (const response of Object.values(shown.response ?? {})) {
      // Else `@fastify/swagger` gives it a body of JSON.
      if (response.content === undefined) response.type = 'null'
    }
    const renamed = ([name, scopes]: [string, readonly string[]]) =>
      [place.schemes.get(name) ?? name, scopes] as const
    const security = shown.security?.map((each) =>
      Object.fromEntries(Object.entries(each).map(renamed)),
    )
    if (security) shown.security = security
    return shown
  }

  /** A value of the contract in a document, which has no exact integers. */
  function inDocument(value: unknown, place: HostSchemas): unknown {
    if (typeof value === 'bigint') return Number(value)
    if (Array.isArray(value)) return value.map((each) => inDocument(each, place))
    if (!isObject(value)) return value
    const result: JsonMembers = {}
    for (const [name, each] of Object.entries(value)) {
      const isReference = name === '$ref' && typeof each === 'string' && each.endsWith('#')
      const found = isReference ? reference(each, place) : inDocument(each, place)
      if (name !== '$id') setOwn(result, name, found)
    }
    return place.isOld ? inOlderVersion(result) : result
  }

  function reference($ref: string, place: HostSchemas): string {
    const { schemas, prefix, names } = place
    const name = nameIn($ref)
    const known = names.get(name)
    if (known !== undefined) return prefix + known
    const free = freeName(schemas, name)
    names.set(name, free)
    // Before what is in it, which may refer to it.
    setOwn(schemas, free, {})
    setOwn(schemas, free, inDocument(schemasByName.get(name), place))
    return prefix + free
  }
}

function placeIn(
  document: HostDocumentObject,
  isOpenApi: boolean,
  schemes: readonly SecurityScheme[],
): HostSchemas {
  const names = new Map<string, string>()
  if (!isOpenApi) {
    document.definitions ??= {}
    document.securityDefinitions ??= {}
    const placed = addSchemes(document.securityDefinitions, schemes)
    const { definitions } = document
    return { schemas: definitions, prefix: '#/definitions/', isOld: true, names, schemes: placed }
  }
  document.components ??= {}
  const { components } = document
  components.schemas ??= {}
  components.securitySchemes ??= {}
  const isOld = document.openapi?.startsWith('3.0') === true
  return {
    ...{ schemas: components.schemas, prefix: '#/components/schemas/', isOld, names },
    schemes: addSchemes(components.securitySchemes, schemes),
  }
}

function freeName(taken: JsonMembers, name: string, isOwn = (_known: unknown) => false): string {
  let free = name
  for (let count = 2; Object.hasOwn(taken, free) && !isOwn(taken[free]); count++) {
    free = `${name}${count}`
  }
  return free
}

/** Adds security schemes that are not there, and gives the names that they have there. */
function addSchemes(
  target: JsonMembers,
  schemes: readonly SecurityScheme[],
): ReadonlyMap<string, string> {
  const names = schemes.map((scheme) => {
    const { flows, ...own } = described(scheme)
    // A host may say more of it.
    const isOwn = (known: unknown) =>
      Object.entries(own).every(([name, value]) => Object(known)[name] === value)
    const name = freeName(target, scheme.name, isOwn)
    if (!Object.hasOwn(target, name)) setOwn(target, name, { ...own, ...(flows && { flows }) })
    return [scheme.name, name] as const
  })
  return new Map(names)
}

/** A Security Scheme Object, as far as a contract knows it. */
function described({ type, scheme, in: location, parameter }: SecurityScheme): {
  flows?: object
} & JsonMembers {
  if (type === 'apiKey') return { type, in: location, name: parameter }
  if (type === 'oauth2') return { type, flows: {} }
  if (type === 'mutualTLS') return { type }
  return { type: 'http', scheme: scheme ?? 'bearer' }
}

/** Keywords of draft 2020-12 in OpenAPI 3.0, where null is no type and no value is constant. */
function inOlderVersion({ const: value, type, ...rest }: JsonMembers): JsonMembers {
  const types = Array.isArray(type) ? type.filter((each) => each !== 'null') : [type]
  const isNullable = Array.isArray(type) && types.length < type.length
  return {
    ...(type !== undefined && types.length === 1 && { type: types[0] }),
    ...(types.length > 1 && { anyOf: types.map((each) => ({ type: each })) }),
    ...(isNullable && { nullable: true }),
    ...(value !== undefined && { enum: [value] }),
    ...rest,
  }
}

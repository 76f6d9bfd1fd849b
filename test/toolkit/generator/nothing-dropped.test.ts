import t from 'tap'
import { DocumentError } from '#toolkit/generator/diagnostics/problems.js'
import { documentModel } from '#toolkit/generator/document-model.js'
import { generateFrom } from '#toolkit/generator/generate.js'
import { parse } from '#toolkit/generator/load/source.js'
import type { Model, Operation } from '#toolkit/generator/model/model.js'
import { isObject } from '#toolkit/openapi/json.js'
import { inFull } from '../../helpers/made.js'
import { objectOf } from '../../helpers/rows.js'

/** A document with the fixed fields of OpenAPI 3.2 that a service depends on. */
const OPENAPI = objectOf(
  inFull(`
openapi: '3.2.0'
servers: [{ url: '/{base}', variables: { base: { default: v1, enum: [v1] } } }]
security: [{ key: [] }, { oauth: [read] }]
tags: [{ name: a }]
paths:
  /things/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get:
      operationId: getThing
      tags: [a]
      parameters:
        - { $ref: '#/components/parameters/Page' }
        - { name: filter, in: query, required: true, style: deepObject, explode: true, allowReserved: true, schema: { type: object, properties: { a: { type: string } } } }
        - { name: json, in: query, content: { application/json: { schema: { type: integer } } } }
      responses:
        200: { description: d, headers: { X-Rate: { required: true, explode: true, schema: { type: integer } }, X-Json: { content: { application/json: { schema: { type: integer } } } } }, content: { application/json: { schema: { type: string, maxLength: 9 } } } }
        default: { $ref: '#/components/responses/Failed' }
      security: [{ key: [], oauth: [read, write] }]
    additionalOperations: { COPY: { operationId: copyThing, responses: { 204: { description: d } }, security: [] } }
  /things:
    servers: [{ url: /v1 }]
    post:
      operationId: addThing
      deprecated: true
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [a] } }, multipart/form-data: { schema: { type: object, properties: { list: { type: array, items: { type: string } } } }, encoding: { list: { style: pipeDelimited, explode: false } } } } }
      responses: { 201: { description: d } }
      callbacks: { added: { '{$request.body#/url}': { post: { requestBody: { content: { application/json: { schema: { type: boolean } } } }, responses: { 200: { description: d } } } } } }
webhooks: { changed: { post: { requestBody: { content: { application/json: { schema: { type: number } } } }, responses: { 200: { description: d } } } } }
components:
  parameters: { Page: { name: page, in: query, schema: { type: integer, minimum: 1 } } }
  responses: { Failed: { description: d, content: { application/problem+json: { schema: { type: object, required: [title] } } } } }
  securitySchemes:
    key: { type: apiKey, in: header, name: X-Key }
    oauth: { type: oauth2, flows: { clientCredentials: { tokenUrl: /t, scopes: { read: r, write: w } } } }
`),
)

const SWAGGER = objectOf(`
  swagger: '2.0'
  info: { title: T, version: '1' }
  basePath: /v1
  consumes: [application/json]
  produces: [application/json]
  securityDefinitions: { key: { type: apiKey, in: header, name: X-Key } }
  security: [{ key: [] }]
  parameters: { page: { name: page, in: query, type: integer, minimum: 1 } }
  paths:
    /things:
      parameters: [{ $ref: '#/parameters/page' }]
      post:
        operationId: addThing
        consumes: [application/vnd.a+json]
        produces: [application/vnd.b+json]
        parameters:
          - { name: ids, in: query, required: true, type: array, items: { type: integer }, collectionFormat: pipes }
          - { name: body, in: body, required: true, schema: { type: object, required: [a] } }
        responses: { 200: { description: d, schema: { type: string }, headers: { X-Rate: { type: integer } } } }
        security: []
      put: { operationId: putThing, consumes: [multipart/form-data], parameters: [{ name: file, in: formData, required: true, type: file }], responses: { 204: { description: d } } }
`)

type Path = readonly (string | number)[]

/** What a service does by its contract: all but names of types, locations and descriptions. */
function meaningOf(model: Model) {
  const schemas = new Map(model.schemas.map(({ name, schema }) => [name, schema]))
  const LEFT = new Set(
    'pointer origin typeName headerSchema summary description docs tags'.split(' '),
  )
  const whole = (value: unknown, key = ''): unknown => {
    if (Array.isArray(value)) return value.map((each) => whole(each))
    if (key === 'schema' && typeof value === 'string') return whole(schemas.get(value))
    if (!isObject(value)) return value
    const name = typeof value.$ref === 'string' ? value.$ref.split('/').at(-1) : undefined
    if (name !== undefined) return whole(schemas.get(name))
    const kept = Object.entries(value).filter(([each]) => !LEFT.has(each))
    return Object.fromEntries(kept.map(([each, member]) => [each, whole(member, each)]))
  }
  const of = (operation: Operation) => {
    const { parameterGroups, ...others } = operation
    const parameters = parameterGroups.flatMap((group) => group.parameters)
    return whole({ ...others, parameters })
  }
  const { basePath, operations, outgoing, securitySchemes } = model
  const sorted = operations.toSorted((a, b) => a.method.localeCompare(b.method))
  return {
    basePath,
    operations: sorted.map(of),
    outgoing: outgoing.map(of),
    schemes: whole(securitySchemes),
  }
}

const sourceOf = (document: object) => parse('a.json', JSON.stringify(document))
const read = (document: object) => generateFrom(sourceOf(document)).model

function pathsIn(value: unknown, path: Path = []): Path[] {
  const children = Array.isArray(value) ? value.entries() : Object.entries(Object(value))
  if (typeof value === 'string') return [path]
  return [path, ...[...children].flatMap(([key, child]) => pathsIn(child, [...path, key]))]
}

function at(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((found, key) => (found as Record<string, unknown>)[key], value)
}

/** The document with another value in the place of one. */
function withValue(document: object, path: Path, value: unknown): object {
  const copy = structuredClone(document)
  const parent = at(copy, path.slice(0, -1)) as Record<string | number, unknown>
  parent[path.at(-1) as string] = value
  return copy
}

/** The document with a reference in the place of one value. */
function withReference(document: object, path: Path): object {
  const referring = withValue(document, path, { $ref: '#/x-part' })
  return { ...referring, 'x-part': at(document, path) }
}

/** A value that `String` fails for. */
const TEXTLESS = { toString: 1, valueOf: 1 }

for (const document of [OPENAPI, SWAGGER]) {
  const [version] = Object.values(document)
  t.test(`a reference in any place of ${version} is followed or refused`, async (t) => {
    const meant = meaningOf(read(document))
    const [followed, refused]: [Path[], Path[]] = [[], []]
    for (const path of pathsIn(document).slice(1)) {
      try {
        t.strictSame(meaningOf(read(withReference(document, path))), meant, path.join(' '))
        followed.push(path)
      } catch (error) {
        if (!(error instanceof DocumentError)) throw error
        refused.push(path)
      }
    }
    t.comment(`followed: ${followed.length}, refused: ${refused.length}`)
    const isPart = (path: Path) =>
      typeof at(document, path) === 'object' && !path.slice(0, -1).includes('schema')
    t.strictSame(refused.filter(isPart), [], 'no object and no list outside of schemas is refused')
  })

  t.test(`an object without a text is read or refused at any place of ${version}`, async (t) => {
    for (const path of pathsIn(document).slice(1))
      for (const value of [TEXTLESS, [TEXTLESS]]) {
        try {
          t.ok(documentModel(sourceOf(withValue(document, path, value))))
        } catch (error) {
          t.ok(error instanceof DocumentError, `${path.join(' ')}: ${(error as Error).stack}`)
        }
      }
  })
}

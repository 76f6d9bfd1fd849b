import { mediaTable } from '../../openapi/media-name.js'
import { PARAMETER_MEMBERS } from '../../openapi/parameter.js'
import { refTo, type Schema, type SchemaObject } from '../../openapi/schema/schema.js'
import { defined } from '../../shared/defined.js'
import { served } from '../model/content.js'
import type { MediaType, Model, Operation, Parameter, Response } from '../model/model.js'
import { Code, type Declaration } from '../print/code.js'
import { type Output, typed } from '../print/imports.js'
import { layOut, listModule } from '../print/layout.js'
import { constant, type GeneratedFile, key } from '../print/print.js'
import { fastifyRefs } from './emit-schemas.js'

/** `route-schemas.ts`: what each operation takes and answers, as the schema of a Fastify route. */
export function emitRouteSchemas(model: Model, output: Output): GeneratedFile[] {
  const byName = new Map(model.schemas.map(({ name, schema }) => [name, schema]))
  const declarations = model.operations
    .filter(({ unserved }) => unserved === undefined)
    .map((operation): RouteSchemaDeclaration => {
      const { operationId: id, typeName, pointer } = operation
      const name = `${typeName}RouteSchema`
      const start = `export const ${name}${typed(output, ': RouteSchema')} = `
      const text = constant(pointer, start, routeSchema(operation, byName))
      return { id, name, text, uses: ['RouteSchema'] }
    })
  const rows = declarations.map(({ id, name }) => `  ${key(id)}: ${name},\n`)
  const type = typed(output, ': RouteSchemas')
  const table = new Code(
    `export const routeSchemas${type} = {\n${rows.join('')}}\n`,
    new Set(['RouteSchemas', ...declarations.map(({ name }) => name)]),
  )
  const of = [model, output] as const
  return layOut(
    listModule<RouteSchemaDeclaration>('route-schemas', of, table, ({ name }) => name),
    declarations,
  )
}

interface RouteSchemaDeclaration extends Declaration {
  readonly id: string
}

/** Names of the groups of parameters in a Fastify schema; Fastify has none for cookies, and tools read this one. */
const GROUPS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.values(PARAMETER_MEMBERS).map((member) => [member, member])),
  query: 'querystring',
}

function routeSchema(operation: Operation, byName: ReadonlyMap<string, Schema>): object {
  const { operationId, summary, description, deprecated, tags, security } = operation
  const { parameterGroups, requestBody, responses } = operation
  const inline = (name: string) => fastifyRefs(byName.get(name) as Schema)
  const groups = parameterGroups.map(({ member, schema, parameters }) => {
    // The schema of a whole query is no table of parameters.
    const named = member === 'querystring' ? [] : parameters
    return [GROUPS[member], sent(inline(schema), named)]
  })
  const names = tags.map((path) => path.at(-1) as string)
  return defined({
    operationId,
    summary,
    description,
    deprecated: deprecated || undefined,
    tags: names.length > 0 ? names : undefined,
    security: security.length > 0 ? security : undefined,
    ...Object.fromEntries(groups),
    body: requestBody && { content: contentOf(requestBody.content) },
    response: Object.fromEntries(
      responses.map((response) => [response.status, responseOf(response, inline)]),
    ),
  })
}

function responseOf(
  { description = '', content, headerSchema }: Response,
  inline: (name: string) => Schema,
): object {
  const headers = headerSchema ? (inline(headerSchema) as SchemaObject) : undefined
  return defined({
    description,
    headers: headers?.properties,
    content: content.length > 0 ? contentOf(content) : undefined,
  })
}

function contentOf(content: readonly MediaType[]): object {
  const media = Object.entries(mediaTable(served(content)))
  return Object.fromEntries(media.map(([name, each]) => [name, { schema: schemaOf(each) }]))
}

/** The schema of parameters as they are sent: a handler has a default, which a client may leave out. */
function sent(schema: Schema, parameters: readonly Parameter[]): Schema {
  if (typeof schema !== 'object' || schema.required === undefined) return schema
  const left = new Set(parameters.flatMap(({ name, required }) => (required ? [] : name)))
  const { required, ...rest } = schema
  const needed = required.filter((name) => !left.has(name))
  return needed.length === 0 ? rest : { ...schema, required: needed }
}

function schemaOf({ kind, schema }: MediaType): object {
  if (schema === undefined) {
    return { type: 'string', ...(kind === 'binary' && { format: 'binary' }) }
  }
  const $ref = refTo(schema)
  return kind === 'sequential' ? { type: 'array', items: { $ref } } : { $ref }
}

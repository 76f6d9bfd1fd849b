import { isObject, type JsonObject } from '#toolkit/openapi/json.js'

/** A schema of a document, and a valid value. */
export interface SchemaSubject {
  readonly name: string
  readonly value: unknown
  /** A document with one operation, which sends and answers values of the schema. */
  readonly document: object
}

/** Schemas of GitHub's API that have an example. */
export const NAMES = ['issue', 'commit-comparison', 'workflow-run'] as const

/** A schema, its example, and all schemas that it refers to. */
export function subjectOf(text: string, name: string): SchemaSubject {
  const { components } = JSON.parse(text)
  const schemas: Record<string, unknown> = {}
  const add = (each: string) => {
    if (Object.hasOwn(schemas, each)) return
    schemas[each] = components.schemas[each]
    for (const other of referencesIn(schemas[each])) add(other)
  }
  add(name)
  const content = {
    'application/json': { schema: { $ref: `${PREFIX}${name}` } },
  }
  const operation = {
    operationId: 'echo',
    requestBody: { required: true, content },
    responses: { 200: { description: 'The same.', content } },
  }
  return {
    name,
    value: components.examples[name].value,
    document: {
      openapi: '3.0.3',
      info: { title: name, version: '1.0.0' },
      paths: { '/': { post: operation } },
      components: { schemas },
    },
  }
}

const PREFIX = '#/components/schemas/'

function referencesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(referencesIn)
  if (!isObject(value)) return []
  const { $ref } = value as JsonObject
  if (typeof $ref === 'string') return [$ref.slice(PREFIX.length)]
  return Object.values(value).flatMap(referencesIn)
}

import { readFileSync } from 'node:fs'
import path from 'node:path'
import { load } from 'js-yaml'
import { ROOT } from '../../../../helpers/tsc.js'
import type { Schema } from './validate.js'

export type ContractName = 'plants' | 'catalog'

export function documentFile(name: ContractName): string {
  return path.join(ROOT, 'test/fixtures/conformance', `${name}.yaml`)
}

const documents = new Map<string, Schema>()

/** A document of its own, that may be changed. */
export function readDocument(name: ContractName): Schema {
  if (!documents.has(name)) documents.set(name, load(readFileSync(documentFile(name), 'utf8')))
  return structuredClone(documents.get(name))
}

/** What a pointer of a document, `#/a/b`, leads to. */
export function resolve(document: Schema, ref: string): Schema {
  const steps = ref.split('/').slice(1)
  return steps.reduce(
    (value, step) => value[step.replaceAll('~1', '/').replaceAll('~0', '~')],
    document,
  )
}

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly explode: boolean
  readonly schema: Schema
}

export interface Operation {
  readonly id: string
  readonly method: string
  readonly template: string
  readonly parameters: readonly Parameter[]
  readonly body?: { readonly required: boolean; readonly content: Record<string, Schema> }
  /** Alternatives: scopes by names of schemes. */
  readonly security: readonly Record<string, string[]>[]
  readonly produces: readonly string[]
}

export function operationsOf(document: Schema): Operation[] {
  const follow = (value: Schema) => (value.$ref ? resolve(document, value.$ref) : value)
  return Object.entries<Schema>(document.paths).flatMap(([template, item]) => {
    const { parameters: shared = [], ...methods } = item
    return Object.entries<Schema>(methods).map(([method, operation]) => ({
      id: operation.operationId,
      method: method.toUpperCase(),
      template,
      parameters: [...shared, ...(operation.parameters ?? [])].map(follow).map(asParameter),
      ...(operation.requestBody && { body: bodyOf(operation.requestBody) }),
      security: operation.security ?? document.security,
      produces: [
        ...new Set(
          Object.values<Schema>(operation.responses)
            .map(follow)
            .flatMap(({ content = {} }) => Object.keys(content)),
        ),
      ],
    }))
  })
}

function asParameter({ name, in: place, required = false, explode = true, schema }: Schema) {
  return { name, in: place, required, explode, schema }
}

function bodyOf({ required = false, content }: Schema) {
  const schemas = Object.entries<Schema>(content).map(([type, media]) => [type, media.schema])
  return { required, content: Object.fromEntries(schemas) }
}

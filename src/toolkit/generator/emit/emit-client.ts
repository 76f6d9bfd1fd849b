import { mapSchema } from '../../openapi/schema/map.js'
import { type Schema, type SchemaObject, SUBTYPES, TYPED } from '../../openapi/schema/schema.js'
import { memoize } from '../../shared/memoize.js'
import type { Model, Operation } from '../model/model.js'
import { type Code, code, joined, usesOf } from '../print/code.js'
import { importLines, type Output } from '../print/imports.js'
import { doc, type GeneratedFile, header, key, quote } from '../print/print.js'
import { prose } from '../print/prose.js'
import { titleOf } from './emit-operations.js'
import { typeFiles } from './emit-types.js'
import { CLIENT_METHODS, type ClientTypes, clientOperation } from './operations/client-operation.js'

/**
 * `client.ts`: the operations by path and method, in the form of openapi-typescript. A client has the strings of
 * typed formats as they are sent: where there are some, its types are files of their own.
 */
export function emitClient(model: Model, output: Output): GeneratedFile[] {
  const hasFormats = model.formats.length > 0
  const types: ClientTypes = hasFormats ? 'clientTypes' : 'types'
  const items = [...byPath(model.operations)].map(([path, operations]) => {
    const members = operations.map((each) => operationMember(each, types))
    return code`  ${quote(path)}: {\n${joined(members, '')}  }\n`
  })
  const comment = doc('', `The operations of ${titleOf(model)} by path and method.`)
  const head = `${header(model, output)}${importLines(usesOf(items), output)}`
  const text = `${comment}export interface paths {\n${items.map((each) => each.text).join('')}}\n`
  const file = { name: 'client.ts', text: `${head}\n${text}` }
  return hasFormats ? [file, ...typeFiles(asSent(model), output, 'client-types')] : [file]
}

function byPath(operations: readonly Operation[]): Map<string, Operation[]> {
  const found = new Map<string, Operation[]>()
  for (const operation of operations) {
    const { path, method } = operation
    if (!CLIENT_METHODS.has(method)) continue
    found.set(path, [...(found.get(path) ?? []), operation])
  }
  return found
}

function operationMember(operation: Operation, types: ClientTypes): Code {
  const { method, summary, deprecated } = operation
  const comment = doc('    ', summary && prose(summary), deprecated ? '@deprecated' : undefined)
  return code`${comment}    ${key(method.toLowerCase())}: ${clientOperation(operation, types)}\n`
}

function asSent(model: Model): Model {
  const schemas = model.schemas.map((each) => ({ ...each, typeSchema: untyped(each.typeSchema) }))
  return { ...model, schemas, formats: [] }
}

const untypedObject = memoize((schema: SchemaObject): SchemaObject => {
  const inside = mapSchema(schema, untyped)
  if (inside[TYPED] === undefined && inside[SUBTYPES] === undefined) return inside
  const { [TYPED]: _, ...rest } = inside
  const subtypes = inside[SUBTYPES]?.map(untypedObject)
  return subtypes === undefined ? rest : { ...rest, [SUBTYPES]: subtypes }
})

function untyped(schema: Schema): Schema {
  return typeof schema === 'boolean' ? schema : untypedObject(schema)
}

import type { Schema, SchemaObject } from '../../openapi/schema/schema.js'
import {
  compositionOf,
  schemaContext,
  schemaNamed,
  schemasInPlace,
} from '../analysis/composition.js'
import { jsonTypesOf, listedValues, ownListedValues } from '../analysis/json-values.js'
import { type Member, type Members, membersOf, namedMembers } from '../analysis/members.js'
import type { Model } from '../model/model.js'
import { type Code, code, type Declaration, joined } from '../print/code.js'
import type { Output } from '../print/imports.js'
import { layOut } from '../print/layout.js'
import { type GeneratedFile, header, literal } from '../print/print.js'
import { schemaUsers, withChunks } from './chunks/chunks.js'
import { isOpen } from './types/index-signature.js'
import { mappedType, objectBody } from './types/object-type.js'
import { schemaComment, untitled } from './types/schema-comment.js'
import { after, type TypeContext } from './types/type-algebra.js'
import { nameOf, typeOf } from './types/type-of.js'

/** `types.ts`: a TypeScript type for every named schema; where there are many, `types/` too. */
export function emitTypes(model: Model, output: Output): GeneratedFile[] {
  return typeFiles(model, output, 'types')
}

/** The same as a module of another name. */
export function typeFiles(model: Model, output: Output, name: string): GeneratedFile[] {
  const { int64, formats } = model
  const schemas = model.schemas.map(({ name, typeSchema: schema }) => ({ name, schema }))
  const hasFormats = formats.length > 0
  const context = { ...schemaContext(schemas), int64, hasFormats, open: new Set() }
  const declarations = model.schemas.map(({ name, pointer, typeSchema: schema }): Declaration => {
    const comment = schemaComment('', untitled(schema, name), `@generated from ${pointer}`)
    const body = interfaceOf(schema, context)
    const { text, uses } =
      body === undefined
        ? after(`export type ${name} =`, typeOf(schema, context))
        : code`export interface ${name} ${body}`
    return { name, text: `${comment}${text}\n`, uses: [...uses] }
  })
  const module = { name, header: header(model, output), output, typesOnly: true }
  const placed = withChunks(schemaUsers(model), declarations)
  return layOut(module, placed)
}

/**
 * Text of a schema after `interface NAME `: members, or `extends` and members. `undefined` if it is not
 * one type of object, or if TypeScript would not let the interface extend.
 */
function interfaceOf(schema: Schema, context: TypeContext): Code | undefined {
  const plain = plainObject(schema, context)
  if (plain === undefined) return undefined
  const { own, refs } = plain
  const known = refs.length === 0 ? new Map() : membersOf(schema, context)
  const schemas = () => schemasInPlace(schema, context)
  const body = objectBody(own, { known, schemas }, context)
  if (refs.length === 0 || body === undefined) return body
  if (!refs.every((name) => isClosed(name, context)) || isOpen(own)) return undefined
  const parents = refs.map((name) => namedMembers(name, context))
  if (!parents.every((members, at) => parents.slice(0, at).every((other) => agree(members, other))))
    return undefined
  const isLegal = parents.every((members) => narrows(own, members, context))
  if (!isLegal) return undefined
  const names = refs.map((name) => nameOf(name))
  return code`extends ${joined(names, ', ')} ${body}`
}

/** The parts of a schema of objects without alternatives. */
function plainObject(
  schema: Schema,
  context: TypeContext,
): { own: SchemaObject; refs: readonly string[] } | undefined {
  const { own, refs, alternatives } = compositionOf(schema)
  const [only, ...more] = own
  if (only === undefined || more.length + alternatives.length > 0) return undefined
  const [type, ...others] = jsonTypesOf(schema, context)
  if (type !== 'object' || others.length > 0) return undefined
  if (ownListedValues(only) !== undefined || mappedType(only, context)) return undefined
  return { own: only, refs }
}

/** True if the type of a named schema has no index signature, which `extends` cannot narrow. */
function isClosed(name: string, context: TypeContext): boolean {
  const plain = plainObject(schemaNamed(name, context), context)
  if (plain === undefined || isOpen(plain.own)) return false
  if (!plain.refs.every((ref) => isClosed(ref, context))) return false
  const members = [...namedMembers(name, context).values()]
  return (
    members.length > 0 &&
    plain.own.required?.every((each) => namedMembers(name, context).has(each)) !== false
  )
}

function agree(members: Members, others: Members): boolean {
  return [...members].every(([name, member]) => {
    const other = others.get(name)
    return other === undefined || (other.required === member.required && isSame(member, other))
  })
}

/** True if an interface may have these members beside those of a parent. */
function narrows(own: SchemaObject, parent: Members, context: TypeContext): boolean {
  return Object.entries(own.properties ?? {}).every(([name, schema]) => {
    const inherited = parent.get(name)
    if (inherited === undefined || isSame({ schema, required: true }, inherited)) return true
    const values = listedValues(schema, context)
    if (values === undefined || inherited.schema === undefined) return false
    const listed = listedValues(inherited.schema, context)
    if (listed !== undefined) return values.every((value) => listed.includes(value))
    const types = jsonTypesOf(inherited.schema, context)
    return [...jsonTypesOf(schema, context)].every((type) => types.has(type))
  })
}

function isSame(a: Member, b: Member): boolean {
  return literal(bare(a.schema)) === literal(bare(b.schema))
}

function bare(schema: Schema | undefined): unknown {
  if (typeof schema !== 'object') return schema
  const { description: _, title: _title, deprecated: _deprecated, ...rest } = schema
  return rest
}

import type { Schema, SchemaObject } from '../../../openapi/schema/schema.js'
import { jsonTypesOf, listedValues } from '../../analysis/json-values.js'
import type { Member, Members } from '../../analysis/members.js'
import { Code, code, indentedCode, joined } from '../../print/code.js'
import { doc, key, quote } from '../../print/print.js'
import { indexSignature } from './index-signature.js'
import { schemaComment, untitled } from './schema-comment.js'
import {
  after,
  atom,
  type Type,
  type TypeContext,
  typeOfCode,
  union,
  unlessOpen,
} from './type-algebra.js'
import { type Around, nameOf, typeOf } from './type-of.js'

/** Type of an object without known members. */
export const FREE_OBJECT = '{ [member: string]: unknown }'

/** What describes an object beside one schema of it: its members, from all schemas around. */
type Described = Pick<Around, 'schemas'> & { readonly known: Members }

export function objectType(schema: SchemaObject, described: Described, context: TypeContext): Type {
  const mapped = mappedType(schema, context)
  if (mapped !== undefined) return mapped
  const body = objectBody(schema, described, context)
  if (body !== undefined) return typeOfCode(onOneLine(body))
  return atom(schema.additionalProperties === false ? '{ [member: string]: never }' : FREE_OBJECT)
}

/** An object with one short member without a comment takes one line. */
function onOneLine(body: Code): Code {
  const [, member = '', ...rest] = body.text.split('\n')
  const isShort = rest.length === 1 && member.length <= 60
  return isShort ? new Code(`{ ${member.trim()} }`, body.uses) : body
}

/** Members of an object type in braces; `undefined` if there are none. */
export function objectBody(
  schema: SchemaObject,
  { known, schemas }: Described,
  context: TypeContext,
): Code | undefined {
  const { properties = {}, required = [] } = schema
  const only = required
    .filter((name) => !Object.hasOwn(properties, name))
    .flatMap((name) => requiredMember(name, schema, known, context) ?? [])
  const members: Code[] = [
    ...Object.entries(properties).map(([name, property]) => {
      const isRequired = known.get(name)?.required ?? required.includes(name)
      return memberText(name, property, isRequired, context)
    }),
    ...only.map(({ start, type }) => code`${start}${indentedCode(type, '  ')}\n`),
    ...indexSignature(
      schema,
      only.map(({ type }) => type),
      schemas,
      context,
    ),
  ]
  return members.length === 0 ? undefined : code`{\n${joined(members, '')}}`
}

function memberText(name: string, schema: Schema, required: boolean, context: TypeContext): Code {
  const type = typeOf(schema, context)
  // Destructuring an absent member gives `undefined`; JSON has no such value.
  const whole = required || schema === false ? type : optional(type)
  const start = `  ${key(name)}${required ? '' : '?'}:`
  const comment = schemaComment('  ', untitled(schema, name))
  return code`${comment}${after(start, indentedCode(whole, '  '))}\n`
}

function optional(type: Type): Type {
  const { text, operator } = type
  // A shortcut for most types: one operand, and short.
  const isPlain = operator === undefined && text !== 'unknown' && text.length < 80
  return isPlain && !text.includes('\n')
    ? { ...typeOfCode(code`${type} | undefined`), operator: '|', parts: [type, UNDEFINED] }
    : union([type, UNDEFINED])
}

const UNDEFINED = atom('undefined')

/** A member that is required here and described elsewhere, as text and type; `undefined` if it is required there too. */
function requiredMember(name: string, schema: SchemaObject, known: Members, context: TypeContext) {
  const { properties, additionalProperties = true } = schema
  const start = `  ${key(name)}: `
  const member = known.get(name)
  if (member?.already) return undefined
  if (member) return { start, type: requiredType(name, member, context) }
  const isOdd = properties !== undefined && additionalProperties === true
  return {
    start: `${isOdd ? doc('  ', 'Required, and described nowhere.') : ''}${start}`,
    type: typeOf(additionalProperties, context),
  }
}

/** A type that requires a member; a type of many lines is not repeated. */
function requiredType(name: string, { schema, from }: Member, context: TypeContext): Type {
  // An intersection with this removes `undefined` and nothing else.
  if (schema === undefined) return union([SOMETHING, NULL])
  const type = unlessOpen(`${from ?? ''} ${name}`, context, () => typeOf(schema, context))
  if (type !== undefined && !type.text.includes('\n')) return type
  if (from !== undefined) {
    return typeOfCode(code`Exclude<${nameOf(from)}[${quote(name)}], undefined>`)
  }
  return jsonTypesOf(schema, context).has('null') ? union([SOMETHING, NULL]) : SOMETHING
}

const SOMETHING = atom('{}')
const NULL = atom('null')

/** Type of objects whose names of members are listed by `propertyNames` only. */
export function mappedType(schema: SchemaObject, context: TypeContext): Type | undefined {
  const { properties, patternProperties, propertyNames, additionalProperties = true } = schema
  if (propertyNames === undefined || properties !== undefined) return undefined
  if (patternProperties !== undefined || additionalProperties === false) return undefined
  const names = propertyNames as Schema
  if (listedValues(names, context)?.every((name) => typeof name === 'string') !== true) {
    return undefined
  }
  const value = union([typeOf(additionalProperties, context), atom('undefined')])
  return typeOfCode(code`{ [member in ${typeOf(names, context)}]?: ${value} }`)
}

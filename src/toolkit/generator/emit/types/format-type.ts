import { type SchemaObject, TYPED, type TypedFormat } from '../../../openapi/schema/schema.js'
import { code, symbol } from '../../print/code.js'
import { quote } from '../../print/print.js'
import { literalsType } from './literals.js'
import {
  atom,
  NEVER,
  type Type,
  type TypeContext,
  typeOfCode,
  UNKNOWN,
  union,
} from './type-algebra.js'

/** TypeScript type of the strings of a format. */
export function formatType({ format, type, codec }: TypedFormat, context: TypeContext): Type {
  if (type !== undefined) {
    const [name = ''] = type.split('.')
    // A schema of the document may have the name, too.
    return atom(context.schemas.has(name) ? `globalThis.${type}` : type)
  }
  const typed =
    codec === undefined
      ? code`${symbol('contract')}.Branded<${quote(format)}>`
      : code`ReturnType<typeof ${symbol('codecTypes')}.${codec}.decode>`
  return typeOfCode(typed)
}

export function isTyped({ [TYPED]: typed }: SchemaObject): boolean {
  return typed !== undefined
}

/** The schemas of a value, those around its own among them. */
interface SchemasOfValue {
  readonly schemas: () => readonly SchemaObject[]
  /** Those that hold for every value. */
  readonly sure: () => readonly SchemaObject[]
}

/** Type of listed values. A string of a typed format is a value of the format's type. */
export function listedType(
  values: readonly unknown[],
  schema: SchemaObject,
  { sure, schemas }: SchemasOfValue,
  context: TypeContext,
): Type {
  const literals = (each: readonly unknown[]) => literalsType(each, schema, context)
  const others = values.filter((value) => typeof value !== 'string')
  if (!context.hasFormats || others.length === values.length) return literals(values)
  const typed = typedIn(sure(), context)
  if (typed === NEVER) return union([literals(values), typedIn(schemas(), context)])
  return others.length === 0 ? UNKNOWN : union([literals(others), typed])
}

function typedIn(schemas: readonly SchemaObject[], context: TypeContext): Type {
  return union(schemas.flatMap(({ [TYPED]: typed }) => (typed ? formatType(typed, context) : [])))
}

import type { TypedFormat } from '../../../openapi/schema/schema.js'
import { code, symbol } from '../../print/code.js'
import { quote } from '../../print/print.js'
import { atom, type Type, type TypeContext, typeOfCode } from './type-algebra.js'

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

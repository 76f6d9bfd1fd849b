import type { Model, NamedSchema } from '../model/model.js'
import { code, type Declaration } from '../print/code.js'
import type { Output } from '../print/imports.js'
import { layOut } from '../print/layout.js'
import { type GeneratedFile, header } from '../print/print.js'
import { schemaUsers, withChunks } from './chunks/chunks.js'
import { interfaceOf } from './types/interface-of.js'
import { schemaComment, untitled } from './types/schema-comment.js'
import { after, type TypeContext, typeContext } from './types/type-algebra.js'
import { typeOf } from './types/type-of.js'

/** `types.ts`: a TypeScript type for every named schema; where there are many, `types/` too. */
export function emitTypes(model: Model, output: Output): GeneratedFile[] {
  return typeFiles(model, output, 'types')
}

/** The same as a module of another name. */
export function typeFiles(model: Model, output: Output, name: string): GeneratedFile[] {
  const context = typeContext(
    model.schemas.map(({ name, typeSchema: schema }) => ({ name, schema })),
    model.int64,
    model.formats.length > 0,
  )
  const declarations = model.schemas.map((named) => declarationOf(named, context))
  const module = { name, header: header(model, output), output, typesOnly: true }
  const placed = withChunks(schemaUsers(model), declarations)
  return layOut(module, placed)
}

function declarationOf(
  { name, pointer, typeSchema: schema }: NamedSchema,
  context: TypeContext,
): Declaration {
  const comment = schemaComment('', untitled(schema, name), `@generated from ${pointer}`)
  const body = interfaceOf(schema, context)
  const { text, uses } =
    body === undefined
      ? after(`export type ${name} =`, typeOf(schema, context))
      : code`export interface ${name} ${body}`
  return { name, text: `${comment}${text}\n`, uses: [...uses] }
}

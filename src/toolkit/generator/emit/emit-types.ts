import type { Model, NamedSchema } from '../model/model.js'
import { code } from '../print/code.js'
import type { Declaration } from '../print/declaration.js'
import { layOut } from '../print/layout.js'
import { type GeneratedFile, header } from '../print/print.js'
import type { PrintCache } from '../print/print-cache.js'
import type { Target } from '../print/target.js'
import { withAreas } from './areas/areas.js'
import { schemaUsers } from './areas/schema-users.js'
import { interfaceOf } from './types/interface-of.js'
import { schemaComment } from './types/schema-comment.js'
import { untitled } from './types/titles.js'
import { after } from './types/type-algebra.js'
import { type TypeContext, typeContext } from './types/type-context.js'
import { typeOf } from './types/type-of.js'

/** `types.ts`: a TypeScript type for every named schema; where there are many, `types/` too. */
export function emitTypes(model: Model, target: Target, texts: PrintCache): GeneratedFile[] {
  const context = typeContext(
    model.schemas.map(({ name, typeSchema: schema }) => ({ name, schema })),
    model.int64,
  )
  const declarations = model.schemas.map((named) =>
    typeof named.typeSchema === 'boolean'
      ? declarationOf(named, context)
      : texts.of('type', named.typeSchema, () => declarationOf(named, context)),
  )
  const module = { name: 'types', header: header(model, target), target, typesOnly: true }
  const placed = withAreas('types', schemaUsers(model), declarations, texts)
  return layOut(module, placed, undefined, texts)
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

import type { Model, NamedSchema } from '../model/model.js'
import type { Entry } from '../print/group.js'
import { layOut } from '../print/layout.js'
import { type GeneratedFile, header, withoutTexts } from '../print/print.js'
import type { Texts } from '../print/print-cache.js'
import type { Target } from '../print/target.js'
import { interfaceOf } from './types/interface-of.js'
import { words } from './types/schema-comment.js'
import { untitled } from './types/titles.js'
import { after } from './types/type-algebra.js'
import { type TypeContext, typeContext } from './types/type-context.js'
import { typeOf } from './types/type-of.js'

/** `types.ts`: a TypeScript type for every named schema; where there are many, `types/` too. */
export function emitTypes(model: Model, target: Target, texts: Texts): GeneratedFile[] {
  const context = typeContext(
    model.schemas.map(({ name, typeSchema: schema }) => ({ name, schema })),
    model.int64,
  )
  const entry = (named: NamedSchema): Entry => {
    const used = new Set<string>()
    const text = declaration(named, { ...context, used })
    return { name: named.name, text, uses: usedIn(text, used) }
  }
  const entries = model.schemas.map((named) =>
    typeof named.typeSchema === 'boolean'
      ? entry(named)
      : texts.of('type', named.typeSchema, () => entry(named)),
  )
  const module = {
    name: 'types',
    header: header(model, target),
    extension: target.extension,
    typesOnly: true,
    imports: () => [],
  }
  return layOut(module, entries, undefined, texts)
}

function declaration(
  { name, pointer, typeSchema: schema }: NamedSchema,
  context: TypeContext,
): string {
  const comment = words('', untitled(schema, name), `@generated from ${pointer}`)
  const body = interfaceOf(schema, context)
  if (body !== undefined) return `${comment}export interface ${name} ${body}\n`
  return `${comment}${after(`export type ${name} =`, typeOf(schema, context))}\n`
}

/** Names of which no trace is left in a text have been looked at and left out. */
function usedIn(text: string, names: ReadonlySet<string>): string[] {
  const found = new Set(withoutTexts(text).match(/[\p{ID_Start}$_][\p{ID_Continue}$]*/gu))
  return [...names].filter((name) => found.has(name))
}

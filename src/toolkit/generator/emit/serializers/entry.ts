import { append } from '../../../openapi/json-pointer.js'
import { schemaNameIn } from '../../../openapi/schema/references.js'
import type { Schema, SchemaObject } from '../../../openapi/schema/schema.js'
import type { NamedSchema } from '../../model/model.js'
import type { Entry } from '../../print/group.js'
import { doc } from '../../print/print.js'
import { type Target, typed } from '../../print/target.js'
import type { Branch } from '../conversions/conversions.js'
import type { Targets } from '../validators/context.js'
import { validatorName } from '../validators/units.js'
import { serializerOf } from './serializer-of.js'

/** The name under which `serializers.ts` exports the serializer of a schema. */
export function serializerName(schema: string): string {
  return `write${schema}`
}

/** What serializers ask validators: whether a value keeps a named schema, or a branch without a name. */
export interface Judged {
  readonly names: readonly string[]
  readonly branches: readonly Branch[]
}

/** A serializer as a declaration. */
export interface SerializerEntry extends Entry {
  /** The schemas whose serializers it uses. */
  readonly refs: readonly string[]
  readonly judged: Judged
}

/** What a declaration is printed with. */
export interface Surroundings {
  readonly context: Targets
  readonly target: Pick<Target, 'language'>
  /** What stands before the names of validators. */
  readonly module: string
  /** How another serializer is referred to. */
  readonly print: (ref: string) => string
}

/** The declaration of the serializer of a named schema. */
export function entryOf(
  { name, pointer, schema }: NamedSchema,
  { context, target: written, module, print }: Surroundings,
): SerializerEntry {
  const [refs, judged] = [new Set<string>(), new Set<string>()]
  const branches: Branch[] = []
  const { text: code } = serializerOf(schema, [], {
    context,
    ref(other) {
      refs.add(other)
      return print(other)
    },
    accepts(each, path) {
      const target = onlyReference(each)
      if (target !== undefined) judged.add(target)
      else {
        const branch = `branch${name}_${branches.length}`
        branches.push({ name: branch, pointer: append(pointer, ...path), schema: each })
      }
      return module + (target ? validatorName(target) : branches.at(-1)?.name)
    },
  })
  const comment = doc('', `@generated from ${pointer}`)
  const start = `export const ${serializerName(name)}${typed(written, ': Serializer')}`
  const text = `${comment}${start} = ${code}\n`
  return {
    ...{ name: serializerName(name), key: name, text, uses: [...refs].map(serializerName) },
    ...{ refs: [...refs], judged: { names: [...judged], branches } },
  }
}

/** The name in a schema that is nothing but a reference. */
function onlyReference(schema: Schema): string | undefined {
  const { $ref } = Object(schema) as SchemaObject
  const isAlone = $ref !== undefined && Object.keys(schema).length === 1
  return isAlone ? schemaNameIn($ref) : undefined
}

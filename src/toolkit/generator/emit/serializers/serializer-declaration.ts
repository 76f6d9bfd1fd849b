import { append } from '../../../openapi/json-pointer.js'
import type { SchemaLookup } from '../../../openapi/schema/conjuncts.js'
import { schemaNameIn } from '../../../openapi/schema/references.js'
import type { Schema, SchemaObject } from '../../../openapi/schema/schema.js'
import type { NamedSchema } from '../../model/model.js'
import type { Code, Declaration } from '../../print/code.js'
import { type Output, typed } from '../../print/imports.js'
import { doc } from '../../print/print.js'
import { type BranchSchema, validatorName } from '../validators/compile.js'
import { PartConstants } from './serializer-code.js'
import { serializerOf } from './serializer-of.js'

/** Name under which `serializers.ts` exports the serializer of a schema. */
export function serializerName(schema: string): string {
  return `write${schema}`
}

/** Validators that serializers call: of named schemas, and of branches without a name. */
export interface CalledValidators {
  readonly names: readonly string[]
  readonly branches: readonly BranchSchema[]
}

export interface SerializerDeclaration extends Declaration {
  readonly validators: CalledValidators
}

interface SerializerModule {
  readonly output: Pick<Output, 'language'>
  readonly target: SchemaLookup
  readonly serializer: (schema: string) => Code
  readonly validator: (name: string) => Code
}

export function serializerDeclaration(
  { name, pointer, schema }: NamedSchema,
  module: SerializerModule,
): SerializerDeclaration {
  const names = new Set<string>()
  const branches: BranchSchema[] = []
  const constants = new PartConstants(name)
  const { code } = serializerOf(schema, {
    path: [],
    constant: (serializer) => constants.add(serializer),
    target: module.target,
    serializer: module.serializer,
    validator(each, path) {
      const target = onlyReference(each)
      if (target !== undefined) {
        names.add(target)
        return module.validator(validatorName(target))
      }
      const branch = `branch${name}_${branches.length}`
      branches.push({ name: branch, pointer: append(pointer, ...path), schema: each })
      return module.validator(branch)
    },
  })
  const { text, uses } = constants.before(code)
  const start = `export const ${serializerName(name)}${typed(module.output, ': Serializer')}`
  return {
    name: serializerName(name),
    key: name,
    text: `${text}${doc('', `@generated from ${pointer}`)}${start} = ${code.text}\n`,
    uses: [...uses, 'Serializer'],
    validators: { names: [...names], branches },
  }
}

function onlyReference(schema: Schema): string | undefined {
  const { $ref } = Object(schema) as SchemaObject
  const isOnly = $ref !== undefined && Object.keys(schema).length === 1
  return isOnly ? schemaNameIn($ref) : undefined
}

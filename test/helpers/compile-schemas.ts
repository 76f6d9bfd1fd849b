import assert from 'node:assert'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Test } from 'tap'
import { sharedSchema } from '#toolkit/generator/emit/emit-schemas.js'
import { compileUnits } from '#toolkit/generator/emit/emit-validators.js'
import type { NamedSchema } from '#toolkit/generator/model/model.js'
import type { Schema } from '#toolkit/openapi/schema/schema.js'
import type { Validator } from '#toolkit/validation/validator.js'
import { assemble } from './assemble.js'
import { explainer } from './explainer.js'
import { codeFolder, compile, writeFiles } from './tsc.js'

/** Schemas by name; `#/$defs/NAME` refers to another. */
export type Schemas = Readonly<Record<string, Schema>>

export function named(schemas: Schemas): NamedSchema[] {
  const origin = { source: undefined as never, pointer: '' }
  return Object.entries(schemas).map(([name, schema]) => ({
    name,
    schema,
    typeSchema: schema,
    origin,
    pointer: `#/$defs/${name}`,
    int64: false,
    discriminatorValues: [],
  }))
}

/**
 * Compiles schemas as the generator does, has TypeScript check and translate the module, and loads it: its code, the
 * functions in it, and the explanations.
 */
export async function compileSchemas(t: Test, schemas: Schemas) {
  const folder = codeFolder(t)
  const all = named(schemas)
  const text = assemble(compileUnits(all, Object.keys(schemas)), 'fastify-contract/codegen')
  await writeFiles(folder, [{ name: 'validators.ts', text }])
  assert.deepEqual(await compile(folder), [], 'the code is typed')
  const validators: Readonly<Record<string, Validator>> = await import(
    pathToFileURL(path.join(folder, 'validators.js')).href
  )
  return { text, validators, explain: explainer(all.map(sharedSchema)) }
}

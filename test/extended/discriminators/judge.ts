import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { Diagnostics } from '#toolkit/generator/diagnostics/diagnostics.js'
import type { Location } from '#toolkit/generator/diagnostics/problems.js'
import { compileUnits, declarationOf, moduleOf } from '#toolkit/generator/emit/emit-validators.js'
import type { Source } from '#toolkit/generator/load/source.js'
import type { Model, NamedSchema, SchemaExample } from '#toolkit/generator/model/model.js'
import { runPasses } from '#toolkit/generator/passes/passes.js'
import { layOut } from '#toolkit/generator/print/layout.js'
import { readModel } from '#toolkit/generator/read/read-model.js'
import { subschemas } from '#toolkit/openapi/schema/map.js'
import { linksOf } from '#toolkit/openapi/schema/references.js'
import type { Schema } from '#toolkit/openapi/schema/schema.js'
import type { Validator } from '#toolkit/validation/validator.js'

/** An author's example that reaches a discriminator, and whether a generated validator accepts it. */
export interface JudgedExample {
  /** A pointer into the document. */
  readonly pointer: string
  readonly value: unknown
  /** Its schema, as the document has it. */
  readonly node: unknown
  readonly isAccepted: boolean
}

const IGNORED = ['unresolved-reference']
const RUNTIME = import.meta.resolve('fastify-contract/codegen')

/** The examples of a document whose schemas reach a discriminator, judged by the validators generated for it. */
export async function judgedExamples(source: Source): Promise<JudgedExample[]> {
  const report = new Diagnostics(IGNORED)
  const options = { int64: 'bigint', discriminator: 'lenient' } as const
  const read = readModel(source, report, options)
  const reaching = reachesDiscriminator(read)
  const examples = read.examples.filter(
    ({ role, schema }) => role === 'example' && reaching(schema),
  )
  if (examples.length === 0) return []
  const named = new Map<Schema, NamedSchema>()
  for (const example of examples) {
    const { schema } = example
    if (named.has(schema)) continue
    named.set(schema, namedAs(`AnExample${named.size}`, schema, example.location()))
  }
  const added = [...named.values()]
  const { schemas } = runPasses({ ...read, schemas: [...read.schemas, ...added] }, report)
  const validators = await compiled(
    schemas,
    added.map(({ name }) => name),
  )
  return examples.map((example) => {
    const validate = validators[`is${named.get(example.schema)?.name}`] as Validator
    return {
      pointer: example.location().pointer,
      value: example.value,
      node: example.written,
      isAccepted: valuesOf(example).some((value) => validate(structuredClone(value))),
    }
  })
}

/** True for schemas from which references lead to a discriminator. */
function reachesDiscriminator({ schemas }: Model): (schema: Schema) => boolean {
  const byName = new Map(schemas.map(({ name, schema }) => [name, schema]))
  const known = new Map<string, boolean>()
  const reaches = (schema: Schema): boolean =>
    has(schema) ||
    linksOf(schema).some((name) => {
      if (!known.has(name)) {
        known.set(name, false)
        known.set(name, reaches(byName.get(name) ?? true))
      }
      return known.get(name)
    })
  return reaches
}

function has(schema: Schema): boolean {
  if (typeof schema === 'boolean') return false
  return schema.discriminator !== undefined || subschemas(schema).some(has)
}

function namedAs(name: string, schema: Schema, origin: Location): NamedSchema {
  const pointer = `#/components/schemas/${name}`
  return {
    name,
    schema,
    typeSchema: schema,
    origin,
    pointer,
    discriminatorValues: [],
  }
}

/** The module of these validators, as the generator writes it in JavaScript. */
async function compiled(
  schemas: readonly NamedSchema[],
  names: readonly string[],
): Promise<Readonly<Record<string, Validator>>> {
  const output = { runtime: RUNTIME, language: 'javascript', extension: 'js', command: '' } as const
  const units = compileUnits(schemas, names, output)
  const files = layOut(moduleOf(output, ''), units.map(declarationOf), Infinity)
  const folder = await mkdtemp(path.join(tmpdir(), 'discriminators-'))
  try {
    const module = path.join(folder, 'validators.mjs')
    await writeFile(module, files.map(({ text }) => text).join(''))
    return await import(pathToFileURL(module).href)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The value, and the value that it may be the text of. */
function valuesOf({ value, isText }: SchemaExample): unknown[] {
  if (!isText || typeof value !== 'string') return [value]
  try {
    return [value, JSON.parse(value)]
  } catch {
    return [value]
  }
}

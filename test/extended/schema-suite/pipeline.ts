import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Test } from 'tap'
import { Diagnostics } from '#toolkit/generator/diagnostics/diagnostics.js'
import { DocumentError } from '#toolkit/generator/diagnostics/problems.js'
import { sharedSchema } from '#toolkit/generator/emit/emit-schemas.js'
import { compileUnits } from '#toolkit/generator/emit/emit-validators.js'
import { parse } from '#toolkit/generator/load/source.js'
import type { NamedSchema } from '#toolkit/generator/model/model.js'
import { runPasses } from '#toolkit/generator/passes/passes.js'
import type { GeneratedFile } from '#toolkit/generator/print/print.js'
import { readModel } from '#toolkit/generator/read/read-model.js'
import { parseJson } from '#toolkit/runtime/json/parse.js'
import type { Validator } from '#toolkit/validation/validator.js'
import { assemble } from '../../helpers/assemble.js'
import { explainer } from '../../helpers/explainer.js'
import { codeFolder, typeCheck, writeFiles } from '../../helpers/tsc.js'
import { root } from '../project.js'
import type { Group } from './suite.js'

export interface Judge {
  compiled(data: string): boolean
  explained(data: string): boolean
}

/** The outcome of a group: its judge, or the reason why the generator refuses its schema. */
export type Outcome = Judge | { readonly refused: string }

/**
 * Puts each schema into a document of its own and that through the generator: its loader, its model,
 * its compiler of validators, TypeScript.
 *
 * @param remotes - The schemas that stand beside one, as texts by address.
 */
export async function judges(
  t: Test,
  groups: readonly Group[],
  remotes: (schema: string) => ReadonlyMap<string, string>,
): Promise<Outcome[]> {
  const folder = codeFolder(t)
  const models = groups.map(({ schema }) => modelOf(schema, remotes(schema)))
  const files = models.flatMap((schemas, index) => {
    if (typeof schemas === 'string') return []
    const units = compileUnits(schemas, [CASE])
    return { name: `g${index}.ts`, text: assemble(units, 'fastify-contract/codegen') }
  })
  await compile(t, folder, files)
  return Promise.all(
    models.map(async (schemas, index): Promise<Outcome> => {
      if (typeof schemas === 'string') return { refused: schemas }
      const module = await import(pathToFileURL(path.join(folder, `g${index}.js`)).href)
      return judge(schemas, module[`is${CASE}`])
    }),
  )
}

async function compile(t: Test, folder: string, files: readonly GeneratedFile[]): Promise<void> {
  if (files.length === 0) return
  await writeFiles(folder, files)
  const rootDir = path.relative(folder, root)
  t.same(await typeCheck(folder, { rootDir, noEmit: true }), [], 'what is generated is typed')
  const emit = { noEmit: false, declaration: false, noCheck: true }
  t.same(await typeCheck(folder, { ...emit, rootDir: '.', outDir: '.' }), [], 'and emitted')
}

/** No schema of the suite is called so. */
const CASE = 'SuiteCase'

function judge(schemas: readonly NamedSchema[], validate: Validator): Judge {
  const explain = explainer(schemas.map(sharedSchema))
  const read = (data: string) => parseJson(Buffer.from(data))
  return {
    compiled: (data) => validate(read(data)),
    // Of what is right nothing is found wrong: the explanation has but its last word.
    explained: (data) => explain(CASE, read(data))[0]?.keyword === 'schema',
  }
}

/** The schemas of the model, or what the generator says. */
function modelOf(
  schema: string,
  remotes: ReadonlyMap<string, string>,
): readonly NamedSchema[] | string {
  const beside = [...remotes].map(([address, text], index) => [
    `Remote${index}`,
    identified(text, address),
  ])
  const schemas = [[CASE, identified(schema, `https://suite.test/${CASE}`)], ...beside]
  const members = schemas.map(([name, text]) => `${JSON.stringify(name)}:${text}`)
  const start = '{"openapi":"3.1.0","info":{"title":"","version":""},"paths":{}'
  const text = `${start},"components":{"schemas":{${members.join(',')}}}}`
  const report = new Diagnostics()
  try {
    return runPasses(readModel(parse('suite.json', text), report, { int64: 'bigint' }), report)
      .schemas
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error
    const fault = error.diagnostics.find(({ family }) => family !== 'warning')
    return String(fault?.message)
  }
}

/** A schema with an address: what it refers to as `#` is itself, not the document around it. */
function identified(schema: string, address: string): string {
  const isObject = schema.startsWith('{')
  if (!isObject || '$id' in JSON.parse(schema)) return schema
  const rest = schema.slice(1).trim()
  return `{"$id":${JSON.stringify(address)}${rest === '}' ? '' : ','}${rest}`
}

import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { Contract, OperationContract } from 'fastify-contract/codegen'
import { generateFrom } from '#toolkit/generator/generate.js'
import { parse } from '#toolkit/generator/load/source.js'
import type { SchemaWithId } from '#toolkit/openapi/schema/schema.js'
import type { JsonResponse } from '#toolkit/runtime/contract/media.js'
import { UnnamedMembers } from '#toolkit/runtime/response/unnamed-members.js'
import { writeFiles } from '../../shared/tools.js'
import { importPeer } from '../shared/peer.js'
import type { SchemaSubject } from './subjects.js'

/** Packages of other tools. */
export const PEERS = ['typebox@1.4.3', 'fast-json-stringify@7.3.6']

/** What is measured of one schema: tools by name, the first one is the reference. */
export interface SchemaTools {
  readonly validators: Readonly<Record<string, () => boolean>>
  readonly serializers: Readonly<Record<string, () => string>>
}

/** Compiles a schema with all tools. `peers` has their packages; without it there is only Ajv. */
export async function toolsOf(
  { value, name, document }: SchemaSubject,
  cache: string,
  peers: string | undefined,
): Promise<SchemaTools> {
  const { schemas, operations } = await contractOf(document, path.join(cache, 'schemas', name))
  const [operation] = operations as [OperationContract]
  const media = operation.responses['200']?.['application/json']
  const { validate, serialize, schema } = media as JsonResponse
  const all = schemas as readonly SchemaWithId[]
  const unnamed = new UnnamedMembers()
  const ours = {
    validators: { ours: () => validate(value) },
    serializers: { ours: () => unnamed.print(serialize, value, false) },
  }
  const check = ajvOf(all).getSchema(schema) as (value: unknown) => boolean
  const others = peers === undefined ? undefined : await peersOf(peers, all, schema, value)
  return {
    validators: { Ajv: () => check(value), ...ours.validators, ...others?.validators },
    serializers: {
      ...others?.serializers,
      ...ours.serializers,
      'JSON.stringify': () => JSON.stringify(value),
    },
  }
}

async function contractOf(document: object, folder: string): Promise<Contract> {
  const source = parse('openapi.json', JSON.stringify(document))
  const { files } = generateFrom(source, { language: 'javascript' })
  await writeFiles(folder, [...files, { name: 'package.json', text: '{"type":"module"}\n' }])
  return (await import(pathToFileURL(path.join(folder, 'contract.js')).href)).contract
}

/** Ajv as Fastify has it, without coercion. */
function ajvOf(schemas: readonly SchemaWithId[]): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, schemas: [...schemas] })
  addFormats.default(ajv)
  for (const format of ['int32', 'int64', 'float', 'double']) ajv.addFormat(format, true)
  return ajv
}

async function peersOf(
  peers: string,
  schemas: readonly SchemaWithId[],
  name: string,
  value: unknown,
): Promise<SchemaTools> {
  const { Compile } = await importPeer(peers, 'typebox/schema')
  const { default: build } = await importPeer(peers, 'fast-json-stringify')
  const $defs = Object.fromEntries(schemas.map(({ $id, ...schema }) => [$id, schema]))
  const checker = Compile(JSON.parse(localRefs({ $defs, $ref: `${name}#` })))
  const schema = Object.fromEntries(schemas.map((each) => [each.$id, each]))
  const print = build({ $ref: `${name}#` }, { schema })
  return {
    validators: { TypeBox: () => checker.Check(value) },
    serializers: { 'fast-json-stringify': () => print(value) },
  }
}

function localRefs(schema: object): string {
  return JSON.stringify(schema, (key, each) =>
    key === '$ref' ? `#/$defs/${String(each).slice(0, -1)}` : each,
  )
}

import type { Test } from 'tap'
import { type Diagnostic, DocumentError } from '#toolkit/generator/diagnostics/problems.js'
import { type Generated, generateFrom } from '#toolkit/generator/generate.js'
import type { GenerateOptions } from '#toolkit/generator/generate-options.js'
import { parse } from '#toolkit/generator/load/source.js'
import type { Schema } from '#toolkit/openapi/schema/schema.js'
import { stringify } from '#toolkit/runtime/json/stringify.js'
import { yamlOf } from './rows.js'
import { codeFolder, typeCheck, writeFiles } from './tsc.js'

type Members = Readonly<Record<string, unknown>>

/**
 * The text of a document that is written in short, in YAML, with the members that each document has:
 *
 *     POST /pets: { body: $Pet, 200: $Pet }
 *     Pet: { type: object, properties: { owner: $Owner } }
 *
 * `METHOD PATH` is an operation, another name in upper case a schema among the components, and any other member is one
 * of the document. `$NAME`, also as a `$ref`, refers to such a schema. `body` is the schema of a required body in
 * JSON, and so is a status that of a response; without any the operation answers 204.
 */
export function inFull(short: string): string {
  const { swagger, ...members } = yamlOf(short) as Members
  const isOld = swagger !== undefined
  const at = isOld ? '#/definitions/' : '#/components/schemas/'
  const paths: Record<string, Members> = {}
  const schemas: Record<string, unknown> = {}
  const others: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(linked(members, at) as Members)) {
    const [, method = '', path = ''] = /^([A-Z]+) (\/.*)$/.exec(key) ?? []
    if (path !== '') paths[path] = { ...paths[path], [method.toLowerCase()]: operation(value) }
    else if (/^[A-Z]/.test(key)) schemas[key] = value
    else others[key] = value
  }
  const { components, paths: written, ...more } = others
  const named = { ...Object(components).schemas, ...schemas }
  return stringify({
    ...(isOld ? { swagger } : { openapi: '3.1.0' }),
    ...{ info: { title: 'T', version: '1' }, paths: { ...paths, ...Object(written) }, ...more },
    ...(isOld
      ? { definitions: schemas }
      : { components: { ...Object(components), schemas: named } }),
  })
}

function linked(value: unknown, at: string): unknown {
  if (Array.isArray(value)) return value.map((each) => linked(each, at))
  if (typeof value === 'string')
    return /^\$[A-Z]\w*$/.test(value) ? { $ref: at + value.slice(1) } : value
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).map(([key, each]) => {
    const whole = linked(each, at)
    return [key, key === '$ref' ? (Object(whole).$ref ?? whole) : whole]
  })
  return Object.fromEntries(members)
}

const content = (schema: unknown) => ({ content: { 'application/json': { schema } } })

function operation(value: unknown): unknown {
  if (typeof value === 'object' && value !== null && '$ref' in value) return value
  const { body, ...members } = value as Members
  const isStatus = (name: string) => /^(\d|default$)/.test(name)
  const responses = Object.entries(members).filter(([name]) => isStatus(name))
  const others = Object.entries(members).filter(([name]) => !isStatus(name))
  const told = responses.map(([status, schema]) => [
    status,
    { description: 'd', ...(schema !== null && content(schema)) },
  ])
  return {
    ...(body !== undefined && { requestBody: { required: true, ...content(body) } }),
    responses: told.length > 0 ? Object.fromEntries(told) : { 204: { description: 'd' } },
    ...Object.fromEntries(others),
  }
}

/** What is made of a document: its files by name, its schemas by name, and what is told of it. */
export interface Made extends Generated {
  readonly text: (file: string) => string
  readonly schema: (name: string) => Schema | undefined
  readonly told: readonly string[]
}

/** Generates from a document in short, or from the members that it has beside the required ones. */
export function made(document: string | Members, options: GenerateOptions = {}): Made {
  const head = { openapi: '3.1.0', info: { title: 'T', version: '1' } }
  const text = typeof document === 'string' ? inFull(document) : stringify({ ...head, ...document })
  const generated = generateFrom(parse('a.json', text), options)
  const { files, model, warnings } = generated
  return {
    ...generated,
    text: (file) => files.find(({ name }) => name === file)?.text ?? '',
    schema: (wanted) => model.schemas.find(({ name }) => name === wanted)?.schema,
    told: warnings.map(({ message }) => message),
  }
}

/** Places and messages of the warnings about a document, or those of the errors of one that is refused, with `!`. */
export function toldOf(document: string | Members, options: GenerateOptions = {}): string[] {
  const line = ({ pointer, message }: Diagnostic) => `${pointer} ${message.replaceAll('`', "'")}`
  try {
    return made(document, options).warnings.map(line)
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error
    const wrong = error.diagnostics.filter(({ family }) => family !== 'warning')
    return wrong.map((each) => `! ${line(each)}`)
  }
}

/** The problems that the compiler has with some files, among them a user's. */
export async function problemsOf(
  t: Test,
  files: readonly { name: string; text: string }[],
  options: object = {},
): Promise<string[]> {
  const folder = codeFolder(t)
  await writeFiles(folder, files)
  return typeCheck(folder, options)
}

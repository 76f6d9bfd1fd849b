import { isObject } from '../../../openapi/json.js'
import type { OpenApiVersion } from '../../model/model.js'
import type { Cursor } from './cursor.js'

/** The versions that the generator reads; each decides what a schema's keywords mean. */
export type Version = OpenApiVersion

const VERSIONS = 'use Swagger 2.0, OpenAPI 3.0, 3.1 or 3.2'

/** The version of a document; what is not supported goes to the report. */
export function readVersion(root: Cursor): Version {
  const version = root.get('openapi') ?? root.get('swagger')
  const text = version?.text()
  const known = versionIn(text ?? '')
  if (version === undefined) {
    root.report.wrong(root, whatElse(root.value), 'start it with `openapi: 3.1.0`')
  } else if (text === undefined) {
    version.report.wrong(version, 'this is no version of OpenAPI', VERSIONS)
  } else if (known === undefined) {
    version.report.unsupported(version, undefined, `OpenAPI ${text}`, VERSIONS)
  }
  if (known === '2.0' && root.get('swagger') === undefined) {
    const message = 'a document of 2.0 says so with `swagger`; taken for Swagger 2.0'
    root.report.warn(version as Cursor, message, 'write `swagger: "2.0"`')
  }
  return (known as Version | undefined) ?? '3.1'
}

/** YAML reads an unquoted `3.0` as 3; some write `v3.0.0`, or leave the end out. */
function versionIn(text: string): string | undefined {
  const [, known, major] = /^v?(?:(2\.0|3\.[012])(?:\.[\dx].*)?|(2|3))$/.exec(text.trim()) ?? []
  return major === undefined ? known : `${major}.0`
}

/** What a document is that names no version. */
function whatElse(value: unknown): string {
  if (value === undefined || value === null) return 'the document is empty'
  if (isObject(value)) return 'this is no OpenAPI document: it has neither `openapi` nor `swagger`'
  return `this is no OpenAPI document but a ${Array.isArray(value) ? 'list' : typeof value}`
}

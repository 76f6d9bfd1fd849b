import { isObject, plainText } from '../../../openapi/json.js'
import { meantName } from '../../../shared/spelling.js'
import type { Problem } from '../../diagnostics/problems.js'
import type { OpenApiVersion } from '../../model/model.js'
import type { Cursor } from './cursor.js'
import { followed } from './referenced-fields.js'

export function readStructure(root: Cursor, version: OpenApiVersion) {
  warnIfBare(root, version)
  if (version === '2.0') {
    return { schemas: root.get('definitions'), securitySchemes: root.get('securityDefinitions') }
  }
  const components = followed(root.get('components'))
  return {
    schemas: components?.get('schemas'),
    securitySchemes: components?.get('securitySchemes'),
  }
}

/** Members of which 3.1 requires one (section 4.8.1); up to 3.0 `paths` is required. */
const CONTENTS = ['paths', 'components', 'webhooks']

function warnIfBare(root: Cursor, version: OpenApiVersion): void {
  const isOld = version === '2.0' || version === '3.0'
  const wanted = isOld ? ['paths'] : CONTENTS
  if (wanted.some((member) => Object.hasOwn(root.value as object, member))) return
  const advice = isOld ? 'add `paths`' : `add one of \`${wanted.join('`, `')}\``
  root.warn('`paths` is missing: there is nothing to serve', advice)
}

/** Title and version of the Info Object (3.1, section 4.8.2); missing ones are reported. */
export function readInfo(root: Cursor): { title: string; version: string } {
  const info = followed(root.get('info'))?.withFields()
  if (info === undefined) root.warn('`info` is missing', 'add title and version')
  const read = (member: 'title' | 'version') => {
    const found = info?.get(member)
    if (found === undefined && info !== undefined) {
      info.warn(`\`${member}\` is missing`, `add \`${member}\``)
    }
    return found?.text() ?? ''
  }
  return { title: read('title'), version: read('version') }
}

const FIELDS = ['openapi', 'swagger']
const VERSIONS = 'use Swagger 2.0, OpenAPI 3.0, 3.1 or 3.2'

/** OpenApiVersion of a document; one that is not supported goes to the report. */
export function readVersion(root: Cursor): OpenApiVersion {
  const version = root.get('openapi') ?? root.get('swagger')
  if (version === undefined) {
    const members = Object.keys(Object(root.value))
    const near = members.find((each) => meantName(each, FIELDS) !== undefined)
    const { message, advice } =
      near === undefined
        ? noDocument(root.value)
        : { message: NEITHER, advice: `write \`${meantName(near, FIELDS)}\` for \`${near}\`` }
    root.wrong(message, advice)
    return '3.1'
  }
  const { value } = version
  const known = versionIn(plainText(value))
  if (typeof value === 'object') version.wrong('this is no version of OpenAPI', VERSIONS)
  else if (known === undefined) version.unsupported(`OpenAPI ${value}`, VERSIONS)
  else reportWriting(version, known)
  return known ?? '3.1'
}

/** A version is a text, `swagger` of 2.0 and `openapi` of the others; YAML reads a number without quotes. */
function reportWriting(version: Cursor, known: OpenApiVersion): void {
  const [field, text] = known === '2.0' ? ['swagger', '"2.0"'] : ['openapi', `${known}.0`]
  const { value, pointer } = version
  if (pointer === `#/${field}` && typeof value === 'string' && /^\d\.\d/.test(value)) return
  const message = `\`${pointer.slice(2)}: ${value}\` is taken for the version ${known}`
  version.warn(message, `write \`${field}: ${text}\``)
}

/** YAML reads an unquoted `3.0` as 3; some documents have `v3.0.0`, or only the major version. */
function versionIn(text: string): OpenApiVersion | undefined {
  const [, known, major] = /^v?(?:(2\.0|3\.[012])(?:\.[\dx].*)?|(2|3))$/.exec(text.trim()) ?? []
  return (major === undefined ? known : `${major}.0`) as OpenApiVersion | undefined
}

const NEITHER = 'this is no OpenAPI document: it has neither `openapi` nor `swagger`'

const START = 'start it with `openapi: 3.1.0`'

function noDocument(value: unknown): Problem {
  if (value === undefined || value === null) {
    return { message: 'the document is empty', advice: START }
  }
  if (!isObject(value)) {
    const found = Array.isArray(value) ? 'list' : typeof value
    return { message: `this is no OpenAPI document but a ${found}`, advice: START }
  }
  return { message: NEITHER, advice: START }
}

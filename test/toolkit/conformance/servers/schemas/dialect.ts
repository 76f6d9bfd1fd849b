import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats, { type FormatName } from 'ajv-formats'
import { isObject, type Json } from '../json/value.js'
import { exactly, withoutDigits } from './numbers.js'
import { plain } from './plain.js'
import { Undecided } from './undecided.js'

export type Node = Readonly<Record<string, unknown>>

/** The facts of a document on which schemas depend. */
export interface Dialect {
  /** The version of OpenAPI, `2.0` to `3.2`. */
  readonly version: string
  follow($ref: string): unknown
  /** True if a schema, as the document has it, accepts a value, by Ajv alone. */
  accepts(schema: unknown, value: Json): boolean
  /** The first keyword that does not, and where. */
  violation(schema: unknown, value: Json): Violation | undefined
}

export interface Violation {
  readonly pointer: string
  readonly keyword: string
}

/** The formats of which the toolkit says that they are checked. */
const FORMATS =
  'date time date-time duration uuid ipv4 ipv6 email hostname uri uri-reference byte'.split(
    ' ',
  ) as FormatName[]

/** A dialect of a document, for messages that do not have the members of one way. */
export function dialectOf(root: Node, oneWay?: 'readOnly' | 'writeOnly'): Dialect {
  const place = ($ref: string) => placeOf(root, $ref)
  const follow = ($ref: string) =>
    place($ref).reduce<unknown>((node, key) => Object(node)[key], root)
  const version = String(root.openapi ?? root.swagger)
  const ajv = new Ajv2020({
    ...{ strict: false, strictNumbers: true, validateSchema: false, logger: false },
    ownProperties: true,
    code: { regExp: Object.assign(patternOf, { code: '' }) },
  })
  addFormats.default(ajv, FORMATS)
  ajv.addKeyword({ keyword: 'exactly', validate: exactly, errors: false })
  // It does not take what `contains` has seen for evaluated.
  const validate = () => {
    throw new Undecided('unevaluatedItems')
  }
  ajv.removeKeyword('unevaluatedItems').addKeyword({ keyword: 'unevaluatedItems', validate })
  const toPlain = (node: unknown) => plain(node, { version, place, follow, oneWay }) as object
  ajv.addSchema(toPlain(root), 'document')
  const known = new WeakMap<object, ValidateFunction>()
  const compiled = (schema: object) => {
    const validate = known.get(schema) ?? compile(ajv, toPlain(schema))
    known.set(schema, validate)
    return validate
  }
  const violation: Dialect['violation'] = (schema, value) => {
    if (schema === true) return undefined
    if (schema === false) return { pointer: '', keyword: 'false' }
    if (!isObject(schema as Json)) throw new Undecided('no schema')
    const validate = compiled(schema as object)
    validate(withoutDigits(value))
    const [first] = validate.errors ?? []
    return first && { pointer: first.instancePath.slice('/value'.length), keyword: first.keyword }
  }
  return {
    ...{ version, follow, violation },
    accepts: (schema, value) => violation(schema, value) === undefined,
  }
}

/** The keys that lead to the target of a reference. */
function placeOf(root: Node, $ref: string): string[] {
  if (!$ref.startsWith('#')) throw new Undecided('a reference to another file')
  let at: unknown = root
  return $ref
    .split('/')
    .slice(1)
    .map((key) => {
      const plain = key.replaceAll('~1', '/').replaceAll('~0', '~')
      // Some keys are percent-encoded themselves.
      const name = [decodeURIComponent(plain), plain].find((each) =>
        Object.hasOwn(Object(at), each),
      )
      if (name === undefined) throw new Undecided('a reference to nothing')
      at = (at as Node)[name]
      return name
    })
}

/** The value stands in an object, so that a number has a place that holds its digits. */
function compile(ajv: Ajv2020, schema: object): ValidateFunction {
  try {
    return ajv.compile({ properties: { value: schema } })
  } catch {
    throw new Undecided('a schema that Ajv does not compile')
  }
}

function patternOf(source: string): RegExp {
  try {
    return new RegExp(source, 'u')
  } catch {
    return new RegExp(source)
  }
}

import { objectOf } from '../../helpers/rows.js'
import type { Chance } from '../../toolkit/runtime/json/random.js'

/**
 * What the parts of a document may be. A list at the top is one of its items; `$name` is what a rule or a term gives,
 * and `$kind/name` the same, now and then as a component of this kind. The members of `pick` are those of one of its
 * items, those of `+` of a value, and `*PREFIX` is some members with names behind the prefix. A rule `name@VERSION` is
 * that of a version.
 */
const RULES = objectOf(`
  schema: { +: $kind, pick: [{}, {}, { description: $prose, title: $name }] }
  schema@3.0.4: { +: $kind, pick: [{}, {}, { description: $prose }, { nullable: true }] }
  kind:
    - $object
    - $object
    - { type: array, items: $inside, pick: [{}, { maxItems: 3 }, { uniqueItems: true }] }
    - { type: string, pick: [{}, { format: $format }, { minLength: 1 }] }
    - { type: string, enum: $words }
    - { type: $numeric, pick: [{}, { format: int64 }, { minimum: 0 }] }
    - { type: boolean, default: true }
    - { allOf: [$base, $object] }
    - $union
    - { +: $object, readOnly: true }
    - { +: $object, writeOnly: true }
    - { type: string, default: a, example: a }
    - { type: object, properties: { a: { type: integer } }, default: { a: 1 } }
  base: [$ref, $object]
  numeric: [integer, number]
  format: [int32, int64, date, date-time, uuid, byte, binary, double, email]
  union: { pick: [{ oneOf: [$inside, $inside] }, { anyOf: [$inside, $inside] }] }
  union@2.0: $object
  extra: [{}, {}, { additionalProperties: false }, { additionalProperties: $inside }]

  scalar: { type: $scalarType }
  scalarType: [string, integer, boolean, number]
  list: { type: array, items: $scalar, minItems: 1 }
  record: { type: object, properties: { a: $scalar, b: $scalar }, minProperties: 1 }
  text: [$scalar, $scalar, { type: integer, default: 3 }, { enum: [a, b] }, $list, $record]
  explode: { pick: [{}, { explode: true }, { explode: false }] }
  inPath: { +: $explode, schema: $text, pick: [{ style: simple }, { style: label }, { style: matrix }] }
  inQuery:
    - { style: form, +: $explode, schema: $text }
    - { style: form, +: $explode, schema: $text }
    - { style: deepObject, +: $explode, schema: $record }
    - { style: pipeDelimited, explode: false, schema: $list }
    - { style: spaceDelimited, explode: false, schema: $list }
    - { content: { application/json: { schema: $ref } } }
  inHeader: { style: simple, +: $explode, schema: $text }
  inCookie: { style: form, explode: false, schema: $scalar }
  inPath@2.0: $swagger
  inQuery@2.0: $swagger
  inHeader@2.0: $swagger
  swagger:
    - { type: string }
    - { type: integer, default: 3 }
    - { type: array, items: { type: string }, collectionFormat: csv }
    - { type: array, items: { type: string }, collectionFormat: pipes }

  content: { pick: [{ +: $media }, { +: $media, +more: $media }] }
  media:
    - { application/json: $json }
    - { application/json: $json }
    - { application/problem+json: $json }
    - { 'application/json; charset=utf-8': $json }
    - { text/plain: { schema: { type: string } } }
    - { text/*: { schema: { type: string } } }
    - { application/octet-stream: { schema: { type: string } } }
    - { application/x-www-form-urlencoded: $form }
    - { multipart/form-data: $form }
    - { '*/*': $json }
    - { application/*: $json }
    - { application/jsonl: $sequence }
    - { text/event-stream: $sequence }
    - { application/json-seq: $sequence }
    - { image/png: {} }
    - { image/png: { schema: { type: string, format: binary } } }
  any: [$ref, $schema]
  json: { schema: $any, pick: [{}, {}, { example: $value }, { examples: { one: $examples/example } }] }
  value: [null, a, 1, { a: a }, []]
  example: { summary: One, value: $value }
  sequence: $json
  sequence@3.2.0: [$json, { itemSchema: $any }]
  form:
    schema: { type: object, properties: { a: $field, b: { type: string }, '*': $field }, pick: [{}, { required: [a] }] }
    pick: [{}, {}, { encoding: { b: $encoding } }]
  field:
    - { type: string }
    - { type: integer, default: 3 }
    - { type: array, items: { type: string } }
    - { type: object, properties: { c: { type: string } } }
  encoding: [{ contentType: application/json }, { contentType: text/plain }, { style: form, explode: false }, {}]

  responses: { 200: $responses/response, pick: [{ 201: $responses/response }, { 204: $bare }, { 404: $responses/response }, { 4XX: $responses/response }, { default: $responses/response }] }
  responses@2.0: { 200: $responses/response, pick: [{ 201: $responses/response }, { 204: $bare }, { default: $responses/response }] }
  bare: { description: $prose, +: $links, pick: [{}, {}, { headers: { '*X-': $headers/header } }] }
  bare@2.0: { description: $prose, pick: [{}, {}, { headers: { '*X-': $scalar } }] }
  response: [$bare, { +: $bare, content: $content }, { +: $bare, content: $content }]
  response@2.0: [$bare, { +: $bare, schema: $ref }]
  header: { pick: [{}, { required: true }], +: { pick: [{ schema: $scalar }, { schema: { type: array, items: $scalar } }] } }
  body: { required: $yes, content: $content }
  yes: [true, false]
  hooks: { '*': $callbacks/callback }
  callback: { pick: [{ '{$request.body#/url}': $hook }, { 'https://example.com/{$request.query.a}': $hook }, { '{$url}': $hook }] }
  hook: { post: $inner }
  told: { pick: [{}, {}, { summary: $prose, tags: [$name] }, { deprecated: true }] }

  scheme:
    - { type: apiKey, in: header, name: X-Key }
    - { type: apiKey, in: query, name: X-Key }
    - { type: apiKey, in: cookie, name: session }
    - { type: http, scheme: basic }
    - { type: http, scheme: bearer, bearerFormat: JWT }
    - { type: oauth2, flows: { clientCredentials: { tokenUrl: 'https://a.example/token', scopes: { 'write:all': Writes. } } } }
    - { type: openIdConnect, openIdConnectUrl: 'https://a.example/.well-known/openid' }
    - $certificate
  certificate: { type: http, scheme: basic }
  certificate@3.1.1: { type: mutualTLS }
  certificate@3.2.0: { type: mutualTLS }
  scheme@2.0:
    - { type: apiKey, in: header, name: X-Key }
    - { type: basic }
    - { type: oauth2, flow: application, tokenUrl: 'https://a.example/token', scopes: { read: Reads. } }
  requirements: { pick: [{ security: [$demand] }, { security: [$demand, $demand] }, { security: [{ +: $demand, +more: $demand }] }, { security: [$demand, {}] }, { security: [] }] }
  servers: { pick: [{}, {}, { servers: [{ url: 'https://example.com/v1' }, { url: / }] }, { servers: [{ url: '/{base}', variables: { base: { default: v1, enum: [v1, v2] } } }] }] }
`) as Readonly<Record<string, unknown>>

export interface Grammar {
  readonly random: Chance
  readonly version: string
  /** What is no rule, by its name. */
  readonly terms: Readonly<Record<string, () => unknown>>
  /** Names for members. */
  names(most: number): string[]
  share(kind: string, made: object): object
}

/** What a rule or a term gives. */
export function derive(grammar: Grammar, name: string): unknown {
  const term = grammar.terms[name]
  if (term !== undefined) return term()
  const rule = RULES[`${name}@${grammar.version}`] ?? RULES[name]
  return expanded(grammar, Array.isArray(rule) ? grammar.random.pick(rule) : rule)
}

function expanded(grammar: Grammar, value: unknown): unknown {
  const [, kind, name] = /^\$(?:(\w+)\/)?(\w+)$/.exec(String(value)) ?? []
  if (typeof value === 'string' && name !== undefined) {
    const made = derive(grammar, name)
    return kind === undefined ? made : grammar.share(kind, made as object)
  }
  if (Array.isArray(value)) return value.map((each) => expanded(grammar, each))
  if (typeof value !== 'object' || value === null) return value
  // A member may be named `__proto__`.
  const members: Record<string, unknown> = Object.create(null)
  for (const [key, each] of Object.entries(value)) {
    const [, prefix] = /^\*(\w*-?)$/.exec(key) ?? []
    if (key === 'pick') Object.assign(members, expanded(grammar, grammar.random.pick(each)))
    else if (key.startsWith('+')) Object.assign(members, expanded(grammar, each))
    else if (prefix === undefined) members[key] = expanded(grammar, each)
    else
      for (const own of grammar.names(2))
        members[(prefix && prefix + own.replace(/[^\w-]/g, '')) || own] ??= expanded(grammar, each)
  }
  return members
}

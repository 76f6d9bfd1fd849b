import t, { type Test } from 'tap'
import { made } from '../../../helpers/made.js'
import { rowsOf, yamlOf } from '../../../helpers/rows.js'
import { contractIn, exact, keeping, PARTS, partsOf } from '../keeping.js'
import { partsIn } from './table.js'

const FILE = '{type: string, format: binary}'
const URI = '{type: string, format: uri}'
const OBJECT = '{type: object, properties: {a: {type: integer}}}'
const member = (schema: string, more = '') => `{type: object, properties: {f: ${schema}}${more}}`
const list = (items: string, more = '') => `{type: array, items: ${items}${more}}`
const longs = '{type: object, properties: {i: {type: integer}, l: {type: integer, format: int64}}}'
const rest = (schema: string) =>
  `{type: object, properties: {title: {type: string}}, additionalProperties: ${schema}}`

/**
 * A name; below it the schema of a body, with an encoding where it has one; and parts with the body that the handler
 * gets, with a file as its media type and its bytes, or with the reason of a refusal. `png` is a picture with a name.
 */
const EVERYWHERE = `
  a text in place of a file satisfies another schema of anyOf
    ${member(`{anyOf: [${FILE}, ${URI}]}`)}
    f (png)=\xff => {f: 'image/png: \xff'}
    f (image/png)=\xff => {f: 'image/png: \xff'}
    f=http://a/b => {f: 'http://a/b'}
    f (text/plain)=http://a/b => {f: 'http://a/b'}
    f=no uri => ! body/f must match format \\"uri\\".
    f=http://a/b & f (image/png)=\xff => ! body/f must be given once
  a text in place of a file satisfies another schema of oneOf
    ${member(`{oneOf: [${URI}, $File]}`)}
    f (png)=\xff => {f: 'image/png: \xff'}
    f=http://a/b => {f: 'http://a/b'}
    f=no uri => ! body/f must match format \\"uri\\".
  a text in place of a file behind references satisfies another schema
    ${member('$Either')}
    f (png)=b => {f: 'image/png: b'}
    f=http://a/b => {f: 'http://a/b'}
    f=no uri => ! body/f must match format \\"uri\\".
  a text in place of a file has the type of another schema, or one of its values
    ${member(`{oneOf: [${FILE}, {type: integer}, {type: string, enum: [none, all]}]}`)}
    f=5 => {f: 5}
    f=none => {f: none}
    f=x => ! body/f must be a file or integer or one of \\"none\\", \\"all\\".
  JSON in place of a file satisfies another schema
    ${member(`{oneOf: [${FILE}, ${OBJECT}]}`)}
    f (application/json)={"a":1} => {f: {a: 1}}
    f (application/json)={"a":"x"} => ! body/f/a must be integer.
    f (png)=b => {f: 'image/png: b'}
    f (application/json)={"a":1} & f (image/png)=b => ! body/f must be given once
  a member without a name may be a file or a text
    {type: object, additionalProperties: {anyOf: [${FILE}, ${URI}]}}
    f (png)=b => {f: 'image/png: b'}
    f=http://a/b => {f: 'http://a/b'}
    f=no uri => ! body/f must match format \\"uri\\".
    f=http://a/b & f (png)=b || f (png)=b & f=http://a/b => ! body/f must be given once: as a file or as a text.
  a member without a name may be a file
    ${rest(FILE)}
    title=b & c (image/png)=\xff & d=e => {title: b, c: 'image/png: \xff', d: 'text/plain: e'}
  a member without a name may be a list of files
    ${rest(list(FILE))}
    title=b & c (image/png)=1 & c (image/png)=2 => {title: b, c: ['image/png: 1', 'image/png: 2']}
  alternatives of a body say whether a member is a file or a text
    {oneOf: [${member(FILE, ', required: [f]')}, $UriForm]}
    f (png)=b => {f: 'image/png: b'}
    f=http://a/b => {f: 'http://a/b'}
    f=no uri => ! body
  alternatives of a body may have files
    {type: object, anyOf: [${member(FILE, ', required: [f]')}, {required: [u], properties: {u: ${URI}}}]}
    f (image/png)=b => {f: 'image/png: b'}
    u=http://a/b => {u: 'http://a/b'}
    u=no uri => ! body
  a list has files, or texts that satisfy another schema, or both
    ${member(list(`{anyOf: [${FILE}, ${URI}]}`))}
    f (png)=a & f (png)=b => {f: ['image/png: a', 'image/png: b']}
    f=http://a/b & f=http://a/c => {f: ['http://a/b', 'http://a/c']}
    f=http://a/b & f (png)=b => {f: ['text/plain: http://a/b', 'image/png: b']}
    f=no uri => ! body/f/0 must match format \\"uri\\".
    f (png)=a & f=no uri => ! body/f/1 must match format \\"uri\\".
  texts among files have their types
    ${member(list(`{oneOf: [${FILE}, {type: integer}]}`))}
    f=1 & f=2 => {f: [1, 2]}
    f (png)=a & f=2 => {f: ['image/png: a', 'text/plain: 2']}
    f (png)=a & f=x => ! body/f/1 must be a file or integer.
  a list has files, or a list has texts
    ${member(`{oneOf: [${list(FILE)}, ${list(URI)}]}`)}
    f (png)=a => {f: ['image/png: a']}
    f=http://a/b => {f: ['http://a/b']}
  rules for texts are none for files
    ${member("{type: string, format: binary, minLength: 1, pattern: '^a'}")}
    f (png)=b => {f: 'image/png: b'}
  two files are no duplicates
    ${member(list(FILE, ', uniqueItems: true, minItems: 2'))}
    f (png)=a & f (png)=b => {f: ['image/png: a', 'image/png: b']}
    f (png)=a => ! body/f must NOT have fewer than 2 items.
  a list of objects is JSON, in a part for each or in one for all
    ${member(list(OBJECT))}
    f={"a":1} & f={"a":2} => {f: [{a: 1}, {a: 2}]}
    f=[{"a":1},{"a":2}] => {f: [{a: 1}, {a: 2}]}
    f={"a":1} => {f: [{a: 1}]}
    f=a => ! body/f must be JSON
    f=[{"a":"x"}] => ! body/f/0/a must be integer.
  a part that is JSON is read as JSON, named in the schema or not
    {type: object, additionalProperties: true}
    a (application/json)={"b":[1.5,null]} => {a: {b: [1.5, null]}}
    a (application/vnd.a+json)=true => {a: true}
    a (application/json)=9007199254740993 => {a: 9007199254740992}
    a (application/json)=1 & a (application/json)="2" => {a: [1, '2']}
    a (text/plain)={"b":1} => {a: '{"b":1}'}
    a=1 & b (application/json)=1 => {a: '1', b: 1}
    a (application/json, blob)={"id":1} => {a: 'application/json: {"id":1}'}
    a (application/json)={ => ! body/a must be JSON:
    a (application/json)=1 & a=b => ! body/a must have one media type.
    a=b & a (application/json)=1 => ! body/a must have one media type.
  integers of JSON are exact, also in parts that the schema does not name
    ${rest(longs)}
    a (application/json)={"l":9007199254740993} => {a: {l: 9007199254740993n}}
    a (application/json)={"i":9007199254740992,"o":[9007199254740993]} => {a: {i: 9007199254740992, o: [9007199254740992]}}
    a (application/json, blob)={"l":9007199254740993} => {a: {l: 9007199254740993n}}
    title (application/json)="b" => {title: '"b"'}
    a (application/json)=1 || a (png)={} => ! body/a must be object.
    a (application/json)={"l":1.5} || a (application/json)={"l":9223372036854775808} => ! body/a/l must be int64.
    a (application/json)={"i":9007199254740993} => ! body/a/i must be integer up to 2^53.
`

/** Bytes, by OpenAPI 3.1, section 4.8.15.1. */
const SINCE_3_1 = `
  a part without keywords is a file
    ${member('{}')}
    f (png)=\xff || f (image/png)=\xff => {f: 'image/png: \xff'}
  a part behind a reference to nothing is a file
    ${member('$Anything')}
    f (png)=\xff || f (image/png)=\xff => {f: 'image/png: \xff'}
  a part with a media type of its own is a file
    ${member('{}')}, encoding: {f: {contentType: image/png}}
    f (png)=\xff || f (image/png)=\xff => {f: 'image/png: \xff'}
  a part without a type is JSON where its encoding says so
    ${member('{}')}, encoding: {f: {contentType: application/json}}
    f={"b":1} => {f: {b: 1}}
  a part without a type is a text where its encoding says so
    ${member('{}')}, encoding: {f: {contentType: text/plain}}
    f=b => {f: b}
  files in subschemas are files
    {allOf: [$Titled, $Loop, true, {required: [f], properties: {f: ${FILE}, more: {anyOf: [${FILE}, {type: 'null'}]}}}]}
    title=a & f (a/b, f)=\xff & more (a/b, g)=b => {title: a, f: 'a/b: \xff', more: 'a/b: b'}
    title=a & f (a/b, f)= => {title: a, f: 'a/b: '}
    title=a => ! body
`

const IN_3_0 = `
  a part without keywords is a text
    ${member('{}')}
    f=b => {f: b}
    f=\xff => ! the part \\"f\\" is not valid UTF-8: it is a text, and no file
  a part with a media type of its own is a text
    ${member('{}')}, encoding: {f: {contentType: image/png}}
    f (image/png)=b => {f: b}
    f (image/png)=\xff => ! the part \\"f\\" is not valid UTF-8: it is a text, and no file
`

function rowsIn(text: string) {
  return text
    .split(/^ {2}(?=\S)/m)
    .slice(1)
    .map((block) => {
      const [name = '', media = '', ...cases] = block.split('\n').map((line) => line.trim())
      return { name, media, cases: cases.filter(Boolean) }
    })
}

const SCHEMAS = `
File: ${FILE}
Uri: ${URI}
UriForm: ${member(URI, ', required: [f]')}
Anything: {description: Whatever.}
Name: {type: string}
Either: {anyOf: [$File, $Uri]}
Loop: {allOf: [$Loop]}
Circle: {anyOf: [{type: array, items: $Circle}, ${FILE}]}
Titled: {type: object, required: [title], properties: {title: {type: string}}}
`

const taking = (name: string, media: string) =>
  `POST /${name}: { operationId: ${name}, requestBody: { required: true, content: { multipart/form-data: { schema: ${media} } } } }\n`

/** A body with files as their media types and bytes. */
function shown(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shown)
  if (typeof value !== 'object' || value === null) return value
  if (!('text' in value && 'contentType' in value)) return value
  return `${value.contentType}: ${String(value.text).replace('\ufffd', '\xff')}`
}

async function check(t: Test, openapi: string, text: string): Promise<void> {
  const rows = rowsIn(text)
  const operations = rows.map(({ media }, at) => taking(`op${at}`, media))
  const document = `openapi: ${openapi}\n${SCHEMAS}${operations.join('')}`
  const { kept, post } = await keeping(t, await contractIn(document))
  for (const [index, { name, cases }] of rows.entries()) {
    for (const line of cases) {
      const [sent = '', want = ''] = line.split(' => ')
      for (const each of sent.split(' || ')) {
        const payload = partsOf(...partsIn(each.replaceAll('(png)', '(image/png, a.png)')))
        const response = await post(`/op${index}`, payload, PARTS)
        const title = `${name}: ${each} ${response.body}`
        if (want.startsWith('! ')) {
          t.equal(response.statusCode, 400, title)
          t.match(response.body, want.slice(2), title)
          t.same(kept, [], title)
        } else {
          t.equal(response.statusCode, 204, title)
          const body = kept.pop()?.body as object
          const found = Object.entries(body).map(([key, value]) => [key, shown(value)])
          t.strictSame(Object.fromEntries(found), exact(yamlOf(want)), title)
        }
      }
    }
  }
}

for (const [openapi, text] of [
  ['3.0.3', EVERYWHERE + IN_3_0.slice(1)],
  ['3.1.0', EVERYWHERE + SINCE_3_1.slice(1)],
  ['3.2.0', EVERYWHERE + SINCE_3_1.slice(1)],
] as const) {
  t.test(`parts that are files, texts or JSON, in OpenAPI ${openapi}`, (t) =>
    check(t, openapi, text),
  )
}

/** Members of a multipart body, and the files that a handler gets: one or many, or one or else a text. */
const TYPES = rowsOf(`
  ${FILE} | one
  ${list(FILE)} | many
  {type: string, contentMediaType: application/pdf, contentEncoding: binary} | one
  {type: string, contentMediaType: application/pdf, contentEncoding: base64} | none
  {anyOf: [${FILE}, {type: 'null'}]} | one
  {anyOf: [${FILE}, ${list(FILE)}]} | many
  {oneOf: [$File, $Name]} | either
  {allOf: [$File], description: A file.} | one
  {type: array, items: {anyOf: [$File, {type: 'null'}]}} | many
  $Circle | either
  $Nowhere | none
  {} | one
  {$ref: $Anything, type: string} | none
  {allOf: [$Anything, $Name]} | none
  {items: $Anything} | many
  {enum: [a]} | none
`)

const WANTED: Readonly<Record<string, string | RegExp>> = {
  one: ', { f: contract.FilePart }>',
  many: ', { f: AsyncIterable<contract.FilePart> }>',
  either: ', unknown, { f: contract.FilePart }>',
  none: /^(?![\s\S]*WithFiles)/,
}

const generated = (schema: string) =>
  made(SCHEMAS + taking('send', schema), { ignore: ['unresolved-reference'] })

const typesOf = (schema: string) =>
  ['operations.ts', 'types.ts'].map((name) => generated(schema).text(name)).join('\n')

t.test('types of members of parts say which of them are files', async (t) => {
  for (const [schema = '', count = ''] of TYPES)
    t.match(typesOf(member(schema)), WANTED[count], `${schema}: ${count}`)
  t.match(typesOf(rest(FILE)), /WithFiles<types\.\w+, unknown, unknown, contract\.FilePart>/)
  const among = typesOf(member(list(`{oneOf: [${FILE}, {type: integer}]}`)))
  t.match(
    among,
    'contract.WithFiles<types.SendBody, unknown, { f: AsyncIterable<contract.FilePart> }>',
  )
  t.match(
    typesOf(`{allOf: [{properties: {f: ${FILE}}}]}`),
    /In a multipart request a handler gets a `FilePart`\./,
  )
})

t.test('what is said of parts and cannot be checked is a warning', async (t) => {
  t.match(generated(list('{type: string}')).told, [
    /a body of multipart\/form-data is an object, which this schema refuses/,
  ])
  t.match(generated(member('{type: string, format: binary, minLength: 1}')).told, [
    '`minLength` of a file is not checked: its bytes arrive while the handler runs',
  ])
})

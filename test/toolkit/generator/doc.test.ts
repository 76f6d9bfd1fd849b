import t from 'tap'
import { made } from '../../helpers/made.js'
import { rowsOf } from '../../helpers/rows.js'

/** The comment of the member `a` of the first type that has one. */
function commentOf(document: string): string {
  const text = made(document).text('types.ts')
  const [, comment = ''] = /\{\n((?: {2}(?:\/\*\*| \*).*\n)*) {2}a\??:/.exec(text) ?? []
  return comment
    .replace(/^ *(\/\*\*|\*\/|\*) ?/gm, '')
    .replace(/ \*\/$/gm, '')
    .trim()
}

const schema = (text: string) =>
  `openapi: 3.0.3\npaths: {}\nA: { type: object, properties: { a: ${text} } }`

const DEEP = '[[[[[[[1, 2], 3], 4], 5], 6], 7], 8]'

/** Schemas of a member, and its comment, where \\n is a new line. */
const SCHEMAS = rowsOf(String.raw`
  a text | {type: string, example: fern} | @example 'fern'
  a list | {type: array, items: {type: integer}, example: [1, 2]} | @example [1, 2]
  an object | {type: object, example: {b: {c: 1.5}}} | @example { b: { c: 1.5 } }
  beyond 2^53 | {type: integer, format: int64, example: 9007199254740993} | @example 9007199254740993
  the first short one | {examples: ["", ${'x'.repeat(61)}, y, z]} | @example 'y'
  a long one | {type: string, example: ${'x'.repeat(59)}} |
  one that prints long | {type: string, example: "${'\\u202e'.repeat(20)}"} |
  a deep one | {example: ${DEEP}} | @example ${DEEP}
  of two values | {type: boolean, example: true} |
  of values that are listed | {enum: [b, c], example: b} |
  the default | {default: b, example: b} | @default 'b'
  another than the default | {default: b, example: c} | @default 'b'\n@example 'c'
  nothing | {type: string, example: } |
  no list | {type: string, examples: {b: {value: c}}} |
  below words | {nullable: true, description: D., example: b} | D.\n\n@example 'b'
  below facts | {type: integer, minimum: 1, example: 5} | @minimum 1\n@example 5
  the end of a comment | {example: '*/ @b {@link c}'} | @example '*\/ @b {@link c}'
`)

const multipart = (schema: string, type = 'multipart/form-data') =>
  `{ openapi: 3.0.3, PUT /x: { requestBody: { content: { ${type}: { schema: ${schema} } } } } }`
const FILE = '{type: string, format: binary}'

/** Documents, and the comment of a parameter or a member of a request. */
const DOCUMENTS = rowsOf(String.raw`
  an example of a parameter | GET /x: { parameters: [{name: a, in: query, schema: {type: string}, example: b}] } | @example 'b'
  an example of its schema | GET /x: { parameters: [{name: a, in: query, schema: {type: string, example: b}}] } | @example 'b'
  an example of its own | GET /x: { parameters: [{name: a, in: query, schema: {type: string, example: b}, example: c}] } | @example 'c'
  one of several examples | { GET /x: { parameters: [{name: a, in: query, schema: {type: integer}, examples: {a: {$ref: "#/nope"}, b: {externalValue: c}, d: {$ref: "#/components/examples/E"}}}] }, components: {examples: {E: {value: 5}}} } | @example 5
  an example of Swagger 2.0 | { swagger: '2.0', GET /x: { parameters: [{name: a, in: query, type: string, example: b}] } } | @example 'b'
  an example of an extension | { swagger: '2.0', GET /x: { parameters: [{name: a, in: query, type: string, x-example: b}] } } | @example 'b'
  a file, as a handler gets it | ${multipart(`{properties: {a: ${FILE}}}`)} | In a multipart request a handler gets a 'FilePart'.\n\n@format binary
  files | ${multipart(`{properties: {a: {type: array, items: ${FILE}}}}`)} | In a multipart request a handler gets 'FilePart[]'.
  a described file | ${multipart('{properties: {a: {type: string, format: binary, description: The cover.}}}')} | The cover.\n\nIn a multipart request a handler gets a 'FilePart'.\n\n@format binary
  no file | ${multipart(`{properties: {a: {type: string}, __proto__: ${FILE}}}`)} |
  a file of what may be null | ${multipart(`{nullable: true, properties: {a: ${FILE}, b: true}}`)} | @format binary
  bytes of no multipart | ${multipart(`{properties: {a: ${FILE}}}`, 'application/json')} | @format binary
`)

for (const [name, cell = '', want = ''] of [
  ...SCHEMAS.map(([name = '', cell = '', want]) => [`an example: ${name}`, schema(cell), want]),
  ...DOCUMENTS,
]) {
  t.test(`the comment of a member: ${name}`, async (t) => {
    t.equal(commentOf(cell).replaceAll('`', "'").replaceAll('\n', '\\n'), want)
  })
}

t.test('an example is for readers only', async (t) => {
  const { files } = made(schema('{type: string, example: fern}'))
  const others = files.filter(({ name }) => name !== 'types.ts' && name !== 'openapi.json')
  for (const { name, text } of others) t.notMatch(text, 'fern', name)
})

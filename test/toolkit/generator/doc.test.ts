import t from 'tap'
import { generateFrom } from '#toolkit/generator/generate.js'
import { parse } from '#toolkit/generator/load/source.js'

/** The comment of the member `a` of the first type that has one. */
function commentOf(document: string): string {
  const { files } = generateFrom(parse('a.yaml', document))
  const text = files.find(({ name }) => name === 'types.ts')?.text ?? ''
  const [, comment = ''] = /\{\n((?: {2}(?:\/\*\*| \*).*\n)*) {2}a\??:/.exec(text) ?? []
  return comment
    .replace(/^ *(\/\*\*|\*\/|\*) ?/gm, '')
    .replace(/ \*\/$/gm, '')
    .trim()
}

const BIG = '9007199254740993'
const DEEP = '[[[[[[[1, 2], 3], 4], 5], 6], 7], 8]'
const HEAD = 'info: {title: T, version: "1"}\n'
const schema = (text: string) =>
  `openapi: 3.0.3\n${HEAD}paths: {}\ncomponents: {schemas: {A: {type: object, properties: {a: ${text}}}}}`
const parameter = (text: string, more = '') =>
  `openapi: 3.1.0\n${HEAD}paths: {/x: {get: {parameters: [{name: a, in: query, ${text}}]}}}${more}`

t.test(
  'an example stands in the comment, where it is short and says more than the type',
  async (t) => {
    const schemas: [name: string, schema: string, want: string][] = [
      ['a text', '{type: string, example: fern}', "@example 'fern'"],
      ['a list', '{type: array, items: {type: integer}, example: [1, 2]}', '@example [1, 2]'],
      ['an object', '{type: object, example: {b: {c: 1.5}}}', '@example { b: { c: 1.5 } }'],
      ['beyond 2^53', `{type: integer, format: int64, example: ${BIG}}`, `@example ${BIG}`],
      ['the first short one', `{examples: ["", ${'x'.repeat(61)}, y, z]}`, "@example 'y'"],
      ['a long one', `{type: string, example: ${'x'.repeat(59)}}`, ''],
      ['one that prints long', `{type: string, example: "${'\\u202e'.repeat(20)}"}`, ''],
      ['a deep one', `{example: ${DEEP}}`, `@example ${DEEP}`],
      ['of two values', '{type: boolean, example: true}', ''],
      ['of values that are listed', '{enum: [b, c], example: b}', ''],
      ['the default', '{default: b, example: b}', "@default 'b'"],
      ['another than the default', '{default: b, example: c}', "@default 'b'\n@example 'c'"],
      ['nothing', '{type: string, example: }', ''],
      ['no list', '{type: string, examples: {b: {value: c}}}', ''],
      ['below words', '{nullable: true, description: D., example: b}', "D.\n\n@example 'b'"],
      ['below facts', '{type: integer, minimum: 1, example: 5}', '@minimum 1\n@example 5'],
      [
        'the end of a comment',
        '{example: "*/ @b {@link c}\\n"}',
        "@example '*\\/ @b {@link c}\\n'",
      ],
    ]
    for (const [name, text, want] of schemas) t.equal(commentOf(schema(text)), want, name)
    const table: [name: string, document: string, want: string][] = [
      ['of a parameter', parameter('schema: {type: string}, example: b'), "@example 'b'"],
      ['of its schema', parameter('schema: {type: string, example: b}'), "@example 'b'"],
      ['its own', parameter('schema: {type: string, example: b}, example: c'), "@example 'c'"],
      [
        'of several',
        parameter(
          'schema: {type: integer}, examples: {a: {$ref: "#/nope"}, b: {externalValue: c}, d: {$ref: "#/components/examples/E"}}',
          '\ncomponents: {examples: {E: {value: 5}}}',
        ),
        '@example 5',
      ],
      [
        'of Swagger 2.0',
        `swagger: "2.0"\n${HEAD}paths: {/x: {get: {parameters: [{name: a, in: query, type: string, example: b}]}}}`,
        "@example 'b'",
      ],
      [
        'of an extension',
        `swagger: "2.0"\n${HEAD}paths: {/x: {get: {parameters: [{name: a, in: query, type: string, x-example: b}]}}}`,
        "@example 'b'",
      ],
    ]
    for (const [name, document, want] of table) t.equal(commentOf(document), want, name)
  },
)

t.test('an example is for readers only', async (t) => {
  const { files } = generateFrom(parse('a.yaml', schema('{type: string, example: fern}')))
  const others = files.filter(({ name }) => name !== 'types.ts' && name !== 'openapi.json')
  for (const { name, text } of others) t.notMatch(text, 'fern', name)
})

t.test('a member of a multipart request that is a file says what a handler gets', async (t) => {
  const multipart = (text: string) =>
    `openapi: 3.0.3\n${HEAD}paths: {/x: {put: {requestBody: {content: {multipart/form-data: {schema: ${text}}}}}}}`
  const file = '{type: string, format: binary}'
  const [one, many] = ['a `FilePart`', '`FilePart[]`'].map(
    (part) => `In a multipart request a handler gets ${part}.`,
  )
  const table: [name: string, document: string, want: string][] = [
    ['a file', multipart(`{properties: {a: ${file}}}`), `${one}\n\n@format binary`],
    ['files', multipart(`{properties: {a: {type: array, items: ${file}}}}`), `${many}`],
    [
      'a described one',
      multipart('{properties: {a: {type: string, format: binary, description: The cover.}}}'),
      `The cover.\n\n${one}\n\n@format binary`,
    ],
    ['no file', multipart(`{properties: {a: {type: string}, __proto__: ${file}}}`), ''],
    [
      'what may be null',
      multipart(`{nullable: true, properties: {a: ${file}, b: true}}`),
      '@format binary',
    ],
    [
      'no multipart',
      multipart(`{properties: {a: ${file}}}`).replace('multipart/form-data', 'application/json'),
      '@format binary',
    ],
  ]
  for (const [name, document, want] of table) t.equal(commentOf(document), want, name)
})

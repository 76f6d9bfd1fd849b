import path from 'node:path'
import t from 'tap'
import { formatDiagnostics } from '#toolkit/generator/diagnostics/diagnostics.js'
import { generate, generateFrom } from '#toolkit/generator/generate.js'
import { parse } from '#toolkit/generator/load/source.js'
import { golden } from '../../helpers/golden.js'

const HEAD = 'openapi: 3.1.0\ninfo: {title: T, version: "1"}\n'

/** A document with these component schemas. */
const schemas = (text: string) => `${HEAD}components:\n  schemas:\n    ${text}`

/** A document with one operation, `POST /x`. */
const operation = (text: string, head = HEAD) => `${head}paths:\n  /x:\n    post:\n      ${text}`

const parameter = (text: string) => operation(`parameters: [{name: a, in: query, ${text}}]`)
const body = (text: string) =>
  operation(`requestBody:\n        content:\n          application/json: ${text}`)

const documents: [name: string, document: string][] = [
  ['what a schema accepts', schemas('A: {type: integer, example: 1, examples: [2], default: 3}')],
  [
    'what a schema refuses',
    schemas('A: {type: integer, example: a, examples: [2, b], default: c}'),
  ],
  ['one problem of an example', schemas('A: {type: object, required: [a, b], example: {}}')],
  [
    'where in an example',
    schemas('A: {type: array, items: {properties: {a/b%: {type: string}}}, example: [{a/b%: 1}]}'),
  ],
  ['beyond 2^53', schemas('A: {type: integer, format: int64, example: 9007199254740993}')],
  [
    'an empty example is none, an empty default is null',
    schemas('A: {type: string, example: , default: }'),
  ],
  [
    'through a reference',
    schemas(
      'A: {properties: {b: {$ref: "#/components/schemas/B", default: x}}}\n    B: {type: integer}',
    ),
  ],
  [
    'members called like keywords',
    schemas(
      'A: {properties: {example: {type: integer, example: a}, properties: {type: integer, default: b}, default: {enum: [{default: 1}]}}}',
    ),
  ],
  [
    'data is no schema',
    schemas(
      'A: {const: {schema: {type: integer}, example: a}, x-own: {type: integer, default: a}}',
    ),
  ],
  [
    'what only requests or responses have',
    schemas(
      'A: {type: object, required: [a, b, c, d], properties: {a: {readOnly: true}, b: {$ref: "#/components/schemas/B"}, c: true, d: {}}, example: {c: 1, d: 1}}\n    B: {type: string, writeOnly: true}\n    C: {items: {$ref: "#/components/schemas/A"}, prefixItems: [true], example: [1, {c: 1}, {d: 1}]}\n    D: {properties: {a: {$ref: "#/components/schemas/A"}}, allOf: [true, {$ref: "#/components/schemas/A"}], example: {c: 1, d: 1, a: {}}}\n    E: {properties: {n: {required: [r], properties: {r: {readOnly: true}}}}, allOf: [{required: [r], properties: {r: {readOnly: true}}}], example: {n: {}}}',
    ),
  ],
  ['a parameter in words', parameter('schema: {type: integer}, example: "5"')],
  ['a list in words', parameter('schema: {type: array, items: {type: integer}}, example: "5,6"')],
  ['a list of words', parameter('schema: {type: array, items: {type: string}}, example: "5,6"')],
  [
    'a parameter that is refused',
    parameter('schema: {type: integer}, examples: {one: {value: a}}'),
  ],
  ['what a parameter itself has', parameter('schema: {type: integer, default: a}, example: 1')],
  ['a body', body('{schema: {type: object}, example: 1, examples: {one: {value: {}}}}')],
  ['a body in words', body(`{schema: {type: object}, example: '{"a": 1}'}`)],
  ['any body', body('{schema: true, example: 1}')],
  ['a body whose schema is nowhere', body('{schema: {$ref: "#/nope"}, example: 1}')],
  [
    'examples elsewhere',
    `${body('{schema: {$ref: "#/components/schemas/A"}, examples: {a: {$ref: "#/components/examples/A"}, b: {$ref: "#/nope"}, c: {externalValue: x}, d: {dataValue: 1, serializedValue: "{}"}, e: 1}}')}\ncomponents: {schemas: {A: {type: object}}, examples: {A: {value: 1}}}`,
  ],
  [
    'what nothing refers to is not read',
    `${HEAD}components: {requestBodies: {A: {content: {application/json: {schema: {type: integer}, example: a}}}}}`,
  ],
  [
    'an example that many share is told once',
    `${body('{schema: {$ref: "#/components/schemas/A"}, examples: {a: {$ref: "#/components/examples/A"}, b: {$ref: "#/components/examples/A"}}}')}\ncomponents: {schemas: {A: {type: object}}, examples: {A: {value: [1]}}}`,
  ],
  [
    'media types whose examples are texts',
    operation('requestBody: {content: {text/plain: {schema: {type: integer}, example: a}}}'),
  ],
  [
    'a header',
    operation(
      'responses: {default: {description: d, headers: {X: {schema: {type: integer}, example: a}}}}',
    ),
  ],
  [
    'Swagger 2.0',
    operation(
      'parameters: [{name: a, in: query, type: integer, default: a}]\n      responses: {200: {description: d, schema: {type: object}, examples: {application/json: 1, text/plain: a}}}',
      'swagger: "2.0"\ninfo: {title: T, version: "1"}\n',
    ),
  ],
  [
    'more than one wants to read',
    schemas(
      Array.from({ length: 23 }, (_, index) => `A${index}: {type: integer, default: a}`).join(
        '\n    ',
      ),
    ),
  ],
  [
    'what a schema itself has is no text that stands for something',
    schemas('A: {type: integer, example: "5", examples: [6, "7"], default: "8"}'),
  ],
  [
    'formats',
    schemas(
      'A: {properties: {a: {format: date-tme}, b: {format: date-tme}, c: {format: password}, d: {format: uuid}, e: {format: url}}}',
    ),
  ],
]

t.test('invalid examples and defaults, and unknown formats, are reported', async (t) => {
  const told = documents.map(([name, document]) => {
    const { warnings } = generateFrom(parse('a.yaml', document))
    return `## ${name}\n${formatDiagnostics(warnings)}\n`
  })
  await golden(t, 'examples.txt', told.join('\n'))
})

t.test('those of other files are reported, too', async (t) => {
  const folder = t.testdir({
    'openapi.yaml': schemas('A: {$ref: "b.yaml#/B"}'),
    'b.yaml': 'B: {type: integer, example: a}',
  })
  const { warnings } = generate(path.join(folder, 'openapi.yaml'))
  const file = path.join(folder, 'b.yaml')
  const message =
    'the example does not match its schema: it must be integer; correct the example or the schema'
  t.equal(formatDiagnostics(warnings), `${file}:1:20 #/B/example warning: ${message}`)
})

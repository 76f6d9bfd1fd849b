import t from 'tap'
import {
  Diagnostics,
  DocumentError,
  formatDiagnostics,
  problemCount,
} from '#toolkit/generator/diagnostics/diagnostics.js'
import { generateFrom } from '#toolkit/generator/generate.js'
import { parse } from '#toolkit/generator/load/source.js'
import { golden } from '../../helpers/golden.js'

const HEAD = 'openapi: 3.1.0\ninfo: {title: T, version: "1"}\n'

/** A document with one operation, `POST /x`, with these members. */
function operation(members: string): string {
  return `${HEAD}paths:\n  /x:\n    post:\n      ${members}`
}

/** A document with one component schema, `A`. */
function schema(text: string): string {
  return `${HEAD}components:\n  schemas:\n    A: ${text}`
}

const parameter = (text: string) => operation(`parameters: [${text}]`)
const media = (text: string) => operation(`requestBody: {content: ${text}}`)

/** Nine times nine times nine, and so on. */
function laughs(): string {
  const lines = Array.from({ length: 12 }, (_, level) => {
    const below = level === 0 ? '{}' : `*a${level - 1}`
    return `x-${level}: &a${level} [${Array(9).fill(below).join(', ')}]`
  })
  return [HEAD.trim(), ...lines].join('\n')
}

/** Each schema refers to the next one. */
function chain(): string {
  const links = Array.from({ length: 20_000 }, (_, at) => {
    const next = at === 19_999 ? 'type: integer' : `$ref: "#/components/schemas/A${at + 1}"`
    return `    A${at}: {${next}}`
  })
  return `${HEAD}components:\n  schemas:\n    B: {allOf: [{$ref: "#/components/schemas/A0"}], default: a}\n${links.join('\n')}`
}

const documents: [name: string, document: string][] = [
  ['no document', 'x: 1'],
  ['a scalar', '5'],
  ['a list', '- openapi: 3.1.0'],
  ['nothing', '# openapi: 3.1.0'],
  ['a version that is none', 'openapi: {major: 9007199254740993}'],
  ['a version to come', 'openapi: 4.0.0'],
  ['2.0 under the name of 3', 'openapi: "2.0"\ninfo: {title: T, version: "1"}\npaths: {}'],
  ['Swagger 1.2', 'swagger: "1.2"\npaths: 5'],
  [
    'Swagger 2.0, wrongly',
    `swagger: "2.0"\ninfo: {title: T, version: "1"}\ncomponents: {}\npaths: {/x: {get: {requestBody: {}, parameters: [{name: a, in: cookie, type: string}, {name: b, in: query, type: array, collectionFormat: pipes}, {in: query, type: string}, {in: formData}, {$ref: "#/nope"}]}, put: {parameters: [{name: c, in: body}]}, post: {produces: [text/plain], responses: {200: {schema: {type: strin}}}, parameters: [{name: d, in: formData, type: file, required: true}]}}}`,
  ],
  ['OpenAPI 3.2', 'openapi: 3.2.0'],
  ['version as a number', 'openapi: 3.1'],
  ['nothing but a version', 'openapi: 3.1.0'],
  ['nothing but a version of 2.0', 'swagger: "2.0"'],
  ['what 3.0 wants and 3.1 does not', 'openapi: 3.0.0\ncomponents: {}'],
  ['everything that info lacks, at once', 'openapi: 3.1.0\ninfo: {}'],
  ['webhooks', `${HEAD}webhooks: {}`],
  [
    'tags without parents',
    `openapi: 3.2.0\ninfo: {title: T, version: "1"}\npaths: {}\ntags: [{name: a, parent: b}, {name: b, parent: c}, {name: c, parent: b}, {name: a}, {name: d, parent: e}, {}, 5, {name: f, parent: [a]}]`,
  ],
  ['schema dialect', `${HEAD}jsonSchemaDialect: https://example.com/d`],
  [
    'what should be an object',
    `openapi: 3.1.0\ninfo: 5\nservers: [a, {}]\ncomponents: {securitySchemes: {a: 5, b: {}}}\npaths: {/x: {get: {responses: {200: fine, 201: 5, 202: [{}], 203: {content: {text/plain: 5}}}}}}`,
  ],
  ['path without a slash', `${HEAD}paths: {x: {get: {}}}`],
  [
    'a name that is in a path twice, and braces of no parameter',
    `${HEAD}paths: {'/a/{id}/{id}/{x}/{id}': {get: {parameters: [{name: id, in: path, required: true}, {name: x, in: path, required: true}], responses: {}}}, '/b/{c/}': {get: {responses: {}}}, '/{}': {get: {responses: {}}}}`,
  ],
  [
    'two parameters in a segment',
    `${HEAD}paths: {"/{a}:{b}": {get: {parameters: [{name: a, in: path, required: true, schema: {}}, {name: b, in: path, required: true, schema: {}}]}}}`,
  ],
  [
    'template and parameters differ',
    `${HEAD}paths: {"/{a}": {get: {parameters: [{name: b, in: path, required: true, schema: {}}]}}}`,
  ],
  [
    'path parameter that is not required',
    `${HEAD}paths: {"/{a}": {get: {parameters: [{name: a, in: path, schema: {}}]}}}`,
  ],
  [
    'two templates, one route',
    `${HEAD}paths: {"/{a}": {get: {parameters: [{name: a, in: path, required: true, schema: {}}]}}, "/{b}": {get: {parameters: [{name: b, in: path, required: true, schema: {}}]}}}`,
  ],
  [
    'two operations, one id',
    `${HEAD}paths: {/a: {get: {operationId: x}}, /b: {get: {operationId: x}}}`,
  ],
  ['callbacks', operation('callbacks: {}\n      x-own: {}')],
  ['servers of an operation', operation('servers: []\n      colour: red')],
  ['parameter with content', parameter('{name: a, in: query, content: {}}')],
  ['media type', media('{multipart/mixed: {schema: {}}}')],
  ['media type without a schema', media('{application/json: {}}')],
  ['body without content', operation('requestBody: {}')],
  ['status', operation('responses: {ok: {}, 2xx: {description: fine}}')],
  [
    'response header without a schema',
    operation('responses: {200: {description: d, headers: {X: {}, Content-Type: {}}}}'),
  ],
  ['security scheme that is not declared', operation('security: [{a: []}]')],
  [
    'security scheme',
    `${HEAD}components: {securitySchemes: {a: {type: apiKey, name: k, in: header}, b: {type: http, scheme: Basic}}}`,
  ],
  ['dangling reference', schema('{$ref: "#/nope"}')],
  [
    'references to what is no schema',
    schema(
      '{properties: {a: {$ref: ""}, b: {$ref: "#"}, c: {$ref: "#/components"}, d: {$ref: "#/components/schemas"}, e: {$ref: "#/components/schemas/A/properties"}, f: {$ref: "#/info/title"}}}',
    ),
  ],
  [
    'a type of which there is too much to show',
    schema(`{type: {a: 9007199254740993, b: [${'"long", '.repeat(20)}5]}}`),
  ],
  [
    'a name that is another in a dynamic scope',
    `${HEAD}components: {schemas: {A: {$ref: "#/components/schemas/B"}, B: {}, C: {$dynamicAnchor: c}}}`,
  ],
  ['other document', schema('{$ref: "other.yaml#/x"}')],
  ['anchor', schema('{$ref: "#here"}')],
  [
    'references in a circle',
    `${HEAD}components: {responses: {A: {$ref: "#/components/responses/B"}, B: {$ref: "#/components/responses/A"}}}\npaths: {/x: {get: {responses: {200: {$ref: "#/components/responses/A"}}}}}`,
  ],
  ['schemas in a circle', schema('{$ref: "#/components/schemas/A"}')],
  ['schema keyword', schema('{type: string, default: a, nullable: true}')],
  [
    'schema that is no schema',
    schema('{type: strin, required: a, minLength: -1, properties: {b: 5, c: {items: []}}}'),
  ],
  ['pattern', schema('{type: string, pattern: "[a", patternProperties: {"\\\\-": true}}')],
  [
    'every keyword with a value that it cannot have',
    schema(
      `{enum: 1, const: null, dependentRequired: {a: [1]}, exclusiveMaximum: a, exclusiveMinimum: true, format: 1, maxContains: -1, maximum: "1", maxItems: 1.5, maxLength: x, maxProperties: [], minContains: -1, minimum: null, minItems: "", minLength: {}, minProperties: false, multipleOf: 0, pattern: 1, required: [a, a], type: [string, strin], uniqueItems: 1, deprecated: "yes", description: [], title: 9007199254740993, allOf: {}, properties: [], $ref: 5}`,
    ),
  ],
  ['a reference in a reference', schema('{$ref: "#/components/responses"}')],
  ['a schema that is nothing', schema('null')],
  ['a parameter without name and place', parameter('{schema: {}}')],
  ['parameters that are no list', operation('parameters: {}')],
  ['a path item that refers to nothing', `${HEAD}paths: {/x: {$ref: "#/nope"}, /y: {colour: red}}`],
  ['a response that refers to nothing', operation('responses: {200: {$ref: "#/nope"}}')],
  ['a body that refers to nothing', operation('requestBody: {$ref: "#/nope"}')],
  ['a parameter that refers to nothing', parameter('{$ref: "#/nope/0"}')],
  [
    'a header that refers to nothing',
    operation('responses: {200: {headers: {X: {$ref: "#/nope"}}}}'),
  ],
  [
    'a scheme that refers to nothing',
    `${HEAD}components: {securitySchemes: {a: {$ref: "#/nope"}, b: {}}}`,
  ],
  ['a component of another kind', `${HEAD}components: {callbacks: {}}`],
  ['a tag that is required to be true', operation('requestBody: {required: "yes", content: {}}')],
  [
    'a circle of parts',
    `${HEAD}components: {schemas: {A: {allOf: [{$ref: "#/components/schemas/B"}]}, B: {if: {$ref: "#/components/schemas/C"}}, C: {oneOf: [{$ref: "#/components/schemas/B"}, true]}}}`,
  ],
  [
    'keywords that nobody knows, each once',
    schema('{nullable: true, properties: {a: {nullable: true, colour: red, x-mine: 1}}}'),
  ],
  [
    'a reference through a reference to nothing',
    `${HEAD}components: {schemas: {A: {$ref: "#/components/schemas/B/items"}, B: {$ref: "#/nope"}}}`,
  ],
  [
    'a form with media types of its own',
    'swagger: "2.0"\ninfo: {title: T, version: "1"}\npaths: {/x: {post: {consumes: [5, multipart/form-data], parameters: [{name: a, in: formData, type: string}]}}}',
  ],
  [
    'beside a reference of 3.0 nothing counts',
    'openapi: 3.0.3\ninfo: {title: T, version: "1"}\ncomponents: {schemas: {A: {items: {$ref: "#/components/schemas/B", readOnly: true}}, B: {type: string}}}',
  ],
  [
    'what a list has no place for',
    schema('{$ref: "#/components/schemas/A/allOf/9", allOf: [true]}'),
  ],
  ['an operation that is no object', `${HEAD}paths: {/x: {get: 9007199254740993}}`],
  ['a security scheme of no type', `${HEAD}components: {securitySchemes: {a: {type: magic}}}`],
  [
    'a body of GET',
    `${HEAD}paths: {/x: {get: {requestBody: {content: {application/json: {schema: true}}}}}}`,
  ],
  [
    'scopes that are no strings',
    `${HEAD}components: {securitySchemes: {a: {type: apiKey}}}\nsecurity: [{a: [5]}]`,
  ],
  [
    'members left empty',
    `${HEAD}tags:\npaths: {/x: {parameters: , get: {tags: [1, {}], parameters: , responses: }}}`,
  ],
  [
    'collections and callbacks that are none',
    'swagger: "2.0"\ninfo: {title: T, version: "1"}\npaths: {/x: {get: {parameters: [{name: a, in: query, type: array, items: {type: string}, collectionFormat: x}, {name: b, in: header, type: array, items: {type: string}, collectionFormat: pipes}]}}}',
  ],
  [
    'callbacks that lead nowhere',
    operation('callbacks: {a: {$ref: "#/nope"}, b: {x: {$ref: "#/nope"}}}'),
  ],
  [
    'null alone',
    parameter(
      '{name: a, in: query, schema: {type: "null"}}, {name: b, in: query, schema: {const: null}}, {name: c, in: header, schema: {type: [array, "null"], items: {type: "null"}}}',
    ),
  ],
  ['a list that is empty', schema('{allOf: , required: }')],
  ['dependencies', schema('{dependencies: {a: [1, b], c: {}}}')],
  ['scopes that are no list', operation('security: [{a: , b: 5, c: x}]')],
  ['a path item that is empty', `${HEAD}paths: {/x: , /y: {get: }}`],
  [
    'a parameter without a type',
    parameter(
      '{name: a, in: query, required: {}, schema: {properties: {b: {}}}}, {name: b, in: query, schema: {const: 1}}',
    ),
  ],
  [
    'a media type that leads nowhere',
    media('{application/json: {$ref: "#/nope"}, application/vnd.x: {schema: {minLength: 1}}}'),
  ],
  [
    'a dialect of its own',
    schema('{$schema: https://json-schema.org/draft/2020-12/schema, type: string}'),
  ],
  [
    'a dynamic reference to what is no object',
    schema('{$defs: {a: true}, $dynamicRef: "#/components/schemas/A/$defs/a"}'),
  ],
  [
    'a URI that is none',
    `${HEAD}$self: "::"\ncomponents: {schemas: {A: {$id: "#a", $anchor: b}, B: {$id: "a b:c", $anchor: b, properties: {c: {$ref: "#b"}}}}}`,
  ],
  [
    'files of 2.0',
    'swagger: "2.0"\ninfo: {title: T, version: "1"}\npaths: {/x: {post: {produces: [application/pdf], parameters: [{in: formData, type: file}], responses: {200: {description: d, schema: {type: file}}}}}}',
  ],
  ['a keyword of 2019', schema('{$recursiveRef: "#"}')],
  [
    'media types that differ in parameters',
    media('{application/json; v=1: {}, application/json; v=2: {}}'),
  ],
  [
    'media types of 2.0 that differ in parameters, once',
    'swagger: "2.0"\ninfo: {title: T, version: "1"}\nproduces: [text/json, text/json;a=b]\nconsumes: [text/json, text/json;a=b]\npaths: {/x: {post: {parameters: [{name: a, in: body, schema: {type: string}}], responses: {200: {description: d, schema: {type: string}}, 201: {description: d, schema: {type: string}}}}}}',
  ],
  [
    'a pattern of another language',
    `${HEAD}components: {schemas: {A: {pattern: '(?i)a', patternProperties: {'(?i)b': true}}}}`,
  ],
  [
    'patterns that are texts in ECMA-262',
    `${HEAD}components: {schemas: {A: {pattern: '/^a$/i'}, B: {pattern: '\\Aa\\z'}, C: {pattern: '[[:alpha:]]'}, D: {pattern: '\\\\Aa/^a$/'}}}`,
  ],
  [
    'limits that nothing keeps',
    schema(
      '{minimum: 9223372036854775807, maximum: 1, minLength: 2, maxLength: 1, minItems: 1, maxItems: 1, minProperties: 3, items: {maxProperties: 0, minProperties: 1}}',
    ),
  ],
  [
    'values that a limit refuses',
    schema(
      '{anyOf: [{type: integer, format: int32, enum: [1, 2147483648, 5000000000]}, {type: integer, format: int64, enum: [9223372036854775807, 9223372036854775808]}, {type: [integer, "null"], format: int32, enum: [null, -2147483649]}, {type: number, format: int32, enum: [2147483648]}, {minimum: 2, enum: [{}, a, 1]}, {maximum: 2, enum: [2, 2.5]}, {minLength: 2, enum: [aa, a]}, {maxLength: 1, enum: [🌱, 🌱🌱]}, {minLength: 1, maxLength: 2, minimum: 0, maximum: 1, enum: [a, bb, 0, 1]}]}',
    ),
  ],
  ['limits that no number holds', schema('{maxLength: 9223372036854775807, title: [{}]}')],
  [
    'patterns that can take too long',
    `${HEAD}components: {schemas: {A: {pattern: '^(a+)+$'}, B: {pattern: '^(a+)+$', maxLength: 7}, C: {patternProperties: {'^.*a.*b.*c$': true, '^(b+)+\\1$': true, 'a+b': true}}, D: {pattern: '^(a|a)(bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb|b)*$'}, E: {pattern: '((((a{1,99}){1,99}){1,99}){1,99})', maxLength: 2}, F: {pattern: '^((a{1,99}|a){1,99})+\\1$'}, G: {pattern: '${'('.repeat(120)}a+${')'.repeat(120)}'}}}`,
  ],
  [
    'values beyond 2^53',
    schema(
      '{anyOf: [{enum: [9007199254740993]}, {const: 9007199254740993}, {type: integer, format: int64, const: 9007199254740993}]}',
    ),
  ],
  [
    'int64s that would be rounded',
    `${HEAD}components: {schemas: {Id: {type: integer, format: int64}, A: {contains: {$ref: "#/components/schemas/Id"}, if: {items: {type: integer, format: int64}}, dependentSchemas: {a: {type: string}}, not: {$ref: "#/components/schemas/Id"}}}}`,
  ],
  [
    'uint64s that would be rounded, told once',
    schema(
      '{properties: {a: {type: string, format: uint64}, b: {type: integer, format: uint64, maximum: 9007199254740991}, c: {type: [integer, "null"], format: uint64}, d: {type: number, format: uint64}}}',
    ),
  ],
  [
    'a uint64 with a maximum that is too large',
    schema('{type: number, format: uint64, maximum: 9007199254740992}'),
  ],
  [
    'headers of parts',
    media(
      '{multipart/form-data: {schema: {properties: {a: {type: string}}}, encoding: {a: {contentType: text/plain, headers: {Content-Type: {schema: {}}, X-A: {required: true, schema: {type: string}}, X-B: {schema: {type: string}}}}, b: {}, c: 5}}, application/x-www-form-urlencoded: {schema: {properties: {a: {type: string}}}, encoding: {a: {headers: {X-A: {required: true}}}}}}',
    ),
  ],
  [
    'a circle of dependent schemas',
    schema('{dependentSchemas: {a: {$ref: "#/components/schemas/A"}}}'),
  ],
  [
    'a parameter twice',
    parameter('{name: a, in: query, schema: true}, {name: a, in: query, schema: true}'),
  ],
  ['two documents', `${HEAD}---\nopenapi: 3.1.0`],
  ['a key that is no text', `${HEAD}? [a, b]\n: c`],
  [
    'keys that are lists and maps, and keys that are there twice, beside what else is wrong',
    `${HEAD}paths:\n  /x: {}\n  /x: {}\n  ? {a: b}\n  : c\n  [d, e]: {}\n  y: {get: {parameters: [{name: a}]}}\n  /x: {}\nx-a: &a\n  {{name}}: 1\nx-b: {<<: *a , <<: *a }`,
  ],
  ['keys that are empty', `${HEAD}paths: {}\nx-a:\n  : a\n  : b`],
  ['a key that is there in other words', `${HEAD}paths: {}\nx-a: {1: a, 0x1: b}`],
  ['a key that is a list without end', `${HEAD}? [a,\n  b]\n: c\n? - d\n: e`],
  ['a text that starts with a sign', operation('summary: @b')],
  ['a text with a colon', operation('summary: a: b')],
  ['a line that is not indented alike', `${HEAD}paths:\n  /x:\n    get: {}\n   post: {}`],
  ['a tab', `${HEAD}paths:\n\t/x: {}`],
  ['a bracket that is not closed', `${HEAD}paths: {/x: {\n  get: {}\ntags: []`],
  ['a bracket that is not closed at the end', `${HEAD}paths: {/x: {`],
  ['a quotation mark that is not closed', `${HEAD}x-a: "b`],
  ['a comma that is missing', `${HEAD}x-a: {a: [b] c: d}`],
  ['a tag that nobody knows', `${HEAD}x-a: !b c`],
  ['a comma too many', `${HEAD}x-a: [b,, c]`],
  ['a colon without a space', `${HEAD}x-a:\n  ? b\n  :c`],
  ['a text on the line of its sign', `${HEAD}x-a: | b\n  c`],
  ['a text that starts with &', `${HEAD}x-a: & b`],
  ['a backslash', `${HEAD}x-a: "\\d"`],
  ['a character that nobody sees', `${HEAD}x-a: b\0`],
  ['a line that belongs to nothing', `${HEAD}x-a: "b"\n  c: d`],
  ['an end that is none', `${HEAD}x-a: [b]]`],
  ['lines that end as they did once', `${HEAD}x-a: "b" c`.replaceAll('\n', '\r')],
  ['more behind a text', `${HEAD}x-a: "b" c`],
  ['an alias of nothing', `${HEAD}x-a: */*`],
  ['what cannot be merged', `${HEAD}x-a: {<<: b}`],
  ['a conflict of versions', `${HEAD}<<<<<<< HEAD\nx-a: 1\n=======\nx-b: 1\n>>>>>>> b`],
  ['a key without a colon', `${HEAD}paths\n  /x: {}`],
  ['an anchor that contains itself', `${HEAD}x-a: &a {b: *a}`],
  ['a number that JSON does not have', schema('{minimum: .nan}')],
  ['a number that no number is', schema('{maximum: 1e400}')],
  ['too deep', schema(`${'{not: '.repeat(300)}true${'}'.repeat(300)}`)],
  ['deeper than any parser goes', schema(`${'{not: '.repeat(9999)}true${'}'.repeat(9999)}`)],
  ['aliases that stand for too much', laughs()],
  ['values of which there are none', schema('{type: string, enum: []}')],
  ['ids that are made up', `${HEAD}paths: {/g: {get: {}}, /G: {get: {}}}`],
  ['names that are made the same', schema('{}\n    a-b: {}\n    aB: {}')],
  ['values of another type', schema('{type: [string, integer], enum: [a, 1, null, true, [x]]}')],
  [
    'a discriminator that leads nowhere',
    schema(
      '{oneOf: [{$ref: "#/components/schemas/B"}], discriminator: {propertyName: t, mapping: {a: B, b: C, c: "#/x", d: 5}}}\n    B: {discriminator: {}}\n    D: {discriminator: 5}',
    ),
  ],
  [
    'a mapping to what is no schema',
    schema(
      '{oneOf: [{$ref: "#/components/schemas/B"}], discriminator: {propertyName: t, mapping: {a: "#/info", b: "#/info/title", c: "#/components/schemas", d: "#/components/parameters/P", e: "#", f: "#/components/parameters/P/schema", g: "#/components/schemas/B"}}}\n    B: {}\n  parameters: {P: {name: p, in: query, schema: {type: string}}}',
    ),
  ],
  [
    'a mapping of all other values to what is no schema',
    schema(
      '{oneOf: [{$ref: "#/components/schemas/B"}], discriminator: {propertyName: t, mapping: {a: "#/info", b: B}, defaultMapping: C}}\n    B: {discriminator: {propertyName: t, defaultMapping: B}}',
    ),
  ],
  [
    'examples and defaults beside what is wrong',
    schema(
      '{type: strin, required: {a: 1}, enum: {}, properties: {b: {type: integer, default: x}, c: {$ref: 5, example: 1}}, example: {b: y}}\n    B: {$ref: "#/nope", example: 1}\n    C: {items: 5, default: 1}\n    D: {type: array, items: {type: integer}, example: [z]}',
    ),
  ],
  [
    'examples beside circles, by which nothing can be judged',
    schema(
      '{allOf: [{$ref: "#/components/schemas/B"}], type: integer, default: a}\n    B: {not: {$ref: "#/components/schemas/A"}, example: 1}\n    C: {$ref: "#/components/schemas/A", maximum: 1, example: 2}\n    D: {maximum: 1, example: 2, items: {$ref: "#/components/schemas/C"}}\n    E: {maximum: 1, example: 2}',
    ),
  ],
  ['examples beside a chain without end', chain()],
  ['a name with control characters', schema('{"a\\u001b[31m\\nb": 1}')],
]

// The golden file holds the text of every diagnostic: read it as a user would.
t.test('each problem is reported with its location and a remedy', async (t) => {
  const told = documents.map(([name, document]) =>
    [`## ${name}`, ...problems(document), ''].join('\n'),
  )
  await golden(t, 'diagnostics.txt', told.join('\n'))
})

function problems(document: string): string[] {
  try {
    const { warnings } = generateFrom(parse('a.yaml', document))
    return formatDiagnostics(warnings).split('\n')
  } catch (error) {
    if (error instanceof DocumentError) return error.message.split('\n')
    throw error
  }
}

t.test('similar warnings are summarized, beside errors too', async (t) => {
  const tags = Array.from({ length: 30 }, (_, tag) => `{title: [${tag}]}`).join(', ')
  const told = problems(schema(`{allOf: [${tags}], type: 5x}`))
  t.equal(told.length, 12)
  t.match(told.at(-2), /warning: `title` .*; and 19 more like this; correct the schema$/)
})

t.test('similar errors are summarized, unless all are wanted', async (t) => {
  const members = Array.from({ length: 30 }, (_, at) => `p${at}: {type: ${at}x}`).join(', ')
  const document = schema(`{minLength: {}, properties: {${members}}}`)
  const told = problems(document)
  t.equal(told.length, 12)
  t.match(
    told.at(-1),
    /#\/components\/schemas\/A\/properties\/p10\/type .*; and 19 more like this; correct/,
  )
  const source = parse('a.yaml', document)
  t.throws(() => generateFrom(source, { all: true }), {
    message: /p11\/type [^\n]*(\n.*){18}$/,
  })
  const report = new Diagnostics()
  for (let at = 0; at < 30; at++) report.warn({ source, pointer: `#/${at}` }, 'x', 'y')
  t.equal(problemCount(report.warnings), 30)
})

t.test('a problem is reported once', async (t) => {
  const report = new Diagnostics()
  const source = parse('a.yaml', 'x: 1')
  for (const message of ['m', 'm', 'n']) report.wrong({ source, pointer: '#/x' }, message, 'a')
  t.throws(() => report.stopIfAny(), { message: 'a.yaml:1:1 #/x m; a\na.yaml:1:1 #/x n; a' })
  t.doesNotThrow(() => new Diagnostics().stopIfAny())
})

import t from 'tap'
import { generateFrom } from '#toolkit/generator/generate.js'
import { parse } from '#toolkit/generator/load/source.js'

/** `types.ts` of a document with these component schemas, without comments. */
function typesOf(schemas: string): string {
  const document = `openapi: 3.1.0\ninfo: { title: T, version: '1' }\ncomponents: { schemas: { ${schemas} } }`
  const { files } = generateFrom(parse('a.yaml', document), { discriminator: 'strict' })
  const text = files.find(({ name }) => name === 'types.ts')?.text as string
  return text
    .replace(/ *\/\*[\s\S]*?\*\/\n/g, '')
    .replace(/\n+/g, '\n')
    .trim()
}

const PART = 'type: object, required: [a], properties: { a: { type: string }, b: { type: string } }'
const ref = (name: string) => `{ $ref: '#/components/schemas/${name}' }`

const table: Record<string, readonly [schemas: string, want: string]> = {
  'a member that some of the alternatives of an alternative have': [
    'A: { type: object, required: [a], anyOf: [{ anyOf: [{ properties: { a: { type: string } } }, { properties: { b: {} } }] }, { properties: { a: { type: number } } }] }',
    'export type A = { a: {} | null } & ({ a?: string | undefined } | { b?: unknown } | { a?: number | undefined })',
  ],
  'a member that is its object where it is required': [
    `A: { properties: { a: { required: [a], ${ref('A').slice(2, -2)} } } }`,
    "export interface A {\n  a?: (A & { a: A & { a: Exclude<A['a'], undefined> } }) | undefined\n}",
  ],
  'types that two parts allow': [
    'A: { allOf: [{ type: [integer, string] }, { type: [string, number] }, { type: [number, string, "null"] }] }',
    'export type A = number | string',
  ],
  'a branch that does not name the discriminator': [
    `A: { oneOf: [${ref('B')}, { $ref: '#/components/schemas/B/oneOf/0' }, { type: string }], discriminator: { propertyName: k } }, B: { oneOf: [{ type: object, properties: { k: { type: string } } }, { type: object, properties: { z: { type: string } } }] }`,
    [
      "export type A = (B & { k?: 'B' | undefined }) | OneOf0 | string",
      'export type B = { k?: string | undefined } | { z?: string | undefined }',
      'export interface OneOf0 {\n  k?: string | undefined\n}',
    ].join('\n'),
  ],
  'a discriminator that all alternatives of a branch require, and one that some do': [
    `A: { oneOf: [${ref('B')}, ${ref('C')}], discriminator: { propertyName: k } }, B: { type: object, anyOf: [{ required: [k, b], properties: { k: { type: string } } }, { required: [k] }] }, C: { type: object, anyOf: [{ required: [k] }, { required: [c], properties: { k: { type: string } } }] }, D: { allOf: [${ref('B')}, { properties: { k: true } }], anyOf: [{ required: [k] }, { required: [b] }] }`,
    [
      "export type A = (B & { k?: 'B' | undefined }) | (C & { k?: 'C' | undefined })",
      'export type B =\n  | {\n      k: string\n      b: unknown\n    }\n  | { k: {} | null }',
      'export type C =\n  | { k: {} | null }\n  | {\n      k?: string | undefined\n      c: unknown\n    }',
      'export type D = B & { k?: unknown } & ({ k: unknown } | { b: unknown })',
    ].join('\n'),
  ],
  'a branch that is an array': [
    `A: { oneOf: [${ref('B')}, ${ref('C')}], discriminator: { propertyName: k } }, B: { type: array, items: ${ref('C')} }, C: { type: object, properties: { k: { enum: [C, D] } } }`,
    [
      "export type A = B | (C & { k?: 'C' | undefined })",
      'export type B = C[]',
      "export interface C {\n  k?: 'C' | 'D' | undefined\n}",
    ].join('\n'),
  ],
  'a parent that extends': [
    `A: { ${PART} }, B: { allOf: [${ref('A')}, { properties: { c: {} } }] }, C: { allOf: [${ref('B')}, { properties: { a: { type: string, description: Same. }, d: {} } }] }`,
    [
      'export interface A {\n  a: string\n  b?: string | undefined\n}',
      'export interface B extends A {\n  c?: unknown\n}',
      'export interface C extends B {\n  a: string\n  d?: unknown\n}',
    ].join('\n'),
  ],
  'a parent of a parent that cannot be extended': [
    `A: { type: object, additionalProperties: true }, B: { allOf: [${ref('A')}, { properties: { c: {} } }] }, C: { allOf: [${ref('B')}, { properties: { d: {} } }] }`,
    [
      'export interface A {\n  [member: string]: unknown\n}',
      'export type B = A & { c?: unknown }',
      'export type C = B & { d?: unknown }',
    ].join('\n'),
  ],
  'parents that say different things': [
    `A: { ${PART} }, B: { type: object, properties: { a: { type: string } } }, C: { allOf: [${ref('A')}, ${ref('B')}, { properties: { d: {} } }] }`,
    [
      'export interface A {\n  a: string\n  b?: string | undefined\n}',
      'export interface B {\n  a?: string | undefined\n}',
      'export type C = A & B & { d?: unknown }',
    ].join('\n'),
  ],
  'a member with fewer values than in the parent, and one with others': [
    `A: { type: object, properties: { a: { enum: [x, y, z] }, b: { enum: [x] }, c: true } }, B: { allOf: [${ref('A')}, { properties: { a: { enum: [x, y] } } }] }, C: { allOf: [${ref('A')}, { properties: { b: { enum: [q] } } }] }, D: { allOf: [${ref('A')}, { properties: { c: true } }] }`,
    [
      "export interface A {\n  a?: 'x' | 'y' | 'z' | undefined\n  b?: 'x' | undefined\n  c?: unknown\n}",
      "export interface B extends A {\n  a?: 'x' | 'y' | undefined\n}",
      "export type C = A & { b?: 'q' | undefined }",
      'export interface D extends A {\n  c?: unknown\n}',
    ].join('\n'),
  ],
  'what is required already is not told again': [
    `A: { ${PART} }, B: { allOf: [${ref('A')}, { required: [a] }] }, C: { allOf: [${ref('A')}], anyOf: [{ required: [a] }, { required: [b] }] }`,
    [
      'export interface A {\n  a: string\n  b?: string | undefined\n}',
      'export type B = A',
      'export type C = A',
    ].join('\n'),
  ],
  'what is required of a map': [
    'A: { type: object, required: [a], additionalProperties: { type: number } }',
    'export interface A {\n  a: number\n  [member: string]: number\n}',
  ],
  'a base that is a value of its own': [
    `A: { type: object, discriminator: { propertyName: k, mapping: { a: A, c: C } }, properties: { k: {} } }, B: { allOf: [${ref('A')}, true, { properties: { b: {} } }] }, C: { type: object }`,
    [
      'export interface ABase {\n  k?: unknown\n}',
      "export type A = (ABase & { k?: 'a' | undefined }) | B",
      "export interface B extends ABase {\n  k?: 'B' | undefined\n  b?: unknown\n}",
      'export type C = { [member: string]: unknown }',
    ].join('\n'),
  ],
  'a base whose heirs name the discriminator': [
    `A: { type: object, discriminator: { propertyName: k } }, B: { $ref: '#/components/schemas/A', properties: { k: { const: B } } }, C: { allOf: [${ref('A')}, { properties: { k: { const: C } } }] }`,
    [
      'export type ABase = { [member: string]: unknown }',
      'export type A = C',
      "export type B = A & { k?: 'B' | undefined }",
      "export type C = ABase & { k?: 'C' | undefined }",
    ].join('\n'),
  ],
  'bases of bases': [
    `A: { type: object, discriminator: { propertyName: k }, properties: { k: { type: string } } }, B: { allOf: [${ref('A')}, { type: object, properties: { l: { type: string } } }], discriminator: { propertyName: l } }, C: { allOf: [${ref('B')}, { properties: { c: {} } }] }`,
    [
      'export interface ABase {\n  k?: string | undefined\n}',
      'export type A = B | C',
      "export interface BBase extends ABase {\n  k?: 'B' | 'C' | undefined\n  l?: string | undefined\n}",
      'export type B = C',
      "export interface C extends BBase {\n  k?: 'C' | undefined\n  l?: 'C' | undefined\n  c?: unknown\n}",
    ].join('\n'),
  ],
  'long unions in arrays and members': [
    `A: { type: array, items: { enum: [${Array.from({ length: 12 }, (_, n) => `value-${n}`)}] } }`,
    `export type A = (${Array.from({ length: 12 }, (_, n) => `\n  | 'value-${n}'`).join('')}\n)[]`,
  ],
  'names of members that are listed, beside others': [
    `A: { type: object, propertyNames: { enum: [a, b] } }, B: { type: object, propertyNames: { enum: [a] }, properties: { a: true } }, C: { type: object, propertyNames: { enum: [a] }, patternProperties: { '^a': true } }, D: { type: object, propertyNames: { enum: [a] }, additionalProperties: false }, E: { type: object, propertyNames: { enum: [1] } }`,
    [
      "export type A = { [member in 'a' | 'b']?: unknown }",
      'export interface B {\n  a?: unknown\n}',
      'export interface C {\n  [member: string]: unknown\n}',
      'export type D = { [member: string]: never }',
      'export type E = { [member: string]: unknown }',
    ].join('\n'),
  ],
  'several parts that speak of one member': [
    "A: { allOf: [{ properties: { a: true, b: { title: T }, '': { type: string } } }, { properties: { a: { type: string }, b: { type: string, deprecated: true } } }] }, B: { allOf: [{ type: object, properties: { a: { type: string } } }, { additionalProperties: { type: string } }, { required: [a, b] }] }",
    [
      "export interface A {\n  a?: string | undefined\n  b?: string | undefined\n  ''?: string | undefined\n}",
      'export type B = {\n  a: string\n  b: unknown\n} & { [member: string]: string | undefined }',
    ].join('\n'),
  ],
  'several maps': [
    'A: { allOf: [{ additionalProperties: { type: string } }, { additionalProperties: { minLength: 1 } }] }',
    'export type A = { [member: string]: string } & { [member: string]: unknown }',
  ],
  'what inherits twice': [
    `A: { type: object, discriminator: { propertyName: k }, required: [k], properties: { k: { type: string } } }, B: { allOf: [${ref('A')}] }, C: { allOf: [${ref('A')}] }, D: { allOf: [${ref('B')}, ${ref('C')}] }`,
    [
      'export interface ABase {\n  k: string\n}',
      "export type A = (B & { k: 'B' }) | (C & { k: 'C' }) | D",
      "export interface B extends ABase {\n  k: 'B' | 'D'\n}",
      "export interface C extends ABase {\n  k: 'C' | 'D'\n}",
      "export type D = B & C & { k: 'D' }",
    ].join('\n'),
  ],
  'a discriminator that is an int64': [
    `A: { type: object, required: [k], discriminator: { propertyName: k, mapping: { '1': B } }, properties: { k: ${ref('K')} } }, B: { allOf: [${ref('A')}] }, C: { oneOf: [${ref('D')}], discriminator: { propertyName: k, mapping: { '2': D } } }, D: { type: object, properties: { k: { type: integer, format: int64 } } }, K: { type: integer, format: int64 }`,
    [
      'export interface ABase {\n  k: K\n}',
      'export type A = B',
      'export interface B extends ABase {\n  k: 1n\n}',
      'export type C = D & { k?: 2n | undefined }',
      'export interface D {\n  k?: bigint | undefined\n}',
      'export type K = bigint',
    ].join('\n'),
  ],
  'alternatives of which several parts speak': [
    `A: { anyOf: [{ ${PART} }, { type: object, properties: { c: { type: string } } }] }, B: { allOf: [${ref('A')}, { anyOf: [{ ${PART} }, { type: object, properties: { d: { type: string } } }] }, { required: [b, d] }] }`,
    [
      'export type A =\n  | {\n      a: string\n      b?: string | undefined\n    }\n  | { c?: string | undefined }',
      'export type B = A & {\n  b: {} | null\n  d: {} | null\n} & (\n  | {\n      a: string\n      b?: string | undefined\n    }\n  | { d?: string | undefined }\n)',
    ].join('\n'),
  ],
  'members of long types that alternatives require': [
    `A: { type: object, properties: { a: { ${PART} }, b: { oneOf: [{ ${PART} }, { type: 'null' }] } }, anyOf: [{ required: [a] }, { required: [b] }] }`,
    [
      'export type A = {\n  a?: {\n    a: string\n    b?: string | undefined\n  } | undefined',
      '  b?: {\n    a: string\n    b?: string | undefined\n  } | null | undefined',
      '} & ({ a: {} } | { b: {} | null })',
    ].join('\n'),
  ],
  'a choice of one': [
    `A: { oneOf: [{ ${PART} }] }, B: { anyOf: [${ref('A')}], oneOf: [{ properties: { c: true }, required: [b] }] }`,
    [
      'export interface A {\n  a: string\n  b?: string | undefined\n}',
      'export interface B extends A {\n  c?: unknown\n  b: string\n}',
    ].join('\n'),
  ],
  'a discriminator that nothing inherits': [
    'A: { type: object, discriminator: { propertyName: k, mapping: { a: A } }, properties: { k: { type: string } } }',
    'export interface A {\n  k?: string | undefined\n}',
  ],
  'a heir whose name the mapping has for another': [
    `A: { type: object, required: [k], discriminator: { propertyName: k, mapping: { B: C } }, properties: { k: { type: string } } }, B: { allOf: [${ref('A')}] }, C: { allOf: [${ref('A')}] }`,
    [
      'export interface ABase {\n  k: string\n}',
      'export type A = C',
      'export type B = ABase',
      "export interface C extends ABase {\n  k: 'B' | 'C'\n}",
    ].join('\n'),
  ],
  'a discriminator that is anything': [
    `A: { type: object, discriminator: { propertyName: k }, properties: { k: true } }, B: { allOf: [${ref('A')}] }`,
    [
      'export interface ABase {\n  k?: unknown\n}',
      'export type A = B',
      "export interface B extends ABase {\n  k?: 'B' | undefined\n}",
    ].join('\n'),
  ],
  'long types of members that are required and of others': [
    `A: { type: object, properties: { a: { oneOf: [${ref('B')}, { enum: [${Array.from({ length: 12 }, (_, n) => `value-${n}`)}] }] } }, required: [a], additionalProperties: { ${PART} } }, B: { allOf: [{ ${PART} }, { additionalProperties: { ${PART} } }] }`,
    [
      `export interface A {\n  a:\n    | B${Array.from({ length: 12 }, (_, n) => `\n    | 'value-${n}'`).join('')}`,
      `  [member: string]:\n    | {\n        a: string\n        b?: string | undefined\n      }\n    | B${Array.from({ length: 12 }, (_, n) => `\n    | 'value-${n}'`).join('')}\n    | undefined\n}`,
      'export type B = {\n  a: string\n  b?: string | undefined\n} & {\n  [member: string]:\n    | {\n        a: string\n        b?: string | undefined\n      }\n    | string\n    | undefined\n}',
    ].join('\n'),
  ],
  'unions in an index signature': [
    'A: { type: object, properties: { a: { enum: [x, 1.5, -1] } }, additionalProperties: { type: [string, number] } }',
    "export interface A {\n  a?: 'x' | 1.5 | -1 | undefined\n  [member: string]: string | number | undefined\n}",
  ],
}

for (const [name, [schemas, want]] of Object.entries(table)) {
  t.test(name, async (t) => t.equal(typesOf(schemas), want))
}

t.test(
  'a schema with patterns may contain itself beside members that it does not name',
  async (t) => {
    const child = `{ allOf: [${ref('Node')}], properties: { extra: { type: string } } }`
    const node = `{ type: object, patternProperties: { '^x-': { type: string } }, properties: { child: ${child} } }`
    t.match(typesOf(`Node: ${node}`), /^export interface Node \{\n {2}child\?: /)
  },
)

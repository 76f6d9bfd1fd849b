import t from 'tap'
import { testCases } from '../../helpers/cases.js'
import { made } from '../../helpers/made.js'

/** The declarations of `types.ts`, without comments. */
function declarations(document: string): string[] {
  const text = made(document).text('types.ts')
  const plain = text.replace(/ *\/\*[\s\S]*?\*\/\n/g, '').replace(/\n+/g, '\n')
  return plain.trim().split(/\n(?=export )/)
}

const PART = 'type: object, required: [a], properties: { a: { type: string }, b: { type: string } }'

// Each declaration is a line.
testCases(
  t,
  `
## a member that some of the alternatives of an alternative have
{ A: { type: object, required: [a], anyOf: [{ anyOf: [{ properties: { a: { type: string } } }, { properties: { b: {} } }] }, { properties: { a: { type: number } } }] } }
-> export type A = { a: {} | null } & ({ a?: string | undefined } | { b?: unknown } | { a?: number | undefined })
## a member that is its object where it is required
{ A: { properties: { a: { required: [a], $ref: $A } } } }
-> export interface A { a?: (A & { a: A & { a: Exclude<A['a'], undefined> } }) | undefined }
## types that two parts allow
{ A: { allOf: [{ type: [integer, string] }, { type: [string, number] }, { type: [number, string, "null"] }] } }
-> export type A = number | string
## a branch that does not name the discriminator
{ A: { oneOf: [$B, { $ref: '#/components/schemas/B/oneOf/0' }, { type: string }], discriminator: { propertyName: k } }, B: { oneOf: [{ type: object, properties: { k: { type: string } } }, { type: object, properties: { z: { type: string } } }] } }
-> export type A = (B & { k?: 'B' | undefined }) | OneOf0 | string
-> export type B = { k?: string | undefined } | { z?: string | undefined }
-> export interface OneOf0 { k?: string | undefined }
## a discriminator that all alternatives of a branch require, and one that some do
{ A: { oneOf: [$B, $C], discriminator: { propertyName: k } }, B: { type: object, anyOf: [{ required: [k, b], properties: { k: { type: string } } }, { required: [k] }] }, C: { type: object, anyOf: [{ required: [k] }, { required: [c], properties: { k: { type: string } } }] }, D: { allOf: [$B, { properties: { k: true } }], anyOf: [{ required: [k] }, { required: [b] }] } }
-> export type A = (B & { k?: 'B' | undefined }) | (C & { k?: 'C' | undefined })
-> export type B = | { k: string b: unknown } | { k: {} | null }
-> export type C = | { k: {} | null } | { k?: string | undefined c: unknown }
-> export type D = B & { k?: unknown } & ({ k: unknown } | { b: unknown })
## a branch that is an array
{ A: { oneOf: [$B, $C], discriminator: { propertyName: k } }, B: { type: array, items: $C }, C: { type: object, properties: { k: { enum: [C, D] } } } }
-> export type A = B | (C & { k?: 'C' | undefined })
-> export type B = C[]
-> export interface C { k?: 'C' | 'D' | undefined }
## a parent that extends
{ A: { ${PART} }, B: { allOf: [$A, { properties: { c: {} } }] }, C: { allOf: [$B, { properties: { a: { type: string, description: Same. }, d: {} } }] } }
-> export interface A { a: string b?: string | undefined }
-> export interface B extends A { c?: unknown }
-> export interface C extends B { a: string d?: unknown }
## a parent of a parent that cannot be extended
{ A: { type: object, additionalProperties: true }, B: { allOf: [$A, { properties: { c: {} } }] }, C: { allOf: [$B, { properties: { d: {} } }] } }
-> export interface A { [member: string]: unknown }
-> export type B = A & { c?: unknown }
-> export type C = B & { d?: unknown }
## parents that say different things
{ A: { ${PART} }, B: { type: object, properties: { a: { type: string } } }, C: { allOf: [$A, $B, { properties: { d: {} } }] } }
-> export interface A { a: string b?: string | undefined }
-> export interface B { a?: string | undefined }
-> export type C = A & B & { d?: unknown }
## a member with fewer values than in the parent, and one with others
{ A: { type: object, properties: { a: { enum: [x, y, z] }, b: { enum: [x] }, c: true } }, B: { allOf: [$A, { properties: { a: { enum: [x, y] } } }] }, C: { allOf: [$A, { properties: { b: { enum: [q] } } }] }, D: { allOf: [$A, { properties: { c: true } }] } }
-> export interface A { a?: 'x' | 'y' | 'z' | undefined b?: 'x' | undefined c?: unknown }
-> export interface B extends A { a?: 'x' | 'y' | undefined }
-> export type C = A & { b?: 'q' | undefined }
-> export interface D extends A { c?: unknown }
## what is required already is not told again
{ A: { ${PART} }, B: { allOf: [$A, { required: [a] }] }, C: { allOf: [$A], anyOf: [{ required: [a] }, { required: [b] }] } }
-> export interface A { a: string b?: string | undefined }
-> export type B = A
-> export type C = A
## what is required of a map
{ A: { type: object, required: [a], additionalProperties: { type: number } } }
-> export interface A { a: number [member: string]: number }
## a base that is a value of its own
{ A: { type: object, discriminator: { propertyName: k, mapping: { a: A, c: C } }, properties: { k: {} } }, B: { allOf: [$A, true, { properties: { b: {} } }] }, C: { type: object } }
-> export interface ABase { k?: unknown }
-> export type A = (B & { k: 'B' }) | ABase
-> export interface B extends ABase { b?: unknown }
-> export type C = { [member: string]: unknown }
## a base whose heirs name the discriminator
{ A: { type: object, discriminator: { propertyName: k } }, B: { $ref: $A, properties: { k: { const: B } } }, C: { allOf: [$A, { properties: { k: { const: C } } }] } }
-> export type ABase = { [member: string]: unknown }
-> export type A = (C & { k: 'C' }) | ABase
-> export type B = A & { k?: 'B' | undefined }
-> export type C = ABase & { k?: 'C' | undefined }
## a default of a mapping has no value
{ openapi: 3.2.0, A: { type: object, discriminator: { propertyName: k, mapping: { b: B }, defaultMapping: C } }, B: { allOf: [$A, { properties: { b: {} } }] }, C: { allOf: [$A, { properties: { c: {} } }] }, D: { oneOf: [$E, $F], discriminator: { propertyName: k, mapping: { e: E }, defaultMapping: F } }, E: { type: object }, F: { type: object } }
-> export type ABase = { [member: string]: unknown }
-> export type A = (B & { k: 'b' }) | C | ABase
-> export type B = ABase & { b?: unknown }
-> export type C = ABase & { c?: unknown }
-> export type D = (E & { k?: 'e' | undefined }) | F
-> export type E = { [member: string]: unknown }
-> export type F = { [member: string]: unknown }
## bases of bases
{ A: { type: object, discriminator: { propertyName: k }, properties: { k: { type: string } } }, B: { allOf: [$A, { type: object, properties: { l: { type: string } } }], discriminator: { propertyName: l } }, C: { allOf: [$B, { properties: { c: {} } }] } }
-> export interface ABase { k?: string | undefined }
-> export type A = (B & { k: 'B' }) | (C & { k: 'C' }) | ABase
-> export interface BBase extends ABase { l?: string | undefined }
-> export type B = (C & { l: 'C' }) | BBase
-> export interface C extends BBase { c?: unknown }
## other members that a schema refuses as false does
{ A: { type: object, properties: { a: { type: string } }, additionalProperties: { not: {} } }, B: { type: object, properties: { b: true }, unevaluatedProperties: { not: true } }, C: { type: object, patternProperties: { '^a': { type: string } }, additionalProperties: { not: {} } } }
-> export interface A { a?: string | undefined }
-> export interface B { b?: unknown }
-> export interface C { [member: string]: string }
## names of members that are listed, beside others
{ A: { type: object, propertyNames: { enum: [a, b] } }, B: { type: object, propertyNames: { enum: [a] }, properties: { a: true } }, C: { type: object, propertyNames: { enum: [a] }, patternProperties: { '^a': true } }, D: { type: object, propertyNames: { enum: [a] }, additionalProperties: false }, E: { type: object, propertyNames: { enum: [1] } } }
-> export type A = { [member in 'a' | 'b']?: unknown }
-> export interface B { a?: unknown }
-> export interface C { [member: string]: unknown }
-> export type D = { [member: string]: never }
-> export type E = { [member: string]: unknown }
## several parts that speak of one member
{ A: { allOf: [{ properties: { a: true, b: { title: T }, '': { type: string } } }, { properties: { a: { type: string }, b: { type: string, deprecated: true } } }] }, B: { allOf: [{ type: object, properties: { a: { type: string } } }, { additionalProperties: { type: string } }, { required: [a, b] }] } }
-> export interface A { a?: string | undefined b?: string | undefined ''?: string | undefined }
-> export type B = { a: string b: unknown } & { [member: string]: string | undefined }
## several maps
{ A: { allOf: [{ additionalProperties: { type: string } }, { additionalProperties: { minLength: 1 } }] } }
-> export type A = { [member: string]: string } & { [member: string]: unknown }
## what inherits twice
{ A: { type: object, discriminator: { propertyName: k }, required: [k], properties: { k: { type: string } } }, B: { allOf: [$A] }, C: { allOf: [$A] }, D: { allOf: [$B, $C] } }
-> export interface ABase { k: string }
-> export type A = (B & { k: 'B' }) | (C & { k: 'C' }) | (D & { k: 'D' }) | ABase
-> export type B = ABase
-> export type C = ABase
-> export type D = B & C
## a discriminator that is an int64
{ A: { type: object, required: [k], discriminator: { propertyName: k, mapping: { '1': B } }, properties: { k: $K } }, B: { allOf: [$A] }, C: { oneOf: [$D], discriminator: { propertyName: k, mapping: { '2': D } } }, D: { type: object, properties: { k: { type: integer, format: int64 } } }, K: { type: integer, format: int64 } }
-> export interface ABase { k: K }
-> export type A = (B & { k: 1n }) | ABase
-> export type B = ABase
-> export type C = D & { k?: 2n | undefined }
-> export interface D { k?: bigint | undefined }
-> export type K = bigint
## alternatives of which several parts speak
{ A: { anyOf: [{ ${PART} }, { type: object, properties: { c: { type: string } } }] }, B: { allOf: [$A, { anyOf: [{ ${PART} }, { type: object, properties: { d: { type: string } } }] }, { required: [b, d] }] } }
-> export type A = | { a: string b?: string | undefined } | { c?: string | undefined }
-> export type B = A & { b: {} | null d: {} | null } & ( | { a: string b?: string | undefined } | { d?: string | undefined } )
## members of long types that alternatives require
{ A: { type: object, properties: { a: { ${PART} }, b: { oneOf: [{ ${PART} }, { type: 'null' }] } }, anyOf: [{ required: [a] }, { required: [b] }] } }
-> export type A = { a?: { a: string b?: string | undefined } | undefined b?: { a: string b?: string | undefined } | null | undefined } & ({ a: {} } | { b: {} | null })
## a choice of one
{ A: { oneOf: [{ ${PART} }] }, B: { anyOf: [$A], oneOf: [{ properties: { c: true }, required: [b] }] } }
-> export interface A { a: string b?: string | undefined }
-> export interface B extends A { c?: unknown b: string }
## a discriminator that nothing inherits
{ A: { type: object, discriminator: { propertyName: k, mapping: { a: A } }, properties: { k: { type: string } } } }
-> export interface A { k?: string | undefined }
## a heir whose name the mapping has for another
{ A: { type: object, required: [k], discriminator: { propertyName: k, mapping: { B: C } }, properties: { k: { type: string } } }, B: { allOf: [$A] }, C: { allOf: [$A] } }
-> export interface ABase { k: string }
-> export type A = (C & { k: 'B' }) | ABase
-> export type B = ABase
-> export type C = ABase
## a discriminator that is anything
{ A: { type: object, discriminator: { propertyName: k }, properties: { k: true } }, B: { allOf: [$A] } }
-> export interface ABase { k?: unknown }
-> export type A = (B & { k: 'B' }) | ABase
-> export type B = ABase
## unions in an index signature
{ A: { type: object, properties: { a: { enum: [x, 1.5, -1] } }, additionalProperties: { type: [string, number] } } }
-> export interface A { a?: 'x' | 1.5 | -1 | undefined [member: string]: string | number | undefined }
## an array of literals in an index signature
{ A: { type: object, properties: { a: { type: array, items: { const: x } } }, additionalProperties: { type: string } } }
-> export interface A { a?: 'x'[] | undefined [member: string]: string | 'x'[] | undefined }
`,
  (input) => declarations(input).map((each) => each.replace(/\n\s*/g, ' ')),
)

const VALUES = Array.from({ length: 12 }, (_, n) => `value-${n}`)
const UNION = (indent: string) => VALUES.map((value) => `\n${indent}| '${value}'`).join('')
const OPEN = '{\n        a: string\n        b?: string | undefined\n      }'

t.test('long types take several lines', async (t) => {
  t.same(declarations(`A: { type: array, items: { enum: [${VALUES}] } }`), [
    `export type A = (${UNION('  ')}\n)[]`,
  ])
  const document = `
A: { type: object, properties: { a: { oneOf: [$B, { enum: [${VALUES}] }] } }, required: [a], additionalProperties: { ${PART} } }
B: { allOf: [{ ${PART} }, { additionalProperties: { ${PART} } }] }`
  t.same(declarations(document), [
    `export interface A {\n  a:\n    | B${UNION('    ')}\n  [member: string]:\n    | ${OPEN}\n    | B${UNION('    ')}\n    | undefined\n}`,
    `export type B = {\n  a: string\n  b?: string | undefined\n} & {\n  [member: string]:\n    | ${OPEN}\n    | string\n    | undefined\n}`,
  ])
})

t.test('a schema with patterns may contain itself beside other members', async (t) => {
  const child = '{ allOf: [$Node], properties: { extra: { type: string } } }'
  const [node] = declarations(
    `Node: { type: object, patternProperties: { '^x-': { type: string } }, properties: { child: ${child} } }`,
  )
  t.match(node, /^export interface Node \{\n {2}child\?: /)
})

import t from 'tap'
import { examplesIn } from '#toolkit/mock/examples.js'

const json = 'application/json'
const operation = { path: '/a~b', method: 'GET' }

/** A document with these responses of one operation. */
const responses = (all: object, more: object = {}) => ({
  paths: { '/a~b': { get: { responses: all } } },
  ...more,
})

const media = (given: object) => responses({ 200: { content: { [json]: given } } })

const table: Record<string, readonly [document: unknown, wanted: [string, unknown][]]> = {
  'an example': [media({ example: 1 }), [['', 1]]],
  'examples by name': [
    media({ examples: { a: { value: 1 }, b: { dataValue: 2 }, c: {}, d: 5 } }),
    [
      ['a', 1],
      ['b', 2],
    ],
  ],
  'of the schema': [media({ schema: { example: 1, examples: [2] } }), [['', 1]]],
  'of the schema, 3.1': [media({ schema: { examples: [2, 3] } }), [['', 2]]],
  'null is one': [media({ example: null }), [['', null]]],
  'media types with parameters': [
    responses({ 200: { content: { 'Application/JSON; v=1': { example: 1 } } } }),
    [['', 1]],
  ],
  'Swagger 2.0': [responses({ 200: { examples: { [json]: 1 } } }), [['', 1]]],
  'the schema of Swagger 2.0': [responses({ 200: { schema: { example: 1 } } }), [['', 1]]],
  'behind references': [
    responses(
      { 200: { $ref: '#/components/responses/a%20b' } },
      {
        components: {
          responses: {
            'a b': {
              content: { [json]: { examples: { e: { $ref: '#/components/examples/e~1f' } } } },
            },
          },
          examples: { 'e/f': { value: 1 } },
        },
      },
    ),
    [['e', 1]],
  ],
  'a path item behind one': [
    {
      paths: { '/a~b': { $ref: '#/components/pathItems/~0' } },
      components: {
        pathItems: {
          '~': { get: { responses: { 200: { content: { [json]: { example: 1 } } } } } },
        },
      },
    },
    [['', 1]],
  ],
  'references that lead nowhere': [responses({ 200: { $ref: '#/nowhere' } }), []],
  'references to elsewhere': [responses({ 200: { $ref: 'other.json#/a' } }), []],
  'references that are none': [responses({ 200: { $ref: '#/%' } }), []],
  'references in circles': [responses({ 200: { $ref: '#/paths/~1a~0b/get/responses/200' } }), []],
  'what every object has': [
    { paths: { '/a~b': { get: { responses: Object.create({ 200: {} }) } } } },
    [],
  ],
  'no document': [undefined, []],
}

for (const [name, [document, wanted]] of Object.entries(table)) {
  t.test(name, async (t) => {
    t.same([...examplesIn(document).of(operation, '200', json)], wanted)
  })
}

t.test('additional operations are found', async (t) => {
  const get = { responses: { 200: { content: { [json]: { example: 1 } } } } }
  const document = { paths: { '/a~b': { additionalOperations: { COPY: get } } } }
  const found = examplesIn(document).of({ ...operation, method: 'COPY' }, '200', json)
  t.same([...found], [['', 1]])
})

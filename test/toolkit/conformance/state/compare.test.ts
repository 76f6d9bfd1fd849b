import t from 'tap'
import { differences } from '#toolkit/conformance/judge/differences.js'
import {
  kindOf,
  leafNamed,
  leavesOf,
  orderOf,
  valuesAt,
} from '#toolkit/conformance/probes/state/lists/leaves.js'
import type { PlacedSchema } from '#toolkit/conformance/values/place.js'
import { shown } from '#toolkit/conformance/values/shown.js'
import { below } from '#toolkit/openapi/json-pointer.js'
import type { Schema } from '#toolkit/openapi/schema/schema.js'
import { objectOf } from '../../../helpers/rows.js'
import { contractOf } from '../helpers/documents.js'

const contract = contractOf({})

const INT64 = { type: 'integer', format: 'int64' }

const text = (format: string) => ({ type: 'string', format })

const UUID_A = { properties: { a: text('uuid') } }

/** Pointer of the first part that came back as another. */
function changed(schema: Schema, sent: unknown, received: unknown, told?: Schema) {
  const [asked, answered] = [[schema], told === undefined ? [] : [told]].map((each) =>
    each.map((one) => ({ schema: one, pointer: '' })),
  ) as [PlacedSchema[], PlacedSchema[]]
  const parts = { asked, told: answered, pointer: '', sent, received, path: [] }
  const [change] = differences({ contract }, parts)
  return change?.path.reduce<string>(below, '')
}

t.test('what came back is another than what was sent', async (t) => {
  const rows: [schema: Schema, sent: unknown, received: unknown, path: string | undefined][] = [
    [{}, 'a', 'a', undefined],
    [{}, 'a', 'A', ''],
    [{}, ' a', 'a', ''],
    [{ description: 'It is trimmed.' }, ' a', 'a', undefined],
    [{ description: 'It is trimmed.' }, ' a', 'b', ''],
    [{ description: 'It is not trimmed.' }, ' a', 'a', ''],
    [{}, 1, '1', ''],
    [{}, { a: 1 }, { a: 1, b: 2 }, undefined],
    [{}, { 'a/b~': 1 }, { 'a/b~': 2 }, '/a~1b~0'],
    [{}, { a: { b: 1 } }, { a: { b: 2 } }, '/a/b'],
    [{}, { a: 1 }, {}, '/a'],
    [{}, { a: null }, {}, undefined],
    [{}, { position: 9 }, { position: 3 }, undefined],
    [{}, { position: 'left' }, { position: 'right' }, '/position'],
    [{}, 'a', { id: 'a' }, undefined],
    [{}, { a: 'EUR' }, { a: { code: 'EUR' } }, undefined],
    [{}, { a: { b: 1 } }, { a: [{ b: 2 }] }, undefined],
    [{}, { a: { b: 1 } }, { a: null }, '/a'],
    [{}, [1, 2], [1], ''],
    [{}, [1, 2], [2, 1], '/0'],
    [{ uniqueItems: true }, [1, 2], [2, 1], undefined],
    [{ uniqueItems: true }, [1, 2], [2, 3], '/0'],
    [{ properties: { a: { readOnly: true } } }, { a: 1 }, { a: 2 }, undefined],
    [{ properties: { a: { writeOnly: true } } }, { a: 1 }, {}, undefined],
    [{ minimum: 0 }, 5, -5, undefined],
    [{ minimum: 0 }, 5, -4, ''],
    [{}, 5, -5, ''],
    [{}, 2n ** 60n, 2 ** 60, undefined],
    [{}, 2n ** 60n + 1n, 2 ** 60, ''],
    [{ type: ['integer', 'null'] }, 2n ** 60n + 1n, 2 ** 60, ''],
    [{ type: ['number', 'null'] }, 2n ** 60n + 1n, 2 ** 60, undefined],
    [{ anyOf: [INT64, { type: 'number' }] }, 2n ** 60n + 1n, 2 ** 60, undefined],
    [{ anyOf: [INT64, { type: 'number' }] }, 2n ** 60n + 1n, 2 ** 59, ''],
    [{ format: 'float' }, 0.1, Math.fround(0.1), undefined],
    [{}, 0.1, Math.fround(0.1), undefined],
    [{ format: 'double' }, 0.1, Math.fround(0.1), ''],
    [text('date-time'), '2020-01-01T00:00:00Z', '2020-01-01T01:00:00+01:00', undefined],
    [text('date-time'), '2020-01-01T00:00:00Z', '2020-01-01T00:00:01Z', ''],
    [{ prefixItems: [{}, text('uuid')] }, ['a', 'AB'], ['a', 'ab'], undefined],
    [{ prefixItems: [text('uuid')] }, ['a', 'AB'], ['a', 'ab'], '/1'],
    [{ if: false, else: UUID_A }, { a: 'AB' }, { a: 'ab' }, undefined],
    [{ dependentSchemas: { a: UUID_A } }, { a: 'AB' }, { a: 'ab' }, undefined],
    [{ additionalProperties: text('uuid') }, { a: 'AB' }, { a: 'ab' }, undefined],
    [text('time'), '10:00:00Z', '10:00:00.0Z', undefined],
    [text('uuid'), 'AB', 'ab', undefined],
    [text('email'), 'A@b.c', 'a@b.c', undefined],
    [text('idn-email'), 'A@b.c', 'a@b.c', undefined],
    [text('hostname'), 'A.b', 'a.b', undefined],
    [text('uri'), 'http://A.b', 'http://a.b/', undefined],
    [text('url'), 'http://A.b/', 'http://a.b', undefined],
    [text('ipv6'), '00AB::01', 'ab::1', undefined],
    [text('byte'), 'YQ==', 'YQ', undefined],
  ]
  for (const [schema, sent, received, path] of rows)
    t.equal(changed(schema, sent, received), path, shown([schema, sent]))
  const told = { properties: { a: { type: 'integer' }, c: { properties: { d: {} } }, e: {} } }
  const difference = (sent: object, received: object) => changed({}, sent, received, told)
  t.equal(difference({ a: 1, b: 2 }, { a: 1 }), undefined, 'b is not shown')
  t.equal(difference({ a: 1 }, {}), '/a')
  t.equal(difference({ a: '1' }, { a: 1 }), undefined, 'the response cannot hold a text')
  t.equal(difference({ a: '1' }, {}), undefined)
  t.equal(difference({ c: { d: 1, b: 2 } }, { c: { d: 2 } }), '/c/d')
  t.equal(difference({ c: { d: 1, b: 2 } }, { c: { d: 1 } }), undefined)
  t.equal(difference({ b: 2 }, { b: 3 }), '/b', 'it is shown, though nothing names it')
  t.equal(difference({ e: { b: 2 } }, { e: {} }), '/e/b', 'a free part has all that was sent')
})

t.test('members of items by names of parameters', async (t) => {
  const string = { type: 'string' }
  const item = objectOf(`
    type: object
    properties:
      title: &string { type: string }
      genres: { type: array, items: *string }
      pages: { type: array, items: { type: object } }
      price: { type: object, properties: { amount: { type: number }, currency: *string } }
      size: { type: object, properties: { wide: { type: integer }, high: { type: integer } } }
      born: { type: object, properties: { city: *string, at: { type: string, format: date } } }
      died: { type: object, properties: { city: *string } }
      deep: { type: object, properties: { deeper: { type: object, properties: { a: *string } } } }
      any: true
  `) as Schema
  const leaves = leavesOf(contract, item)
  const path = (name: string, schema: Schema) =>
    leafNamed(contract, leaves, name, schema)?.path.join('.')
  t.equal(path('title', string), 'title')
  t.equal(path('title', { type: 'integer' }), undefined)
  t.equal(path('genre', string), 'genres')
  t.equal(path('price', { type: 'integer' }), 'price.amount')
  t.equal(path('size', { type: 'integer' }), undefined)
  t.equal(path('currencies', string), 'price.currency')
  t.equal(path('city', string), undefined)
  t.equal(path('amount', string), undefined)
  t.equal(path('other', string), undefined)
  const [, genres, amount] = leaves as [unknown, never, never]
  t.same(valuesAt({ genres: ['a'] }, genres), ['a'])
  t.same(valuesAt({ price: { amount: null } }, amount), [])
  t.same(valuesAt({}, amount), [])
})

t.test('the order of values, where it is certain', async (t) => {
  t.equal(orderOf(1, 2n, 'number'), -1)
  t.equal(orderOf(2n ** 62n, 2n ** 62n + 1n, 'number'), -1, 'which a double cannot hold')
  t.equal(orderOf('w-1-23', 'w-1-31', 'string'), -1)
  t.equal(orderOf('w-1-9', 'w-1-31', 'string'), undefined)
  t.equal(orderOf('2020-01-02', '2020-01-01', 'date'), 1)
  t.equal(orderOf('2020-01-01T00:00:00Z', '2020-01-01T01:00:00+01:00', 'date-time'), 0)
  t.equal(orderOf('a', 'b', 'string'), undefined)
  t.equal(orderOf('kitbbbbbbbbbb', 'kitcbbbbbbbbb', 'string'), -1)
  t.equal(orderOf('kitbbbbbbbbbb', 'kitcbbbbbbbbbb', 'string'), undefined)
  t.equal(kindOf(contract, text('date')), 'date')
  t.equal(kindOf(contract, true), '')
})

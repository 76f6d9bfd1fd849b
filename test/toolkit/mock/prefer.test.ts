import t from 'tap'
import { type Preference, readPreference } from '#toolkit/mock/preference.js'

const table: [header: string | string[] | undefined, wanted: Preference][] = [
  [undefined, {}],
  ['', {}],
  ['code=404', { code: 404 }],
  ['code = 404 , example = full', { code: 404, example: 'full' }],
  ['CODE=404; wait=10', { code: 404 }],
  ['code="404", example="a, \\"b\\""', { code: 404, example: 'a, "b"' }],
  ['respond-async, code=200', { code: 200 }],
  ['code=200, code=404', { code: 200 }],
  [['example=one', 'code=500'], { code: 500, example: 'one' }],
  ['code=4040, example=', {}],
  ['code=abc, example=""', {}],
  ['code', {}],
  ['=,;,"', {}],
  ['example=a b', {}],
  ['dynamic=true', { dynamic: true }],
  ['code=200, Dynamic="True"', { code: 200, dynamic: true }],
  ['dynamic=false, dynamic=true', {}],
]

for (const [header, wanted] of table)
  t.test(`Prefer: ${header}`, async (t) => t.same(readPreference(header), wanted))

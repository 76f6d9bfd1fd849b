import { deepStrictEqual } from 'node:assert'
import t from 'tap'
import { parseJson } from '#toolkit/runtime/json/parse.js'
import { applyConversions } from '#toolkit/validation/conversions/converted-values.js'
import { rounded } from '#toolkit/validation/conversions/inexact-integers.js'
import { isInexactNumber, nearestTo } from '#toolkit/validation/numeric.js'
import { chance } from '../../runtime/json/random.js'
import { bodiesOf } from './bodies.js'
import { convertedSchemas, convertedText } from './random.js'
import { convertedAgain } from './second-reading.js'

/** Number of schemas; of more operations, contracts are large ones. */
const SCHEMAS = 44
const VALUES = 200

t.test('values are converted as a second reading of the tables does', async (t) => {
  for (const seed of [1, 2, 3, 4]) {
    const random = chance(seed)
    const seen = { changed: 0, deleted: 0, exact: 0 }
    for (const { conversions } of await bodiesOf(t, convertedSchemas(seed, SCHEMAS))) {
      if (conversions === undefined) continue
      for (let index = 0; index < VALUES; index++) {
        const text = convertedText(random)
        const read = () => parseJson(Buffer.from(text), conversions)
        const given = inspected(read())
        const walked = convertedAgain(read(), conversions)
        const converted = rounded(applyConversions(read(), conversions))
        deepStrictEqual(converted, walked, text)
        deepStrictEqual(inspected(converted), inspected(walked), text)
        if (given !== inspected(converted)) seen.changed++
        if (given.length > inspected(converted).length + 20) seen.deleted++
        if (inspected(converted).includes('9007199254740993n')) seen.exact++
      }
    }
    for (const [what, count] of Object.entries(seen)) t.ok(count > 50, `${what}: ${count}`)
  }
})

/** With the order of members, and what is no JSON. */
function inspected(value: unknown): string {
  return JSON.stringify(value, (_, each) => {
    if (typeof each === 'bigint') return `${each}n`
    if (isInexactNumber(each)) return `inexact ${nearestTo(each)}`
    return each === Infinity ? 'Infinity' : each
  })
}

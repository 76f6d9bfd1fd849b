import { deepStrictEqual, ok } from 'node:assert'
import t from 'tap'
import type { JsonResponse } from '#toolkit/runtime/contract/media.js'
import type { PrintValue } from '#toolkit/runtime/json/serializer.js'
import { stringify } from '#toolkit/runtime/json/stringify.js'
import { UnnamedMembers, withNamed } from '#toolkit/runtime/response/unnamed-members.js'
import { randomSchemas, randomValue } from '../../generator/validators/random.js'
import { chance } from '../json/random.js'
import { contractIn } from '../keeping.js'

const COUNT = 45
const VALUES = 400

/** Responses of random schemas, by operation. */
async function responsesOf(seed: number): Promise<JsonResponse[]> {
  const schemas = randomSchemas(seed, COUNT)
  const operations = Object.keys(schemas).map((name) => `GET /${name}: { 200: $${name} }\n`)
  const components = JSON.stringify({ schemas }).replaceAll('#/$defs/', '#/components/schemas/')
  const contract = await contractIn(`${operations.join('')}components: ${components}`)
  return contract.operations.map((operation) => {
    const { responses } = operation as unknown as {
      responses: Record<string, Record<string, JsonResponse>>
    }
    return responses[200]?.['application/json'] as JsonResponse
  })
}

/** True if one value is the other one, but for members that it lacks. */
function isPartOf(part: unknown, whole: unknown): boolean {
  if (typeof part !== 'object' || part === null) return Object.is(part, whole) || part === whole
  if (typeof whole !== 'object' || whole === null) return false
  if (Array.isArray(part) !== Array.isArray(whole)) return false
  if (Array.isArray(part) && part.length !== (whole as unknown[]).length) return false
  return Object.entries(part).every(
    ([name, member]) =>
      Object.hasOwn(whole, name) && isPartOf(member, (whole as Record<string, unknown>)[name]),
  )
}

for (const seed of [1, 2]) {
  t.test(`what is left of random values keeps their random schemas (${seed})`, async (t) => {
    const random = chance(seed)
    const seen = { printed: 0, left: 0, broken: 0 }
    for (const { serialize, validate, recheck } of await responsesOf(seed)) {
      const unnamed = new UnnamedMembers()
      for (let index = 0; index < VALUES; index++) {
        const value: unknown = JSON.parse(JSON.stringify(randomValue(random)) ?? 'null')
        if (!validate(value)) continue
        const text = unnamed.print(serialize, value, false)
        const { isAny } = unnamed
        const left: unknown = JSON.parse(text)
        const context = `${JSON.stringify(value)} -> ${text}`
        ok(isPartOf(left, value), context)
        deepStrictEqual(isAny, stringify(left).length < stringify(value).length, context)
        const copy = withNamed(serialize as PrintValue, value, () => {})
        deepStrictEqual(JSON.parse(stringify(copy)), left, `as a value: ${context}`)
        ok(recheck || validate(left), `still valid: ${context}`)
        seen.printed++
        if (isAny) seen.left++
        if (!validate(left)) seen.broken++
        else deepStrictEqual(unnamed.print(serialize, left, false).length, text.length, context)
      }
    }
    t.ok(seen.printed > 2_000, `${seen.printed} printed`)
    t.ok(seen.left > 50, `${seen.left} without some of their members`)
    t.comment(`${seen.broken} break their schemas then`)
  })
}

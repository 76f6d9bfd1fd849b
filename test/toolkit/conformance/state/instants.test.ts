import t from 'tap'
import { valuesSurvive } from '#toolkit/conformance/probes/state/texts.js'
import { type Fault, NAMED, played } from './small-world.js'

const at = { type: 'string', format: 'date-time' }
const DATED = { ...NAMED, properties: { ...NAMED.properties, at } }

/** What is found of a service that keeps instants in another spelling. */
async function foundWith(kept: (text: string) => string): Promise<readonly string[]> {
  const fault: Fault = ({ method, path }, correct, world) => {
    const reply = correct()
    if (method !== 'GET' || !world.things.has(path.split('/').at(-1) as string)) return reply
    const thing = reply.body as { at?: string }
    return { ...reply, body: { ...thing, ...(thing.at && { at: kept(thing.at) }) } }
  }
  return (await played({ asks: DATED }, fault, [valuesSurvive])).told
}

t.test('an instant comes back as the same instant, in any time zone', async (t) => {
  t.same(await foundWith((text) => text), [])
  t.same(await foundWith((text) => new Date(text).toISOString()), [])
  t.match(await foundWith((text) => `${text.slice(0, 19)}Z`), [
    /^round-trip: \/at is "2024-06-30T23:30:00\+05:30" \| "2024-06-30T23:30:00Z"$/,
  ])
})

const text = { type: 'string' }
const tags = { type: 'array', items: text, minItems: 1 }
const map = (values: object) => ({ type: 'object', minProperties: 1, additionalProperties: values })
const sizes = map({ type: 'integer' })
const words = map(text)
const place = { type: 'object', required: ['city'], properties: { city: text } }
const BOXED = {
  ...NAMED,
  required: ['name', 'tags', 'sizes', 'words', 'place'],
  properties: { ...NAMED.properties, tags, sizes, words, place },
}
type Boxed = {
  tags: string[]
  sizes: object
  words: Record<string, string>
  place: { city: string }
}

t.test('texts in lists and objects are kept as they are, and names in maps', async (t) => {
  const lower = (each: string) => each.toLowerCase()
  const names = (all: object) => Object.entries(all).map(([name, each]) => [lower(name), each])
  const lowered = (all: Record<string, string>) =>
    Object.fromEntries(Object.entries(all).map(([name, each]) => [name, lower(each)]))
  const changes: readonly [string, (thing: Boxed) => object][] = [
    ['/tags/0', ({ tags: all }) => ({ tags: all.map(lower) })],
    ['/place/city', ({ place: { city } }) => ({ place: { city: lower(city) } })],
    ['/words/', ({ words: all }) => ({ words: lowered(all) })],
    ['/sizes/KitName', ({ sizes: all }) => ({ sizes: Object.fromEntries(names(all)) })],
  ]
  for (const [pointer, change] of changes) {
    const fault: Fault = ({ method }, correct) => {
      const reply = correct()
      if (method !== 'GET' || reply.status !== 200 || Array.isArray(reply.body)) return reply
      return { ...reply, body: { ...Object(reply.body), ...change(reply.body as Boxed) } }
    }
    const { told } = await played({ asks: BOXED }, fault, [valuesSurvive])
    t.match(told, [new RegExp(`^round-trip: ${pointer}.* is `)])
  }
  t.same((await played({ asks: BOXED }, undefined, [valuesSurvive])).told, [])
})

t.test('a zero and a false that are taken for nothing are found', async (t) => {
  const extra = { type: 'object', additionalProperties: { type: ['boolean', 'string'] } }
  const asks = {
    ...NAMED,
    properties: { ...NAMED.properties, extra, count: { type: 'integer', format: 'int32' } },
  }
  const without = (value: unknown) => (_: string, each: unknown) =>
    each === value ? undefined : each
  const losing =
    (value: unknown): Fault =>
    ({ method, path }, correct) => {
      const reply = correct()
      if (method !== 'GET' || reply.status !== 200 || path === '/things') return reply
      return { ...reply, body: JSON.parse(JSON.stringify(reply.body, without(value))) }
    }
  for (const [value, place] of [
    [0, '/count'],
    [false, '/extra/\\w+'],
  ] as const) {
    const { told } = await played({ asks }, losing(value), [valuesSurvive])
    t.match(told, [new RegExp(`^round-trip: ${place} is ${value} \\| nothing$`)])
  }
  t.same((await played({ asks }, undefined, [valuesSurvive])).told, [])
})

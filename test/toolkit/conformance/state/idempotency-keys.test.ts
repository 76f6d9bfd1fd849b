import t from 'tap'
import { keyMakesOneThing } from '#toolkit/conformance/probes/state/idempotency-keys.js'
import { type Asked, type Fault, NAMED, played, type Reply } from './small-world.js'

const description = 'The same key with the same body makes nothing new.'
const keys = [{ name: 'Idempotency-Key', in: 'header', schema: { type: 'string' }, description }]

/** A server that knows keys as `keyOf` says, and answers with what it made for them. */
function knowing(keyOf: (asked: Asked, count: number) => string | undefined): Fault {
  const known = new Map<string, Reply>()
  let count = 0
  return (asked, correct) => {
    if (asked.method !== 'POST' || asked.headers['idempotency-key'] === undefined) return undefined
    count += 1
    const key = keyOf(asked, count) ?? `${count}`
    const reply = known.get(key) ?? correct()
    known.set(key, reply)
    return reply
  }
}
const sent = ({ headers }: Asked) => headers['idempotency-key']

async function found(fault: Fault, parameters: readonly object[] = keys) {
  const { told, world } = await played({ asks: NAMED, keys: parameters }, fault, [keyMakesOneThing])
  return { told, posts: world.asks('POST').length }
}

t.test('one key makes one thing, another key another', async (t) => {
  t.same((await found(knowing(sent))).told, [])
  t.match((await found(knowing(() => undefined))).told, [
    /^retry: one thing for one idempotency key, sent again \| \d+ and \d+$/,
    /^retry: one thing for one idempotency key, sent at once \| \d+ and /,
  ])
  t.match((await found(knowing(() => 'one'))).told, [
    /^retry: another thing for another idempotency-key \| \d+ again$/,
  ])
})

t.test('a key that is known too late is found at once', async (t) => {
  const late = knowing((asked, count) => (count % 7 > 3 ? undefined : sent(asked)))
  t.match((await found(late)).told, [/sent at once/])
})

t.test('a key that is refused for another request, or means nothing, is no fault', async (t) => {
  const busy: Fault = ({ method, headers }) =>
    method === 'POST' && headers['idempotency-key'] ? { status: 409, body: {} } : undefined
  t.same((await found(busy)).told, [])
  const once: Fault = ({ method, headers }, _, world) =>
    method === 'POST' &&
    world.asks('POST').filter((each) => sent(each) === sent({ headers } as Asked)).length > 1
      ? { status: 409, body: {} }
      : undefined
  t.same((await found(once)).told, [])
  const [key] = keys
  const promised = { ...key, description: 'The same key gets the same response.' }
  t.match((await found(once, [promised])).told, [
    /^retry: the response to the first request with its idempotency-key \| status 409$/,
  ])
  const { told, posts } = await found(
    knowing(() => undefined),
    [{ ...key, description: 'A key.' }],
  )
  t.same(told, [])
  t.equal(posts, 1)
})

t.test('another body with a key gets the status that the document names', async (t) => {
  const named = [{ ...keys[0], description: `${description} With another body it is 403.` }]
  const body = ({ payload, headers }: Asked) => `${headers['idempotency-key']} ${payload}`
  const refusing = (): Fault => {
    const known = new Map<string | undefined, string>()
    const knows = knowing(sent)
    return (asked, ...given) => {
      const [key, own] = [sent(asked), body(asked)]
      if (key !== undefined && (known.get(key) ?? own) !== own) return { status: 403, body: {} }
      known.set(key, own)
      return knows(asked, ...given)
    }
  }
  t.same((await found(refusing(), named)).told, [])
  t.match((await found(knowing(sent), named)).told, [
    /^retry: status 403 for another body with the same key \| status 201$/,
  ])
})

t.test('a key of one user is none of another', async (t) => {
  const [scheme, token] = ['bearer', 'second']
  const settings = { others: [{ scheme, token, isForeign: true }], owners: true }
  const { told } = await played({ asks: NAMED, keys }, knowing(sent), [keyMakesOneThing], settings)
  t.match(told, [/^retry: another thing for another user with the same key \| \d+ again$/])
})

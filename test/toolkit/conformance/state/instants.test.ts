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

import t from 'tap'
import {
  fewAreApart,
  onceIsApart,
  sequenceIsApart,
} from '#toolkit/conformance/probes/state/apart.js'
import { type Fault, played } from './small-world.js'

const text = { type: 'string' }
const NAMED = { type: 'object', required: ['name'], properties: { name: text, note: text } }
const SCENARIOS = [fewAreApart, onceIsApart, sequenceIsApart]

async function told(fault?: Fault): Promise<string[]> {
  const found = (await played({ asks: NAMED }, fault, SCENARIOS)).told
  return found.filter((each) => each.startsWith('requests-apart'))
}

t.test('requests at once that get their own responses are as they should be', async (t) => {
  t.same(await told(), [])
})

t.test('a response with what belongs to another request is found', async (t) => {
  let before: unknown
  let count = 0
  const swapping: Fault = ({ method, body }) => {
    if (method !== 'POST') return undefined
    count += 1
    // From the third request on, each response has what the request before sent.
    const shown = count > 2 ? before : body
    before = body
    return { status: 201, body: { ...Object(shown), id: `${count}` } }
  }
  t.match(await told(swapping), [/requests-apart/])
})

t.test('a response that has other values for a request alone says nothing of many', async (t) => {
  const exchanging: Fault = ({ method, body }) =>
    method === 'POST'
      ? { status: 201, body: { ...Object(body), id: 'a', name: 'the name of the session' } }
      : undefined
  t.same(await told(exchanging), [])
})

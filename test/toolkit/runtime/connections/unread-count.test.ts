import t from 'tap'
import type { Inbound } from '#toolkit/runtime/connections/inbound.js'
import { limitUnread } from '#toolkit/runtime/connections/responses.js'

interface Waiting {
  /** Since when its client has not read. */
  readonly since: number
  /** Bytes of each of its responses that wait, and the lengths of their requests. */
  readonly responses: readonly (readonly [waiting: number, request?: number])[]
  /** Bytes that are held back behind them. */
  readonly held?: number
}

/** Connections by name, those of them that are closed, and how many were told at a time. */
function counting(memory: number, connections: Readonly<Record<string, Waiting>>) {
  const closed: string[] = []
  const told: number[] = []
  const all = Object.entries(connections).map(([name, { since, responses, held = 0 }]) => {
    const inbound = {
      responses: {
        since,
        all: responses.map(([writableLength, length]) => ({
          writableLength,
          req: { headers: length === undefined ? {} : { 'content-length': String(length) } },
        })),
      },
      heldLength: held,
      socket: { destroy: () => void closed.push(name) },
    }
    return inbound as unknown as Inbound
  })
  const add = limitUnread(memory, new Set(all), (count) => void told.push(count))
  return { add, closed, told }
}

t.test(
  'the connections that have waited for the longest are closed, until the rest fits',
  async (t) => {
    const { add, closed, told } = counting(800, {
      late: { since: 3, responses: [[400]] },
      first: { since: 1, responses: [[300]] },
      reading: { since: 0, responses: [[0], [900]], held: 900 },
      none: { since: 0, responses: [], held: 900 },
      second: {
        since: 2,
        responses: [
          [100, 100],
          [0, 50],
        ],
        held: 50,
      },
      last: { since: 4, responses: [[400]] },
    })
    add(100)
    t.same([closed, told], [['first', 'second'], [2]])
  },
)

t.test('it counts again after an eighth of the limit', async (t) => {
  const { add, closed } = counting(800, { a: { since: 1, responses: [[801]] } })
  add(50)
  add(49)
  t.same(closed, [])
  add(1)
  t.same(closed, ['a'])
  add(99)
  t.same(closed, ['a'])
  add(1)
  t.same(closed, ['a', 'a'])
})

t.test('nothing is closed if everything fits', async (t) => {
  const { add, closed, told } = counting(800, { a: { since: 1, responses: [[800]] } })
  add(1_000)
  t.same([closed, told], [[], []])
})

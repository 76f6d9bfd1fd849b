import type { JsonObject } from '../../json/value.js'
import { Failure } from '../../kernel/failure.js'
import type { PlantPoints } from '../../plants.js'
import { atFailureOf, failsAt, faultsOf, instead } from '../fault.js'

/** A store that waits between looking and writing. */
const slowly = (p: PlantPoints) => {
  p.store = async (body) => {
    const key = p.keyOf(body.id as never)
    const kept = p.plants.get(key)
    await p.pause()
    if (kept && !p.isRetry(kept, body)) throw new Failure(409, 'Another plant holds this id.')
    p.plants.set(key, p.keep(body))
    return p.plants.get(key) as JsonObject
  }
}

const ROWS = `
  conflict-ignored | Another plant with the same id is answered with the first one. | 409 | always isRetry: true
  retry-409 | The same plant again is a conflict. | a retry is safe | always isRetry: false
  retry-by-name | A plant of the same name is a retry, whatever its tag. | 409
  retry-by-order | A retry with its members in another order is a conflict. | a retry is safe
  refused-but-stored | A plant that is refused holds its id all the same. | a refusal has no effect
  conflict-changes-first | A conflict is refused, and changes the first plant all the same. | a refusal has no effect
  names-unique | Two plants of one name are a conflict. | positive body
  race | Two plants that come at once with one id are both stored. | 409
  concurrent-500 | Requests at the same time make the server fail. | no 5xx
  concurrent-mixed-up | Answers to requests at the same time are mixed up. | requests are apart
`

export const state = faultsOf<PlantPoints>('state', ROWS, {
  'retry-by-name': instead('isRetry', (kept, { name }) => kept.name === name),
  'retry-by-order': (p) => {
    const { store, parseJson } = p
    let names = ''
    p.parseJson = (text) => {
      const body = parseJson(text) as JsonObject
      names = Object.keys(body ?? {}).join()
      return body
    }
    const seen = new Map<string, string>()
    p.store = (body) => {
      const key = p.keyOf(body.id as never)
      if ((seen.get(key) ?? names) !== names) throw new Failure(409, 'Another plant.')
      seen.set(key, names)
      return store(body)
    }
  },
  'refused-but-stored': atFailureOf('validate', (p, value) => {
    const { id } = value as JsonObject
    if (id !== undefined) p.plants.set(p.keyOf(id), { id, name: 'broken' })
  }),
  'conflict-changes-first': atFailureOf('store', (p, body) => {
    p.plants.set(p.keyOf(body.id as never), p.keep(body))
  }),
  'names-unique': (p) => {
    const isTaken = ({ id, name }: JsonObject) =>
      [...p.plants.values()].some((other) => other.name === name && other.id !== id)
    failsAt<PlantPoints, 'store'>('store', isTaken, 409)(p)
  },
  race: slowly,
  'concurrent-500': (p) => {
    let running = 0
    p.store = async (body) => {
      const pause = p.pause()
      if (running > 0) throw new Error('busy')
      running++
      await pause
      running--
      const plant = p.keep(body)
      p.plants.set(p.keyOf(body.id as never), plant)
      return plant
    }
  },
  'concurrent-mixed-up': (p) => {
    let last: JsonObject
    p.store = async (body) => {
      last = p.keep(body)
      await p.pause()
      return last
    }
  },
})

import { type PlantStore, type StoredPlant, StoreError } from '../../src/store/store.js'
import { changedStore } from '../store/changed-store.js'
import { token } from './helpers.js'

/** What came back for a create: status 0 if there was no whole response. */
export interface Answer {
  readonly status: number
  /** Why it is none that a client expects: other than 200, the Error of 409, or that of 503 with `Retry-After`. */
  readonly wrong?: string
}

/**
 * A store whose creates are requests to a server, for `Recorder`. Nobody can tell a plant that is new from one
 * that was there.
 */
export function overHttp(base: string, answered: (answer: Answer) => void = () => {}): PlantStore {
  return changedStore({} as PlantStore, {
    async create({ id, ...plant }: StoredPlant) {
      const answer = await send(base, { id: Number(id), ...plant }).catch(lost)
      answered(answer)
      if (answer.status === 200) return 'unchanged'
      if (answer.status === 409) return 'conflict'
      throw new StoreError('UNAVAILABLE', `answered ${answer.status}`)
    },
  })
}

async function send(base: string, plant: object): Promise<Answer> {
  const response = await fetch(`${base}/plants`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(plant),
  })
  const { status, headers } = response
  const text = await response.text()
  const isExpected =
    status === 200 ||
    (status === 409 && /^{"error":409\d\d,/.test(text)) ||
    (status === 503 && /^{"error":503\d\d,/.test(text) && headers.get('retry-after') !== null)
  return isExpected ? { status } : { status, wrong: `${status} ${text}` }
}

function lost(error: Error): Answer {
  return { status: 0, wrong: `${error.message}: ${error.cause}` }
}

import { setMaxListeners } from 'node:events'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type {
  CreateOutcome,
  PlantStore,
  StoreCallOptions,
  StoredPlant,
} from '../../../src/store/store.js'
import { altered, broken, creating, type Defects } from './broken.js'

/** Keeps the very objects that it is given. */
function keeper(): PlantStore {
  const plants = new Map<bigint, StoredPlant>()
  return broken(() => ({
    create: async (plant) => {
      if (plants.has(plant.id)) return 'conflict'
      plants.set(plant.id, plant)
      return 'created'
    },
    get: async (id) => plants.get(id),
  }))()
}

function listen({ signal }: StoreCallOptions = {}): void {
  if (signal === undefined) return
  // This leak is for the suite to find: Node need not warn of it.
  setMaxListeners(0, signal)
  signal.addEventListener('abort', () => {})
}

/** Stores that do the wrong thing, or at the wrong time. */
export const behaviourDefects: Defects = {
  'keeps the argument | changes of the argument after the call': keeper,
  'keeps every member | other members than those of a plant': keeper,
  'hands out its own object | a result is the own copy': keeper,
  'reads the argument late | changes of the argument after the call': creating(
    async (good, plant, options) => {
      await nextTurn()
      return good.create(plant, options)
    },
  ),
  'changes the argument | the argument is not changed': altered((plant) =>
    Object.assign(plant, { tag: plant.tag ?? '' }),
  ),
  'looks, waits and then stores | of concurrent creates of different plants': creating(
    async (good, plant, options) => {
      const stored = await good.get(plant.id)
      await nextTurn()
      const outcome = await good.create(plant, options)
      return stored ? outcome : 'created'
    },
  ),
  'takes a lost race for a conflict | of concurrent creates of equal plants': creating(
    async (good, plant) => ((await good.create(plant)) === 'created' ? 'created' : 'conflict'),
  ),
  'mixes answers up | each answer belongs to its call': broken((good) => {
    let last: CreateOutcome | undefined
    return {
      create: async (plant) => {
        const answer = last
        last = await good.create(plant)
        return answer ?? last
      },
    }
  }),
  'is asleep to signals | a call with an aborted signal does nothing': broken((good) => ({
    create: (plant) => good.create(plant),
    get: (id) => good.get(id),
  })),
  'gives up what it has stored | a create that is aborted at once': creating(
    async (good, plant, options) => {
      const outcome = await good.create(plant, options)
      await nextTurn()
      options?.signal?.throwIfAborted()
      return outcome
    },
  ),
  'listens to a signal for ever | a signal that outlives its calls': creating(
    (good, plant, options) => {
      listen(options)
      return good.create(plant, options)
    },
  ),
  'is never ready | ready may be called': broken(() => ({
    ready: () => Promise.reject(new Error('no')),
  })),
  'cannot be closed | calls after close are refused': broken(() => ({ close: async () => {} })),
  'closes late | calls are refused from the moment': broken((good) => ({
    close: () => nextTurn().then(() => good.close()),
  })),
  'closes once | close can be called again': broken((good) => ({
    close: async () => {
      await good.ready()
      await good.close()
    },
  })),
  'drops the calls under way | close finishes running calls': creating(
    async (good, plant, options) => {
      await good.ready()
      await nextTurn()
      return good.create(plant, options)
    },
  ),
}

import { isSame } from './json/print.js'
import type { Json, JsonObject } from './json/value.js'
import { Failure } from './kernel/failure.js'
import { makePoints } from './kernel/make-points.js'
import type { Answer, Call, Points, Principal } from './kernel/points.js'

export const credentials = { bearerAuth: 'a-plant-token-0123456789' }

export interface PlantPoints extends Points {
  readonly plants: Map<string, JsonObject>
  keyOf(id: Json): string
  keep(body: JsonObject): JsonObject
  /** Whether a plant is the one that holds the id. */
  isRetry(kept: JsonObject, body: JsonObject): boolean
  store(body: JsonObject): JsonObject | Promise<JsonObject>
  present(plant: JsonObject, body: JsonObject): JsonObject
}

const someone: Principal = { tenant: 'plants', scopes: [] }

export function makePlants(): PlantPoints {
  const p = makePoints('plants', new Map([[credentials.bearerAuth, someone]])) as PlantPoints
  return Object.assign(p, {
    plants: new Map(),
    keyOf: (id: Json) => String(id),
    keep: ({ id, name, tag }: JsonObject) =>
      ({ id, name, ...(tag !== undefined && { tag }) }) as JsonObject,
    isRetry: (kept: JsonObject, body: JsonObject) => isSame(kept, p.keep(body)),
    store(body: JsonObject) {
      const key = p.keyOf(body.id as Json)
      const kept = p.plants.get(key)
      if (kept && !p.isRetry(kept, body))
        throw new Failure(409, 'Another plant holds this id.', { kind: 1 })
      const plant = kept ?? p.keep(body)
      p.plants.set(key, plant)
      return plant
    },
    present: ({ id: _, ...plant }: JsonObject) => plant as JsonObject,
    handlers: {
      async createPlant({ body }: Call): Promise<Answer> {
        const plant = await p.store(body as JsonObject)
        return { status: 200, body: p.present(plant, body as JsonObject) }
      },
    },
  })
}

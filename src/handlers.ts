import type * as operations from '../generated/operations.js'
import { errors, storeFailed } from './errors.js'
import type { PlantStore } from './store/store.js'

/**
 * The plant store's operations on top of a store. They know neither Fastify nor the store's kind. Each
 * says what it returns: then the compiler holds every `return` against the document where it stands.
 */
export const createHandlers = (store: PlantStore): operations.Handlers => ({
  async createPlant({ body: { id, name, tag }, signal }): Promise<operations.CreatePlantResult> {
    const outcome = await store.create({ id, name, tag }, { signal }).catch(storeFailed)
    if (outcome === 'conflict') return { status: 409, body: errors.idTaken }
    return { status: 200, body: { name, tag } }
  },
})

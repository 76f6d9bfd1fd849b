import type * as operations from '../generated/operations.js'
import { errors, storeFailed } from './errors.js'
import type { PlantStore } from './store/store.js'

/**
 * The operations of the plant store, independent of Fastify and of the kind of store. Each declares its
 * result type, so that the compiler checks every `return` against the document.
 */
export const createHandlers = (store: PlantStore): operations.Handlers => ({
  async createPlant({ body: { id, name, tag }, signal }): Promise<operations.CreatePlantResult> {
    const outcome = await store.create({ id, name, tag }, { signal }).catch(storeFailed)
    if (outcome === 'conflict') return { status: 409, body: errors.idTaken }
    return { status: 200, body: { name, tag } }
  },
})

import type * as operations from '../generated/operations.js'
import { errors, storeFailed } from './errors.js'
import type { PlantStore } from './store/store.js'

/**
 * The operations of the plant store, independent of Fastify and of the kind of store. Each declares its
 * result type, so that the compiler checks every `return` against the document.
 */
export const createHandlers = (store: PlantStore): operations.Handlers => ({
  async createPlant(request): Promise<operations.CreatePlantResult> {
    const { id, name, tag } = request.body
    const outcome = await store.create({ id, name, tag }, request).catch(storeFailed)
    if (outcome === 'conflict') return { status: 409, body: errors.idTaken }
    return { status: 200, body: { name, tag } }
  },
})

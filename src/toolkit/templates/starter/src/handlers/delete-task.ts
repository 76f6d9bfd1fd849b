import { errors, HttpRefusal } from 'fastify-contract'
import type { DeleteTaskResult } from '../../generated/operations.js'
import type { Handler } from './handler.js'

/**
 * Delete a task
 *
 * `DELETE /tasks/{id}`
 */
export const deleteTask: Handler<'deleteTask'> =
  (store) =>
  async ({ params: { id } }): Promise<DeleteTaskResult> => {
    const isDeleted = await store.delete(id)
    if (!isDeleted) throw new HttpRefusal(errors.notFound)
    return { status: 204 }
  }

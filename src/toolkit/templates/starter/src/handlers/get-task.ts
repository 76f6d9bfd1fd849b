import { errors, HttpRefusal } from 'fastify-contract'
import type { GetTaskResult } from '../../generated/operations.js'
import type { Handler } from './handler.js'

/**
 * Read a task
 *
 * `GET /tasks/{id}`
 */
export const getTask: Handler<'getTask'> =
  (store) =>
  async ({ params: { id } }): Promise<GetTaskResult> => {
    const task = await store.get(id)
    if (task === undefined) throw new HttpRefusal(errors.notFound)
    return { status: 200, body: task }
  }

import { errors, HttpRefusal } from 'fastify-contract'
import type { ReplaceTaskResult } from '../../generated/operations.js'
import type { Handler } from './handler.js'

/**
 * Replace a task
 *
 * `PUT /tasks/{id}`
 */
export const replaceTask: Handler<'replaceTask'> =
  (store) =>
  async ({ params: { id }, body: { title, done = false } }): Promise<ReplaceTaskResult> => {
    const task = await store.replace({ id, title, done })
    if (task === undefined) throw new HttpRefusal(errors.notFound)
    return { status: 200, body: task }
  }

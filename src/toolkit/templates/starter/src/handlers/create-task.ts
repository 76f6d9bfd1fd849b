import type { CreateTaskResult } from '../../generated/operations.js'
import type { Handler } from './handler.js'

/**
 * Create a task
 *
 * `POST /tasks`
 */
export const createTask: Handler<'createTask'> =
  (store) =>
  async ({ body: { title, done = false } }): Promise<CreateTaskResult> => {
    const task = await store.create({ title, done })
    return { status: 201, headers: { Location: `/tasks/${task.id}` }, body: task }
  }

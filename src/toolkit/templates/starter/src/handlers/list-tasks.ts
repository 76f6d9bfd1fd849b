import type { ListTasksResult } from '../../generated/operations.js'
import type { Handler } from './handler.js'

/**
 * List the tasks
 *
 * `GET /tasks`
 */
export const listTasks: Handler<'listTasks'> =
  (store) =>
  async ({ query: { limit } }): Promise<ListTasksResult> => {
    return { status: 200, body: await store.list(limit) }
  }

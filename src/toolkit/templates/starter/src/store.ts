/** A stored task. */
export interface Task {
  readonly id: bigint
  readonly title: string
  readonly done: boolean
}

/** The store of the tasks: the handlers' dependency. */
export interface Store {
  /** The oldest tasks first. */
  list(limit: number): Promise<Task[]>
  create(task: Omit<Task, 'id'>): Promise<Task>
  get(id: bigint): Promise<Task | undefined>
  /** Resolves with `undefined` if there is no such task. */
  replace(task: Task): Promise<Task | undefined>
  /** Resolves with true if there was one. */
  delete(id: bigint): Promise<boolean>
  /** Releases its resources when the service stops. */
  close(): Promise<void>
}

/** A store in memory, which is lost with the process. Replace it by a database. */
export function createStore(): Store {
  const tasks = new Map<bigint, Task>()
  let last = 0n
  return {
    async list(limit) {
      return [...tasks.values()].slice(0, limit)
    },
    async create({ title, done }) {
      last += 1n
      const task = { id: last, title, done }
      tasks.set(task.id, task)
      return task
    },
    async get(id) {
      return tasks.get(id)
    },
    async replace(task) {
      if (!tasks.has(task.id)) return undefined
      tasks.set(task.id, task)
      return task
    },
    async delete(id) {
      return tasks.delete(id)
    },
    async close() {
      tasks.clear()
    },
  }
}

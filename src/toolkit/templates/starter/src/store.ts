/** A task as it is kept. */
export interface Task {
  readonly id: bigint
  readonly title: string
  readonly done: boolean
}

/** Where tasks are kept: what the handlers are made from. */
export interface Store {
  /** The oldest tasks first. */
  list(limit: number): Promise<Task[]>
  create(task: Omit<Task, 'id'>): Promise<Task>
  get(id: bigint): Promise<Task | undefined>
  /** `undefined` where there is none. */
  replace(task: Task): Promise<Task | undefined>
  /** Whether there was one. */
  delete(id: bigint): Promise<boolean>
  /** Lets go of what it holds, when the service stops. */
  close(): Promise<void>
}

/** A store in memory: it forgets with the process. Put a database in its place. */
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

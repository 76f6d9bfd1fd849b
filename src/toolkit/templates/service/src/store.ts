/** The dependencies of the handlers: add what they need, such as a database. */
export interface Store {
  /** Releases its resources when the service stops. */
  close(): Promise<void>
}

/** Opens the store. */
export function createStore(): Store {
  return {
    async close() {},
  }
}

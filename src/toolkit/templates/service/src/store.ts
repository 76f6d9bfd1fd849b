/** What the handlers are made from: give it what they need, such as a database. */
export interface Store {
  /** Lets go of what it holds, when the service stops. */
  close(): Promise<void>
}

/** Opens the store. */
export function createStore(): Store {
  return {
    async close() {},
  }
}

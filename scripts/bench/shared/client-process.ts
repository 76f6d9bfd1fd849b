import { setPriority } from 'node:os'
import process from 'node:process'

/**
 * Makes this process a client, which runs one load after the other, as a `ScriptProcess` tells it to. It has
 * the lowest priority: threads of a server get the processor when they want it.
 */
export function runLoads<Load, Result>(run: (load: Load) => Promise<Result>): void {
  setPriority(19)
  process.on('message', async (load: Load) => {
    try {
      process.send?.(await run(load))
    } catch (error) {
      process.send?.({ failure: (error as Error).message })
    }
  })
  process.send?.({})
}

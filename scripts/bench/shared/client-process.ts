import process from 'node:process'

/** Makes this process a client, which runs one load after the other, as a `ScriptProcess` tells it to. */
export function runLoads<Load, Result>(run: (load: Load) => Promise<Result>): void {
  process.on('message', async (load: Load) => {
    try {
      process.send?.(await run(load))
    } catch (error) {
      process.send?.({ failure: (error as Error).message })
    }
  })
  process.send?.({})
}

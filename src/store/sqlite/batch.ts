import type { PlantDatabase } from './database.js'
import type { Answer, Call, Value } from './messages.js'

/**
 * Group commit: does all calls of a batch, in order, in one transaction and with one fsync.
 *
 * When that fails nothing of it is stored, and each call is done again alone, so that one plant
 * which cannot be stored does not fail the others. Except when another process holds the lock:
 * then every create of the batch fails at once, instead of each waiting for the lock in turn.
 */
export function runBatch(database: PlantDatabase, calls: readonly Call[]): readonly Answer[] {
  if (!calls.some(writes)) return calls.map((call) => runAlone(database, call))
  try {
    return database.transaction(() => calls.map((call) => ({ value: run(database, call) })))
  } catch (error) {
    const locked = isLocked(error)
    return calls.map((call) =>
      locked && writes(call) ? failed(call, error) : runAlone(database, call),
    )
  }
}

function writes(call: Call): boolean {
  return call.method === 'create'
}

function isLocked(error: unknown): boolean {
  return (error as { code?: string }).code === 'SQLITE_BUSY'
}

function runAlone(database: PlantDatabase, call: Call): Answer {
  try {
    return {
      value: writes(call) ? database.transaction(() => run(database, call)) : run(database, call),
    }
  } catch (error) {
    return failed(call, error)
  }
}

function run(database: PlantDatabase, call: Call): Value {
  switch (call.method) {
    case 'create':
      return database.create(call.plant)
    case 'get':
      return database.get(call.id)
    case 'open':
      return undefined
  }
}

function failed({ method }: Call, error: unknown): Answer {
  const { message, code } = error as { message: string; code?: string }
  return { failed: `cannot ${method} the plant`, reason: message, code }
}

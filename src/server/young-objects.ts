import { setFlagsFromString } from 'node:v8'

/**
 * Keeps the objects of requests out of V8's old space, which only a full collection empties. V8 learns where
 * to allocate from the first collections of a process; with the small heap of its start they find almost all
 * requests still in progress, so that it would allocate parts of every later request there, for ever.
 *
 * The flag turns off this heuristic and nothing else; it belongs to the process, so only the server sets it.
 */
export function allocateYoung(): void {
  setFlagsFromString('--no-allocation-site-pretenuring')
}

import { randomUUID } from 'node:crypto'

/** What stands between parts: nothing that is sent holds it but by chance in 2^122. */
export function newBoundary(): string {
  return `part-${randomUUID()}`
}

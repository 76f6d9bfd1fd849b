import { createHash } from 'node:crypto'
import { identifier } from '../print/identifiers.js'

/** What a handler's file and export are called. */
export interface StubName {
  /** The file's name without `.ts`: lower case, ASCII, no folder. */
  readonly file: string
  readonly name: string
}

/** Longer names are cut. */
const LONGEST = 80

/** Names of devices on Windows, whatever their extension; and the files beside those of handlers. */
const TAKEN_FILES = /^(con|prn|aux|nul|com\d|lpt\d|index|handler)$/

/** What the files import or declare, or TypeScript keeps for itself. */
const TAKEN_NAMES =
  /^(ContractError|errors|Handler|Handlers|createHandlers|Store|store|given|__esModule)$/

/**
 * The names for operations, by operationId. They follow from the id; where two ids come to the same
 * name on some file system, or an id cannot be a name, a part of its hash tells them apart, so that
 * the order of the operations does not matter.
 */
export function stubNames(operationIds: readonly string[]): Map<string, StubName> {
  const plain = operationIds.map((id) => ({ id, file: kebab(id), name: identifier(id) }))
  const files = countBy(plain.map(({ file }) => file))
  const names = countBy(plain.map(({ name }) => name))
  return new Map(
    plain.map(({ id, file, name }) => {
      const fileIsFree = files.get(file) === 1 && !TAKEN_FILES.test(file) && isPlain(id)
      const nameIsFree = names.get(name) === 1 && !TAKEN_NAMES.test(name)
      const mark = createHash('sha256').update(id).digest('hex').slice(0, 8)
      return [
        id,
        {
          file: fileIsFree ? file : [file, mark].filter((part) => part !== '').join('-'),
          name: nameIsFree ? name : `${name}_${mark}`,
        },
      ]
    }),
  )
}

/** `getPlantByURL` as `get-plant-by-url`; what a file name cannot hold everywhere separates words. */
function kebab(id: string): string {
  return id
    .slice(0, LONGEST)
    .replace(/(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, '-')
    .toLowerCase()
    .replace(/[^a-z\d]+/g, '-')
    .replace(/^-|-$/g, '')
}

/** Whether nothing of an id but separators is lost in a file's name. */
function isPlain(id: string): boolean {
  return id.length <= LONGEST && /^[\x20-\x7e]*[a-z\d][\x20-\x7e]*$/i.test(id)
}

function countBy(values: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}

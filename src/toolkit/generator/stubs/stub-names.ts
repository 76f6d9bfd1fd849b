import { createHash } from 'node:crypto'
import { identifier, pascalCase } from '../shared/names.js'

export interface StubName {
  /** File name without `.ts`: lower case, ASCII, no folder. */
  readonly file: string
  readonly name: string
}

const MAX_LENGTH = 80

/** Names of devices on Windows, and of the files beside those of handlers. */
const TAKEN_FILES = /^(con|prn|aux|nul|com\d|lpt\d|index|handler)$/

/** Names that the files import or declare, or that TypeScript reserves. */
const TAKEN_NAMES =
  /^(HttpRefusal|errors|notImplemented|Handler|Handlers|createHandlers|Store|store|given|__esModule)$/

/**
 * Names for operations, by operationId. They do not depend on the order of the operations: an id that
 * is no valid name, or shares its name with another id on some file system, gets a part of its hash.
 */
export function stubNames(operationIds: readonly string[]): Map<string, StubName> {
  const plain = operationIds.map((id) => ({ id, file: kebab(id), name: nameOf(id) }))
  const files = countBy(plain.map(({ file }) => file))
  const names = countBy(plain.map(({ name }) => name))
  const named = plain.map(({ id, file, name }) => {
    const fileIsFree = files.get(file) === 1 && !TAKEN_FILES.test(file) && isPlain(id)
    const nameIsFree = names.get(name) === 1 && !TAKEN_NAMES.test(name)
    const mark = createHash('sha256').update(id).digest('hex').slice(0, 8)
    const marked = file === '' ? mark : `${file}-${mark}`
    const stub = { file: fileIsFree ? file : marked, name: nameIsFree ? name : `${name}_${mark}` }
    return [id, stub] as const
  })
  return new Map(named)
}

/** The name of the operation's types, which begins in lower case: `get_plant` is `getPlant`. */
function nameOf(id: string): string {
  const start = /^[a-z]/.test(id) ? /^./ : /^([A-Z]+(?=[A-Z][a-z]|$)|[A-Z])/
  return identifier(pascalCase(id).replace(start, (word) => word.toLowerCase()))
}

/** `getPlantByURL` as `get-plant-by-url`; other characters separate words. */
function kebab(id: string): string {
  return id
    .slice(0, MAX_LENGTH)
    .replace(/(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, '-')
    .toLowerCase()
    .replace(/[^a-z\d]+/g, '-')
    .replace(/^-|-$/g, '')
}

/** True if only separators of the id are missing in the file name. */
function isPlain(id: string): boolean {
  return id.length <= MAX_LENGTH && /^[\x20-\x7e]*[a-z\d][\x20-\x7e]*$/i.test(id)
}

function countBy(values: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}

import type { Diagnostics } from '../diagnostics/diagnostics.js'
import type { Diagnostic } from '../diagnostics/problems.js'
import type { DescribedSecurityScheme, Model, OpenApiVersion, Operation } from '../model/model.js'
import type { KnownExamples } from '../read/examples.js'
import type { OperationContext, OperationLocation } from '../read/operations/operation.js'
import type { Journal } from '../read/schemas/schema-registry.js'
import type { Schemas } from '../read/schemas/schemas.js'

/** The parts of a document that are read before its operations. */
export interface Head {
  readonly version: OpenApiVersion
  readonly info: Pick<Model, 'title' | 'version' | 'basePath'>
  readonly schemas: Schemas
  readonly securitySchemes: readonly DescribedSecurityScheme[]
  readonly diagnostics: readonly Diagnostic[]
}

/** One operation as it was read, and all that reading it did. */
interface Recorded {
  readonly value: unknown
  readonly pathItem: readonly unknown[]
  readonly operation: Operation
  readonly journal: Journal
  readonly diagnostics: readonly Diagnostic[]
  readonly schemes: readonly DescribedSecurityScheme[]
}

/** Thrown if cached operations do not fit the document: everything has to be read again. */
export class Outdated extends Error {}

/**
 * The operations that were read, for reading the document again after an edit inside one path item. The
 * result is the same as without; {@link Outdated} is thrown if that is not certain.
 */
export class OperationCache {
  head: Head | undefined
  /** The report of the run before. */
  report: Diagnostics | undefined
  /** Examples of unchanged parts. */
  examples: KnownExamples = new WeakMap()
  #before: ReadonlyMap<string, Recorded> = new Map()
  #now = new Map<string, Recorded>()
  readonly #changed: (Recorded | undefined)[] = []

  /** Reads an operation, or takes it as it was when nothing in it has changed. */
  operation(
    { cursor, pathItem }: OperationLocation,
    operationId: string,
    { schemas, schemes, typeNames }: OperationContext,
    read: () => Operation,
  ): Operation {
    const { fullPointer: place, value, report } = cursor
    const known = this.#before.get(place)
    const isSame =
      known !== undefined &&
      known.value === value &&
      known.pathItem.length === pathItem.length &&
      pathItem.every((each, index) => each.value === known.pathItem[index]) &&
      known.operation.operationId === operationId
    if (isSame) {
      const fits = schemas.registry.replay(known.journal)
      if (!fits || !typeNames.claim(known.operation.typeName, place)) throw new Outdated()
      report.repeat(known.diagnostics)
      schemes.push(...known.schemes)
      this.#now.set(place, known)
      return known.operation
    }
    const [reported, asked] = [report.list.length, schemes.length]
    const { result: operation, journal } = schemas.registry.record(read)
    const recorded = {
      value,
      pathItem: pathItem.map((each) => each.value),
      operation,
      journal,
      diagnostics: report.list.slice(reported),
      schemes: schemes.slice(asked),
    }
    this.#now.set(place, recorded)
    this.#changed.push(known, recorded)
    return operation
  }

  /** Checks that what was taken as it was does not depend on what has changed. */
  check({ schemas, typeNames }: OperationContext): void {
    if (this.#before.size === 0) return
    const gone = [...this.#before].flatMap(([place, each]) => (this.#now.has(place) ? [] : [each]))
    const changed = [...this.#changed, ...gone].filter((each) => each !== undefined)
    // A problem that is reported once moves elsewhere if this operation no longer has it.
    if (changed.some(({ diagnostics }) => diagnostics.some(({ once }) => once)))
      throw new Outdated()
    const names = changed.flatMap(({ journal }) =>
      [...journal.named.values()].flatMap(({ name, isNew }) => (isNew ? [name] : [])),
    )
    const types = changed.map(({ operation }) => operation.typeName)
    const isContended = schemas.registry.areContended(oddOnes(names))
    if (isContended || oddOnes(types).some((name) => typeNames.isContended(name))) {
      throw new Outdated()
    }
  }

  /** The run was good: the next one goes on from here. */
  keep(): void {
    this.#before = this.#now
    this.#forget()
  }

  /** Everything is read anew. */
  clear(): void {
    this.head = undefined
    this.report = undefined
    this.examples = new WeakMap()
    this.#before = new Map()
    this.#forget()
  }

  #forget(): void {
    this.#now = new Map()
    this.#changed.length = 0
  }
}

/** The names that were there before the change or are there after it, but not both. */
function oddOnes(names: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].flatMap(([name, count]) => (count === 1 ? [name] : []))
}

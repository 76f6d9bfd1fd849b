import { schemaNameIn } from '../../../openapi/schema/references.js'
import type { Schema } from '../../../openapi/schema/schema.js'
import type { Diagnostics } from '../../diagnostics/diagnostics.js'
import type { Location } from '../../diagnostics/problems.js'
import type { ReadSchema } from '../../model/model.js'
import { pascalCase, uniqueName } from '../../shared/names.js'
import type { Cursor } from '../document/cursor.js'
import { enterScope, NO_SCOPE, scopedOwner } from '../document/schema-resources.js'
import { lastTarget, onlyReference } from './schema-references.js'

export class ComponentIndex {
  readonly byKey = new Map<string, Cursor>()
  /** Keys by the names of the schemas. */
  readonly keys = new Map<string, string>()
  /** Values of discriminators by the names of the schemas. */
  readonly values = new Map<string, readonly string[]>()
  /** Keys by the locations in other documents that have their names. */
  readonly keyOf = new Map<string, string>()
  /** Locations of components that gave their names to other documents. */
  readonly adopted = new Set<string>()

  /** A component that only refers to another document gives its name to the schema there. */
  adopt(component: Cursor, key: string, registry: SchemaRegistry): void {
    const reference = onlyReference(component)
    const target = reference && lastTarget(reference, component.source)
    if (target === undefined || target.source === component.source) return
    const { fullPointer } = scopedOwner(target, enterScope(NO_SCOPE, target))
    if (registry.nameAt(fullPointer) !== undefined) return
    registry.share(fullPointer, registry.name(component, key))
    this.keyOf.set(target.fullPointer, key)
    this.adopted.add(component.fullPointer)
  }
}

/** The named schemas, by location and by name, in the order of their names' creation. */
export class SchemaRegistry {
  readonly #names = new UniqueIdentifiers()
  readonly #byPointer = new Map<string, string>()
  readonly #read = new Map<string, ReadSchema>()

  nameAt(fullPointer: string): string | undefined {
    return this.#byPointer.get(fullPointer)
  }

  reserve(names: Iterable<readonly [name: string, owner: Nameable]>): void {
    this.#names.reserve(names)
  }

  /** Name of a location; a new one starts with `wanted`. */
  name(owner: Nameable, wanted: string): string {
    const { fullPointer } = owner
    const name = this.#byPointer.get(fullPointer) ?? this.#names.take(wanted, owner)
    this.#byPointer.set(fullPointer, name)
    return name
  }

  share(fullPointer: string, name: string): void {
    this.#byPointer.set(fullPointer, name)
  }

  schema(name: string): ReadSchema | undefined {
    return this.#read.get(name)
  }

  follow(schema: Schema): Schema {
    let current = schema
    for (let hops = 0; hops < 100 && typeof current === 'object' && current.$ref; hops++) {
      current = this.target(current.$ref)
    }
    return current
  }

  /** The schema that a `$ref` names, which may be another `$ref`. */
  readonly target = ($ref: string): Schema =>
    (this.#read.get(schemaNameIn($ref)) as ReadSchema).schema

  keep(schema: ReadSchema): void {
    this.#read.set(schema.name, schema)
  }

  all(): ReadSchema[] {
    const names = new Set(this.#byPointer.values())
    return [...names].map((name) => this.#read.get(name) as ReadSchema)
  }
}

/** The owner of a name, with the report of its conflicts. */
export interface Nameable extends Location {
  /** Pointer that is unique among all files of the document. */
  readonly fullPointer: string
  readonly report: Diagnostics
}

/** Names of types for the document's names: deterministic, unique, close to the name. */
export class UniqueIdentifiers {
  readonly #taken = new Map<string, string>()

  /** Keeps the names that are types' names as they are for their owners, whoever comes first. */
  reserve(names: Iterable<readonly [name: string, owner: Nameable]>): void {
    for (const [name, owner] of names) {
      if (pascalCase(name) === name) this.#taken.set(name, owner.fullPointer)
    }
  }

  /** The name for `wanted`, with a number and a warning if it has another owner already. */
  take(wanted: string, owner: Nameable): string {
    const base = pascalCase(wanted)
    const isOthers = (each: string) =>
      (this.#taken.get(each) ?? owner.fullPointer) !== owner.fullPointer
    const name = uniqueName(base, isOthers)
    if (name !== base) {
      const message = `${base} in generated code is ${this.#taken.get(base)}; this one is ${name}`
      owner.report.warn(owner, message, 'rename one of them to choose the name')
    }
    this.#taken.set(name, owner.fullPointer)
    return name
  }
}

/** Runs functions that add more functions one after the other: the call stack stays small. */
export class WorkQueue {
  readonly #waiting: (() => void)[] = []
  #isBusy = false

  /** Runs a function now, or after the current one. */
  add(work: () => void): void {
    this.#waiting.push(work)
    if (!this.#isBusy) this.finish(() => {})
  }

  /** Runs a function at once, and then all functions that it has added. */
  finish<Result>(work: () => Result): Result {
    this.#isBusy = true
    const result = work()
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) next()
    this.#isBusy = false
    return result
  }
}

import { schemaNameIn } from '../../../openapi/schema/references.js'
import type { Schema } from '../../../openapi/schema/schema.js'
import type { ReadSchema } from '../../model/model.js'
import { type Nameable, Names } from '../document/names.js'

/** What reading a part of a document added to the registry, and what it found there. */
export interface Journal {
  /** The names that places got or had. */
  readonly named: Map<string, { readonly name: string; readonly isNew: boolean }>
  readonly read: ReadSchema[]
}

/** The schemas that have a name, by place and by name, in the order in which they were named. */
export class Registry {
  #names = new Names()
  readonly #byPlace = new Map<string, string>()
  readonly #read = new Map<string, ReadSchema>()
  #journal: Journal | undefined

  nameAt(place: string): string | undefined {
    return this.#byPlace.get(place)
  }

  /** The name of a place; a new one is made of `wanted`. */
  name(owner: Nameable, wanted: string): string {
    const { place } = owner
    const known = this.#byPlace.get(place)
    const name = known ?? this.#names.take(wanted, owner)
    this.#byPlace.set(place, name)
    if (this.#journal?.named.has(place) === false) {
      this.#journal.named.set(place, { name, isNew: known === undefined })
    }
    return name
  }

  /** Gives a place the name of another. */
  share(place: string, name: string): void {
    this.#byPlace.set(place, name)
  }

  schema(name: string): ReadSchema | undefined {
    return this.#read.get(name)
  }

  /** Follows a schema that is nothing but a reference. */
  follow(schema: Schema): Schema {
    let current = schema
    for (let hops = 0; hops < 100 && typeof current === 'object' && current.$ref; hops++) {
      current = (this.#read.get(schemaNameIn(current.$ref)) as ReadSchema).schema
    }
    return current
  }

  keep(schema: ReadSchema): void {
    this.#read.set(schema.name, schema)
    this.#journal?.read.push(schema)
  }

  all(): ReadSchema[] {
    const names = new Set(this.#byPlace.values())
    return [...names].map((name) => this.#read.get(name) as ReadSchema)
  }

  /** A registry that knows the same and goes its own way. */
  copy(): Registry {
    const copy = new Registry()
    copy.#names = this.#names.copy()
    for (const [place, name] of this.#byPlace) copy.#byPlace.set(place, name)
    for (const [name, schema] of this.#read) copy.#read.set(name, schema)
    return copy
  }

  /** Does some reading, and tells what it added. */
  record<T>(work: () => T): { result: T; journal: Journal } {
    const journal: Journal = { named: new Map(), read: [] }
    this.#journal = journal
    const result = work()
    this.#journal = undefined
    return { result, journal }
  }

  /** Adds what an earlier reading added; whether it would be the same now. */
  replay({ named, read }: Journal): boolean {
    for (const [place, { name, isNew }] of named) {
      const known = this.#byPlace.get(place)
      const isSame = isNew ? known === undefined && this.#names.claim(name, place) : known === name
      if (!isSame) return false
      this.#byPlace.set(place, name)
    }
    for (const schema of read) this.#read.set(schema.name, schema)
    return true
  }

  /** Whether any of these names may depend on who came first. */
  areContended(names: readonly string[]): boolean {
    return names.some((name) => this.#names.isContended(name))
  }
}

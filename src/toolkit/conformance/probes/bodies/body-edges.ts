import { type Base, basesOf } from '../../cases/bases.js'
import { edgeContext } from '../../cases/draw.js'
import { edgesOf } from '../../cases/edges.js'
import { LazyList } from '../../cases/lazy-list.js'
import type { Edge, EdgeContext } from '../../cases/makers/edge.js'
import type { MediaType, Operation } from '../../document/contract.js'
import { bodyExamples } from '../../document/examples.js'
import { writable } from '../../requests/writable.js'
import type { Kit } from '../../run/kit.js'
import type { PlacedSchema } from '../../values/place.js'

/** A media type whose bodies have a schema that cases are made for. */
export type SchemaMedia = MediaType & { readonly schema: string }

/** The media types of an operation that hold values of a schema. */
export function mediaWithSchema(operation: Operation): readonly SchemaMedia[] {
  return writable(operation).filter(
    (media): media is SchemaMedia =>
      media.schema !== undefined &&
      (['json', 'form', 'multipart'].includes(media.kind) || media.mediaType === 'text/plain'),
  )
}

export function rootOf({ contract }: Kit, { schema }: SchemaMedia): PlacedSchema {
  return { schema: contract.reference(schema), pointer: contract.pointerOf(schema) }
}

/** Most schemas whose edges are kept: of a large document they fill the memory. */
const MOST = 32

/** Bodies of a run, made once for all operations with their schema. */
export class Bodies {
  readonly context: EdgeContext
  readonly #kit: Kit
  readonly #bases = new Map<string, readonly Base[]>()
  /** The latest ones, the newest last. */
  readonly #edges = new Map<string, LazyList<Edge>>()

  constructor(kit: Kit) {
    this.#kit = kit
    this.context = edgeContext(kit.contract, kit.source)
  }

  /** Valid values that together reach all places. */
  bases(media: SchemaMedia): readonly Base[] {
    const { schema } = media
    const root = rootOf(this.#kit, media)
    const made =
      this.#bases.get(schema) ??
      basesOf(this.context, root, [
        ...documentedValues(this.#kit, media),
        ...this.#kit.source.examplesOf(root.schema),
      ])
    this.#bases.set(schema, made)
    return made
  }

  /** Edges of values. @param key - Tells the values apart from others of the same schema. */
  edges(media: SchemaMedia, bases: readonly Base[], key = ''): LazyList<Edge> {
    const name = `${media.schema} ${key}`
    const made =
      this.#edges.get(name) ?? new LazyList(edgesOf(this.context, rootOf(this.#kit, media), bases))
    this.#edges.delete(name)
    this.#edges.set(name, made)
    const [oldest = name] = this.#edges.keys()
    if (this.#edges.size > MOST) this.#edges.delete(oldest)
    return made
  }
}

const known = new WeakMap<Kit, Bodies>()

export function bodiesOf(kit: Kit): Bodies {
  const bodies = known.get(kit) ?? new Bodies(kit)
  known.set(kit, bodies)
  return bodies
}

/** The examples that the document has for bodies of this schema, in all operations. */
function documentedValues({ contract }: Kit, { schema }: SchemaMedia): readonly unknown[] {
  return contract.operations.flatMap((operation) =>
    writable(operation)
      .filter((each) => each.schema === schema)
      .flatMap((each) => bodyExamples(contract, operation, each))
      .map(({ value }) => value),
  )
}

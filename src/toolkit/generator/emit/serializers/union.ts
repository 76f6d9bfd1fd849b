import type { Schema, SchemaObject } from '../../../openapi/schema/schema.js'
import { key, quote } from '../../print/print.js'
import { demands, tagOf } from '../validators/tags.js'
import { isAbout, type Kind } from './about.js'
import { ANY, naming, type Printed, together } from './printed.js'
import { type Path, type Printing, serializerOf } from './serializer-of.js'

/** A branch of a union that may hold for an object or an array. */
interface Candidate {
  readonly branch: Schema
  readonly path: Path
  readonly printed: Printed
  readonly kinds: readonly Kind[]
  /** The texts that a member has in it that tells it apart. */
  readonly tags: readonly string[]
}

/** How far references are followed in search of a tag. */
const DEPTH = 8

/** What prints the values of a union: as the branch that holds, which is not asked where only one can. */
export function union(
  schema: SchemaObject,
  keyword: 'anyOf' | 'oneOf',
  path: Path,
  printing: Printing,
): Printed {
  const { context } = printing
  const branches = schema[keyword] ?? []
  const tag = tagOf(context, branches, schema)
  const all = branches.map((branch, index): Candidate => {
    const below = [...path, keyword, index]
    return {
      branch,
      path: below,
      printed: serializerOf(branch, below, printing),
      kinds: KINDS.filter((kind) => isAbout(branch, kind, context)),
      tags: tag?.values[index] ?? [],
    }
  })
  const some = all.filter(({ kinds }) => kinds.length > 0)
  const printed = some.map((each) => each.printed)
  if (!printed.some(({ names }) => names)) {
    return { ...ANY, asked: printed.flatMap(({ asked }) => asked) }
  }
  const [arrays, objects] = KINDS.map((kind) => some.filter(({ kinds }) => kinds.includes(kind)))
  const others = (arrays as Candidate[]).filter(({ kinds }) => !kinds.includes('object'))
  const isOneArray = (arrays as Candidate[]).length <= 1
  if (isOneArray && (objects as Candidate[]).length <= 1) return together(printed, NONE)
  const isTold = ({ branch, tags }: Candidate) =>
    tags.length > 0 && demands(context, branch, tag?.name as string, DEPTH)
  if (isOneArray && objects?.every(isTold)) {
    const told = tagged(tag?.name as string, objects)
    return together([told, ...others.map((each) => each.printed)], NONE)
  }
  return naming(`json.${keyword}(${some.map((each) => judged(each, printing)).join(', ')})`)
}

const KINDS = ['array', 'object'] as const
const NONE: ReadonlySet<string> = new Set()

function tagged(name: string, branches: readonly Candidate[]): Printed {
  const entries = branches.flatMap(({ tags, printed }) =>
    tags.map((tag) => `${key(tag)}: ${printed.text}`),
  )
  return naming(`json.discriminated(${quote(name)}, { ${entries.join(', ')} })`)
}

function judged({ branch, path, printed }: Candidate, { accepts }: Printing): string {
  return `[${accepts(branch, path)}, ${printed.text}]`
}

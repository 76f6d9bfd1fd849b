import type { OperationRoute } from '../../openapi/operation-route.js'
import type { Model, Operation } from '../model/model.js'
import { divided, type Entry } from '../print/group.js'
import { fileName, layOutFolder, type Module } from '../print/layout.js'
import { doc, type GeneratedFile, header, pretty } from '../print/print.js'
import type { Texts } from '../print/print-cache.js'
import { importFromRuntime, type Target, typed } from '../print/target.js'
import { byArea } from './chunks/chunks.js'
import { untyped } from './contract/inherited.js'
import { constantName, type Split, splitsOf } from './contract/split-operation.js'
import { namesForPlaces, placesEntries } from './emit-conversions.js'
import { lateSerializers, takenBy } from './emit-serializers.js'
import { constants, importedNames, type UnitEntry, validatorEntries } from './emit-validators.js'

/** Lines of a file: long enough that few are loaded, short enough that little is loaded in vain. */
const LIMIT = 500

/** An operation as the route table has it, and the file that holds the rest of it. */
export interface Row {
  readonly head: OperationRoute
  /** What the rest is called there. */
  readonly name: string
  /** None where it is not served. */
  readonly file?: string
}

/** What a large contract is made of. */
export interface Parts {
  readonly rows: Row[]
  readonly files: GeneratedFile[]
}

/** A declaration of any kind: all that an operation needs stands in the same files. */
interface PartsEntry extends Entry {
  /** What it takes from the runtime, but for what validators do. */
  readonly takes?: readonly string[]
  readonly unit?: UnitEntry['unit']
}

/**
 * `contract/`: requests and responses of the operations of a large contract, with their validators and
 * serializers, in files that first requests load. These files import each other in circles, so that
 * nothing in them may read a constant of another one while it is loaded: an operation is a function.
 */
export function emitParts(model: Model, target: Target, texts: Texts): Parts {
  const splits = splitsOf(model, texts)
  const operations = model.operations.map((operation, at) =>
    texts.of('parts', operation, () => entryOf(operation, splits[at] as Split, target)),
  )
  const served = operations.filter(({ head }) => head.unserved === undefined)
  const data = placesEntries(model, target)
  const others: PartsEntry[] = [
    ...validatorEntries(model, target, texts),
    ...lateSerializers(model, target, texts).map((each) =>
      texts.of('taking', each, () => ({ ...each, takes: takenBy([each]) })),
    ),
    ...data.map(unchecked),
  ]
  const entries = byArea<PartsEntry>('parts', served, others, texts)
  const division = divided('parts', entries, LIMIT, texts)
  const { fileOf } = division
  return {
    rows: operations.map(({ name, head }) => {
      const prefix = fileOf.get(name)
      return prefix === undefined ? { head, name } : { head, name, file: fileName(prefix) }
    }),
    files: layOutFolder(moduleOf(model, target), division, texts),
  }
}

function entryOf(
  { typeName, pointer }: Operation,
  { head, parts, uses }: Split,
  target: Target,
): PartsEntry & { readonly head: OperationRoute } {
  const type = typed(target, ': OperationParts')
  const start = `export const ${constantName(typeName)} = ()${type} => (`
  const comment = doc('', `@generated from ${pointer}`)
  const text = `${comment}${start}${pretty(untyped(target, parts), '', start.length)})\n`
  return { name: constantName(typeName), key: typeName, text, uses, takes: OPERATION, head }
}

const OPERATION = ['type OperationParts']

function unchecked(places: Entry): PartsEntry {
  const text = places.text.replace(/^(?=export const )/m, `${IGNORE}\n`)
  return { ...places, text, takes: namesForPlaces([places]) }
}
const IGNORE = '// @ts-ignore -- data; a member may be called like one that every object has'

function moduleOf(model: Model, target: Target): Module<PartsEntry> {
  return {
    name: 'contract',
    header: header(model, target),
    extension: target.extension,
    typesOnly: false,
    imports: (entries) => importFromRuntime(target, namesOf(entries)),
    constants: (entries) => constants(validators(entries)),
  }
}

/** What a file takes from the runtime. */
function namesOf(entries: readonly PartsEntry[]): string[] {
  const taken = entries.flatMap(({ takes = [] }) => takes)
  return [...new Set([...taken, ...importedNames(validators(entries))])].toSorted()
}

function validators(entries: readonly PartsEntry[]): UnitEntry[] {
  return entries.filter((entry): entry is UnitEntry => entry.unit !== undefined)
}

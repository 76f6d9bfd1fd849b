import { referencesOf } from '../../openapi/schema/references.js'
import type { Model, Operation } from '../model/model.js'
import { divided, type Entry } from '../print/group.js'
import { fileName } from '../print/layout.js'
import { type GeneratedFile, header, key, quote } from '../print/print.js'
import type { Texts } from '../print/print-cache.js'
import { importTypes, moduleAt, type Target, typed } from '../print/target.js'
import { byArea } from './chunks/chunks.js'
import { splitsOf } from './contract/split-operation.js'
import { validatorName } from './validators/units.js'

/** Lines of a file, which is loaded for any of its schemas. */
const LIMIT = 1000

/**
 * The schemas of a large contract: `schemas.ts` says where each is, so that only those are loaded that
 * explain what is refused.
 */
export function emitRules(
  model: Model,
  target: Target,
  schemas: readonly Entry[],
  texts: Texts,
): GeneratedFile[] {
  const references = new Map(model.schemas.map(({ name, schema }) => [name, referencesOf(schema)]))
  const others = schemas.map((each) =>
    texts.of('rules', each, () => ({
      ...each,
      uses: references.get(each.name) as readonly string[],
    })),
  )
  const entries = byArea('rules', usersOf(model, texts), others, texts).slice(0, others.length)
  const groups = divided('rules', entries, LIMIT, texts)
    // Where there are no schemas, there is one group of none.
    .groups.filter(({ entries }) => entries.length > 0)
    .map(({ prefix, entries }) => ({ file: fileName(prefix), entries }))
  const type = imported(target, 'SchemaWithId')
  const files = groups.map(({ file, entries }) => {
    const head = `${header(model, target)}${type}`
    const name = `schemas/${file}.ts`
    return texts.again(name, [head, ...entries], () => {
      return { name, text: [head, ...entries.map(({ text }) => text)].join('\n') }
    })
  })
  const loaders = groups.map(
    ({ file }) => `const load_${file} = () => import(${moduleAt(target, `./schemas/${file}`)})\n`,
  )
  const rows = groups.flatMap(({ file, entries }) =>
    entries.map(({ name }) => `  ${key(name)}: load_${file},\n`),
  )
  const table = `export const schemas${typed(target, ': SchemaTable')} = {\n${rows.join('')}}\n`
  const head = `${header(model, target)}${imported(target, 'SchemaTable')}`
  return [{ name: 'schemas.ts', text: [head, loaders.join(''), table].join('\n') }, ...files]
}

function imported(target: Target, type: string): string {
  const lines = importTypes(target, [type], quote(target.runtime))
  return lines.map((line) => `${line}\n`).join('')
}

/** The operations, with the schemas that their values are held against. */
function usersOf(model: Model, texts: Texts): Entry[] {
  const schemaOf = new Map(model.schemas.map(({ name }) => [validatorName(name), name]))
  return splitsOf(model, texts).map(({ uses }, at) => {
    const operation = model.operations[at] as Operation
    return texts.of('users', operation, () => ({
      name: operation.typeName,
      text: '',
      uses: uses.flatMap((name) => schemaOf.get(name) ?? []),
    }))
  })
}

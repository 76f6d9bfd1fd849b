import type { Model, NamedSchema } from '../model/model.js'
import type { Entry } from '../print/group.js'
import { layOut, type Module } from '../print/layout.js'
import { type GeneratedFile, header } from '../print/print.js'
import { NO_TEXTS, type Texts } from '../print/print-cache.js'
import { importFromRuntime, type Target } from '../print/target.js'
import { isLarge } from './chunks/large.js'
import { type Branch, branchesOf } from './conversions/conversions.js'
import { judgedBySerializers } from './emit-serializers.js'
import { createContext } from './validators/context.js'
import type { Helper } from './validators/helpers.js'
import { type CompiledUnit, MARKER } from './validators/unit.js'
import { branchUnit, markerUnit, validatorName, verdictUnit } from './validators/units.js'

/**
 * `validators.ts`: a function for each schema that requests and responses are held against; where
 * there are many, `validators/` too.
 */
export function emitValidators(model: Model, target: Target, texts: Texts): GeneratedFile[] {
  if (isLarge(model)) return []
  return layOut(moduleOf(target, header(model, target)), validatorEntries(model, target, texts))
}

/** The validators, schema by schema. */
export function validatorEntries(model: Model, target: Target, texts: Texts): UnitEntry[] {
  const { names, branches } = judgedBySerializers(model, target, texts)
  const options = { branches: [...branchesOf(model), ...branches], texts, ...target }
  return compileUnits(model.schemas, [...model.uses.validated, ...names], options).map(entryOf)
}

/** The text of a module that declares these units. */
export function assemble(units: readonly CompiledUnit[], runtime: string): string {
  const target: Target = { runtime, language: 'typescript', extension: 'js', command: '' }
  return layOut(moduleOf(target, ''), units.map(entryOf), Number.POSITIVE_INFINITY)
    .map(({ text }) => text.trimStart())
    .join('')
}

/** A compiled schema as a declaration. */
export interface UnitEntry extends Entry {
  readonly unit: CompiledUnit
}

const entries = new WeakMap<CompiledUnit, UnitEntry>()

function entryOf(unit: CompiledUnit): UnitEntry {
  const { name, code: text, uses } = unit
  const entry = entries.get(unit) ?? { name, key: name.replace(PREFIX, ''), text, uses, unit }
  entries.set(unit, entry)
  return entry
}

/** What the names of validators begin with; the rest is the name of the schema. */
const PREFIX = new RegExp(`^(is|${MARKER}|branch(?!\\d))`)

function moduleOf(target: Target, header: string): Module<UnitEntry> {
  return {
    name: 'validators',
    header,
    extension: target.extension,
    typesOnly: false,
    imports: (entries) => imports(entries, target),
    constants,
  }
}

/** What validators take from the runtime. */
export function importedNames(entries: readonly UnitEntry[]): string[] {
  const isTyped = entries.some(({ name }) => name.startsWith(MARKER))
  return [
    ...(isTyped ? ['type Evaluated'] : []),
    ...(helpersOf(entries).length > 0 ? ['validation'] : []),
  ]
}

function imports(entries: readonly UnitEntry[], target: Target): string[] {
  if (entries.length === 0) return ['export {}']
  return importFromRuntime(target, importedNames(entries))
}

function helpersOf(entries: readonly UnitEntry[]): Helper[] {
  return [...new Set(entries.flatMap(({ unit }) => unit.helpers))].sort()
}

export function constants(entries: readonly UnitEntry[]): string[] {
  const helpers = helpersOf(entries)
  return helpers.length === 0 ? [] : [destructured(helpers)]
}

/** Constants of the module, which are cheaper to call than members of an object. */
function destructured(helpers: readonly string[]): string {
  const line = `const { ${helpers.join(', ')} } = validation\n`
  if (line.length <= WIDTH) return line
  return `const {\n${helpers.map((each) => `  ${each},\n`).join('')}} = validation\n`
}
const WIDTH = 100

/** What units are made with. */
interface UnitOptions extends Partial<Pick<Target, 'language'>> {
  /** Those that places name. */
  readonly branches?: readonly Branch[]
  readonly texts?: Texts
}

/**
 * The units of named schemas and all that they need, in the order of `schemas`; then those of branches
 * of unions.
 */
export function compileUnits(
  schemas: readonly NamedSchema[],
  names: readonly string[],
  { branches = [], texts = NO_TEXTS, language = 'typescript' }: UnitOptions = {},
): CompiledUnit[] {
  const context = createContext(schemas, language)
  const ofBranches = branches.map((branch) => branchUnit(context, branch))
  const kept = (kind: string, named: NamedSchema, make: typeof verdictUnit) => () =>
    typeof named.schema === 'boolean'
      ? make(context, named)
      : texts.of(kind, named.schema, () => make(context, named))
  const makers = new Map(
    schemas.flatMap((schema) => [
      [validatorName(schema.name), kept('verdict', schema, verdictUnit)] as const,
      [`${MARKER}${schema.name}`, kept('marker', schema, markerUnit)] as const,
    ]),
  )
  const found = new Map<string, CompiledUnit>()
  const wanted = [...names.map(validatorName), ...ofBranches.flatMap(({ uses }) => uses)]
  for (let name = wanted.pop(); name !== undefined; name = wanted.pop()) {
    if (found.has(name)) continue
    const unit = (makers.get(name) as () => CompiledUnit)()
    found.set(name, unit)
    wanted.push(...unit.uses)
  }
  return [...[...makers.keys()].flatMap((name) => found.get(name) ?? []), ...ofBranches]
}

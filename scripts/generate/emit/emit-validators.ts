import standaloneModule from 'ajv/dist/standalone/index.js'
import type { Model, Schema } from '../model/model.js'
import { createAjv } from './ajv.js'
import { branchesOf, type ValidatorExport } from './int64-places.js'
import { lower } from './lower.js'
import { nearest } from './nearest.js'
import { type GeneratedFile, header, quote } from './print.js'
import { usedSchemas } from './used-schemas.js'

const standalone = standaloneModule.default

/** The name under which `validators.ts` exports the validator of a schema. */
export function validatorName(schema: string): string {
  return `is${schema}`
}

/** `validators.ts`: the schemas that requests and responses are held against, compiled by Ajv. */
export function emitValidators(model: Model, runtime: string): GeneratedFile {
  const used = [...usedSchemas(model).map(whole), ...branchesOf(model)]
  const head = [
    header(model),
    '// @ts-nocheck -- compiled by Ajv; each export is typed where it stands',
    `import { type Validator, validation } from ${quote(runtime)}`,
  ].join('\n')
  if (used.length === 0) return { name: 'validators.ts', text: `${head}\n\nexport {}\n` }
  return { name: 'validators.ts', text: `${head}\n\n${withoutRequires(compile(model, used))}` }
}

function whole(schema: string): ValidatorExport {
  return { name: validatorName(schema), pointer: schema }
}

function compile(model: Model, used: readonly ValidatorExport[]): string {
  const ajv = createAjv()
  const $defs: Record<string, Schema> = {}
  for (const { name, schema } of model.schemas) $defs[name] = nearest(lower(schema)) as Schema
  ajv.addSchema({ $id: 'contract', $defs })
  const exports = used.map(({ pointer }, index) => [`export${index}`, `contract#/$defs/${pointer}`])
  return nameExports(standalone(ajv, Object.fromEntries(exports)), used)
}

/**
 * Ajv knows the exports by number, because its names are ASCII: `export const export0 = validate20`
 * becomes `export const isPlant: Validator = validate20`. Like the statements below these stand at the
 * start of a line, where no string of the document does.
 */
function nameExports(code: string, used: readonly ValidatorExport[]): string {
  return code.replace(
    /^export const export(\d+) = (?=validate\d+;$)/gm,
    (_, index) => `export const ${used[Number(index)]?.name}: Validator = `,
  )
}

/** What Ajv requires at run time, and where the contract runtime has it. */
const REQUIRES: Readonly<Record<string, string>> = {
  'require("ajv-formats/dist/formats").fullFormats': 'validation.formats',
  'require("ajv/dist/runtime/equal").default': 'validation.equal',
  'require("ajv/dist/runtime/ucs2length").default': 'validation.ucs2length',
}

/**
 * Ajv prints `require` even for ESM. Its statements stand alone at the start of a line; strings of
 * the document are inside JSON literals and never look like one.
 */
function withoutRequires(code: string): string {
  const statement = /^(const \w+ = )(require\("[\w/-]+"\)\.\w+)/gm
  return code
    .replace(/^"use strict";\s*/, '')
    .replace(statement, (_, start, required) => `${start}${REQUIRES[required]}`)
}

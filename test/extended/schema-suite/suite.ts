import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseJson } from '../../toolkit/conformance/servers/json/parse.js'
import { printJson } from '../../toolkit/conformance/servers/json/print.js'
import type { Json } from '../../toolkit/conformance/servers/json/value.js'
import { root } from '../project.js'

/** A schema of the suite and what is held against it, as JSON texts: no number is rounded on the way. */
export interface Group {
  /** `allOf / allOf`. */
  readonly name: string
  readonly schema: string
  readonly cases: readonly Case[]
}

export interface Case {
  /** `allOf / allOf / mismatch second`. */
  readonly name: string
  readonly data: string
  readonly valid: boolean
}

interface Written {
  readonly description: string
  readonly schema: Json
  readonly tests: readonly { description: string; data: Json; valid: boolean }[]
}

/** The groups of all files of a folder, not of those below it. */
export function groupsOf(folder: string): Group[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'))
  return files.toSorted().flatMap((file) => {
    const groups = parseJson(readFileSync(path.join(folder, file), 'utf8')) as never as Written[]
    return groups.map(({ description, schema, tests }): Group => {
      const name = `${file.replace('.json', '')} / ${description}`
      const cases = tests.map(({ data, valid, ...each }) => ({
        name: `${name} / ${each.description}`,
        data: printJson(data),
        valid,
      }))
      return { name, schema: printJson(schema), cases }
    })
  })
}

/** The address of the suite's schemas that others refer to. */
const ADDRESS = 'http://localhost:1234/'
/** The address and the folder of the schemas of schemas, which are part of Ajv. */
const META = 'https://json-schema.org/draft/2020-12/'
const META_FOLDER = path.join(root, 'node_modules/ajv/dist/refs/json-schema-2020-12')

/** Those of other drafts, and two that refer to a schema of schemas that Ajv does not have. */
const LEFT_OUT = /^draft(?!2020-12)|format-assertion/

/** The schemas that a schema may refer to, as texts by address: none for most. */
export function remotesFor(folder: string): (schema: string) => ReadonlyMap<string, string> {
  const all = new Map([
    ...textsIn(folder).map(([name, text]) => [`${ADDRESS}${name}`, text] as const),
    ...textsIn(META_FOLDER).map(
      ([name, text]) => [`${META}${name.replace('.json', '')}`, text] as const,
    ),
  ])
  const isReferring = (schema: string) =>
    schema.includes(ADDRESS) || schema.includes(`"$ref":"${META}`)
  return (schema) => (isReferring(schema) ? all : new Map())
}

function textsIn(folder: string): [name: string, text: string][] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json') && !LEFT_OUT.test(name))
    .map((name) => [
      name.split(path.sep).join('/'),
      readFileSync(path.join(folder, name), 'utf8').trim(),
    ])
}

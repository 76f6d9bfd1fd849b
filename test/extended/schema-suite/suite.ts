import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
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

/** The groups of all files of a folder, not of those below it. */
export function groupsOf(folder: string): Group[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'))
  return files.toSorted().flatMap((name) => {
    const text = readFileSync(path.join(folder, name), 'utf8')
    const slice = ({ start, end }: Span) => text.slice(start, end)
    return [...spanOf(tokensOf(text)).children.values()].map((group): Group => {
      const { description, schema, tests } = named<'description' | 'schema' | 'tests'>(group)
      const groupName = `${name.replace('.json', '')} / ${JSON.parse(slice(description))}`
      const cases = [...tests.children.values()].map((each): Case => {
        const { description, data, valid } = named<'description' | 'data' | 'valid'>(each)
        const caseName = `${groupName} / ${JSON.parse(slice(description))}`
        return { name: caseName, data: slice(data), valid: slice(valid) === 'true' }
      })
      return { name: groupName, schema: slice(schema), cases }
    })
  })
}

/** Where a value is in its text, and the values in it by key or index. */
interface Span {
  readonly start: number
  readonly end: number
  readonly children: ReadonlyMap<string, Span>
}

/** The tokens of a JSON text without colons and commas, in reverse. */
function tokensOf(text: string): RegExpExecArray[] {
  return [...text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]|[^\s,:[\]{}"]+/g)].toReversed()
}

/** The value at the end of the list, which it is taken from. */
function spanOf(tokens: RegExpExecArray[]): Span {
  const take = () => tokens.pop() as RegExpExecArray
  const isEnd = () => ']}'.includes(tokens.at(-1)?.[0] as string)
  const first = take()
  const children = new Map<string, Span>()
  if (first[0] === '{') while (!isEnd()) children.set(JSON.parse(take()[0]), spanOf(tokens))
  if (first[0] === '[') while (!isEnd()) children.set(String(children.size), spanOf(tokens))
  const last = '[{'.includes(first[0]) ? take() : first
  return { start: first.index, end: last.index + last[0].length, children }
}

function named<Name extends string>({ children }: Span): Readonly<Record<Name, Span>> {
  return Object.fromEntries(children) as Record<Name, Span>
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
    schema.includes(ADDRESS) || schema.includes(`"$ref": "${META}`)
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

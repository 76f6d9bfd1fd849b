import { readFile } from 'node:fs/promises'
import { parse } from '#toolkit/generator/load/source.js'
import {
  type Dialect,
  dialectOf,
  type Node,
} from '../../../toolkit/conformance/servers/schemas/dialect.js'
import { Undecided } from '../../../toolkit/conformance/servers/schemas/undecided.js'

/** A parameter, whatever version writes it. */
export interface Parameter {
  readonly name: string
  readonly in: string
  readonly required: boolean
  /** None: what it may be is not known here. */
  readonly schema: unknown
  /** Between the items of a list; none: one after another, each with its name. */
  readonly between?: string | undefined
  readonly node: Node
}

export interface Body {
  readonly required: boolean
  /** The schemas by media type, as the document has it. */
  readonly content: ReadonlyMap<string, Media>
}

export interface Media {
  readonly schema: unknown
  /** The rules of a form for its fields. */
  readonly encoding?: Node | undefined
  readonly fields?: readonly Parameter[] | undefined
}

export interface Operation {
  readonly path: string
  readonly method: string
  readonly parameters: readonly Parameter[]
  readonly body?: Body | undefined
}

/** A document as the second opinion reads it: its own file, and no other. */
export interface Document {
  readonly operations: readonly Operation[]
  readonly dialect: Dialect
  /** The same for what a service receives, without read-only members. */
  readonly input: Dialect
}

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query']

/** Reads a document as it stands in its file; of the generator only the reader of YAML. */
export async function readDocument(file: string): Promise<Document> {
  const text = await readFile(file, 'utf8')
  const root = parse(file, text).value as Node
  const dialect = dialectOf(root)
  const { follow } = dialect
  const operations = Object.entries((root.paths ?? {}) as Node).flatMap(([path, given]) => {
    if (path.startsWith('x-')) return []
    const item = resolved(given, follow)
    return METHODS.filter((method) => typeof item[method] === 'object').map((method) =>
      readOperation(path, method, item, root, dialect),
    )
  })
  return { operations, dialect, input: dialectOf(root, 'readOnly') }
}

/** The target of a reference, or the node itself. */
export function resolved(node: unknown, follow: Dialect['follow']): Node {
  let at = (node ?? {}) as Node
  for (let steps = 0; typeof at.$ref === 'string'; steps++) {
    if (steps > 20) throw new Undecided('a circle of references')
    at = (follow(at.$ref) ?? {}) as Node
  }
  return at
}

function readOperation(
  path: string,
  method: string,
  item: Node,
  root: Node,
  { version, follow }: Dialect,
): Operation {
  const own = item[method] as Node
  const all = new Map<string, Node>()
  for (const owner of [item, own]) {
    for (const each of (owner.parameters ?? []) as unknown[]) {
      const node = resolved(each, follow)
      all.set(`${node.in} ${node.name}`, node)
    }
  }
  const nodes = [...all.values()]
  const isOld = version.startsWith('2')
  const consumes = [own.consumes ?? root.consumes ?? []].flat() as string[]
  const parameters = nodes.map((node) => (isOld ? swaggerParameter(node) : parameter(node)))
  const isElsewhere = (each: Parameter) => !['body', 'formData'].includes(each.in)
  return {
    path,
    method: method.toUpperCase(),
    parameters: parameters.filter(isElsewhere),
    body: isOld ? swaggerBody(parameters, consumes) : bodyOf(own.requestBody, follow),
  }
}

function parameter(node: Node): Parameter {
  const { style, schema } = node
  const fallback = node.in === 'query' || node.in === 'cookie' ? 'form' : 'simple'
  const explode = node.explode ?? (style ?? fallback) === 'form'
  const isList = (style ?? fallback) === fallback
  return {
    name: String(node.name),
    in: String(node.in),
    required: node.required === true || node.in === 'path',
    schema: isList ? schema : undefined,
    between: explode === true && fallback === 'form' ? undefined : ',',
    node,
  }
}

const BETWEEN: Readonly<Record<string, string | undefined>> = { csv: ',', multi: undefined }

function swaggerParameter(node: Node): Parameter {
  const format = String(node.collectionFormat ?? 'csv')
  const { name, in: place, required, ...schema } = node
  return {
    name: String(name),
    in: String(place),
    required: required === true || place === 'path',
    schema: Object.hasOwn(BETWEEN, format) && node.schema === undefined ? schema : undefined,
    between: BETWEEN[format],
    node,
  }
}

function bodyOf(given: unknown, follow: Dialect['follow']): Body | undefined {
  if (given === undefined) return undefined
  const { content = {}, required } = resolved(given, follow)
  const entries = Object.entries(content as Node).map(([type, media]) => {
    const { schema = true, encoding } = resolved(media, follow)
    return [type, { schema, encoding: encoding as Node }] as const
  })
  return { required: required === true, content: new Map(entries) }
}

function swaggerBody(
  parameters: readonly Parameter[],
  consumes: readonly string[],
): Body | undefined {
  const types = consumes.length === 0 ? ['application/json'] : consumes
  const body = parameters.find((each) => each.in === 'body')
  if (body !== undefined) {
    const media = { schema: body.node.schema ?? true }
    return { required: body.required, content: new Map(types.map((type) => [type, media])) }
  }
  const fields = parameters.filter((each) => each.in === 'formData')
  if (fields.length === 0) return undefined
  const hasFile = fields.some(({ node }) => node.type === 'file')
  const fallback = hasFile ? 'multipart/form-data' : 'application/x-www-form-urlencoded'
  const forms = types.filter((type) => /form/.test(type))
  const media = { schema: undefined, fields }
  const content = new Map((forms.length === 0 ? [fallback] : forms).map((type) => [type, media]))
  return { required: fields.some(({ required }) => required), content }
}

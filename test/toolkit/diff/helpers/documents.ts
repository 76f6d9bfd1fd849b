import type { Change } from '#toolkit/diff/change.js'
import { compareDocuments } from '#toolkit/diff/compare.js'
import { inFull } from '../../../helpers/made.js'
import { yamlOf } from '../../../helpers/rows.js'

/** Members of a document beside its paths. */
export interface DocumentParts {
  readonly components?: object
  readonly [member: string]: unknown
}

/** A document of some paths. */
export function documentOf(paths: object, parts: DocumentParts = {}): object {
  return { openapi: '3.1.0', info: { title: 'T', version: '1' }, paths, ...parts }
}

/** Content of a schema in JSON. */
export const json = (schema: unknown) => ({ 'application/json': { schema } })

/** One operation that takes a body of a schema. */
export function requestOf(schema: unknown, parts?: DocumentParts): object {
  const requestBody = { required: true, content: json(schema) }
  return documentOf({ '/a': { post: { operationId: 'a', requestBody, ...answer() } } }, parts)
}

/** Responses without content. */
export const answer = () => ({ responses: { 204: { description: 'd' } } })

/** A document that is written in short. */
export const written = (short: string) => yamlOf(inFull(short)) as object

/** An operation, its path, its document and parts of these, said in short. */
interface Short {
  /** The whole document, or what it has beside its paths. */
  readonly whole?: object
  readonly parts?: DocumentParts
  readonly urls?: readonly string[]
  readonly path?: string
  /** Beside the operation in its path. */
  readonly item?: object
  /** The scheme that the operation needs, and its name. */
  readonly scheme?: { readonly as?: string }
  readonly parameter?: object
  readonly body?: { readonly required: boolean } & Content
  /** The one member of a body. */
  readonly member?: object
  readonly response?: { readonly status?: string } & Content
  readonly header?: object
  /** The operation of a webhook. */
  readonly hook?: object
}

interface Content {
  readonly json?: unknown
  readonly content?: object
}

const contentOf = ({ json: schema, content }: Content) =>
  schema === undefined ? content : json(schema)

/** Schemes that operations need. */
const SCHEMES = {
  bearer: { type: 'http', scheme: 'bearer' },
  same: { type: 'http', scheme: 'Bearer' },
  key: { type: 'apiKey', in: 'header', name: 'X-Key' },
  oauth: { type: 'oauth2', flows: {} },
}

/** The document of a cell in YAML that says it in short. */
export function documentIn(cell: string): object {
  const { whole, parts, urls, path = '/a', item, scheme, hook, ...more } = yamlOf(cell) as Short
  const { parameter, body, member, response, header, ...operation } = more
  const { as: name = 'x', ...declared } = scheme ?? {}
  const text = { type: 'string' }
  const taken =
    member === undefined
      ? body && { required: body.required, content: contentOf(body) ?? json({ type: 'object' }) }
      : { content: json({ type: 'object', properties: { a: member } }) }
  const headers = header && { 'X-A': { schema: text, ...header } }
  const sent = response ?? (header && {})
  const post = {
    ...{ operationId: 'a', ...answer() },
    ...(parameter && { parameters: [{ name: 'p', in: 'query', schema: text, ...parameter }] }),
    ...(taken && { requestBody: taken }),
    ...(sent && {
      responses: {
        [sent.status ?? '200']: { description: 'd', content: contentOf(sent), headers },
      },
    }),
    ...(scheme && { security: [{ [name]: [] }] }),
    ...operation,
  }
  const securitySchemes = scheme ? { [name]: declared } : SCHEMES
  const isSecured = scheme !== undefined || 'security' in operation
  const all = {
    ...parts,
    ...(urls && { servers: urls.map((url) => ({ url })) }),
    ...(isSecured && { components: { securitySchemes } }),
    ...(hook && { webhooks: { grown: { post: { ...answer(), ...hook } } } }),
  }
  return whole ?? documentOf({ [path]: { ...item, post } }, all)
}

/** The changes from one document to another one. */
export function changesOf(one: object, other: object): readonly Change[] {
  return compareDocuments({ document: one }, { document: other }).changes
}

/** Severities and rules of changes. */
export function rulesOf(changes: readonly Change[]): string[] {
  return changes.map(({ severity, rule }) => `${severity} ${rule}`)
}

/** The text of a change, with its witness as JSON. */
export function told({ text, witness }: Change): string {
  const shown = JSON.stringify(witness?.value, (_, value) =>
    typeof value === 'bigint' ? `${value}n` : value,
  )
  return witness === undefined ? text : `${text}: ${shown}`
}

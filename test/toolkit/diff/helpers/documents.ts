import type { Change } from '#toolkit/diff/change.js'
import { compareDocuments } from '#toolkit/diff/compare.js'

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

/** One operation that answers with a body of a schema. */
export function responseOf(schema: unknown, parts?: DocumentParts): object {
  const responses = { 200: { description: 'd', content: json(schema) } }
  return documentOf({ '/a': { post: { operationId: 'a', responses } } }, parts)
}

/** Responses without content. */
export const answer = () => ({ responses: { 204: { description: 'd' } } })

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

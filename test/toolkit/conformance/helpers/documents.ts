import { TestedContract } from '#toolkit/conformance/document/contract.js'

/** A document of these paths, and whatever else it says. */
export function documentOf<Paths extends object, More extends object>(paths: Paths, more?: More) {
  return { openapi: '3.1.0', info: { title: 'T', version: '1' }, paths, ...(more as More) }
}

/** The contract of such a document. */
export function contractOf(paths: object, more?: object): TestedContract {
  return new TestedContract(documentOf(paths, more))
}

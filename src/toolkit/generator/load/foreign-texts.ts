import type { Problem } from '../diagnostics/problems.js'

const SAVE = 'save the document itself: on a code host it is behind "Raw"'
const NAME = 'name the OpenAPI document'

/** Texts that are often given in place of a document, by how they start. */
const STARTS: readonly (readonly [start: RegExp, what: string, advice: string])[] = [
  [/^\s*<(!doctype html|html|head|body|script|!--)/i, 'a web page', SAVE],
  [/^\s*<[?!a-z]/i, 'XML', NAME],
  [/^#%RAML/, 'a RAML document', 'convert it to OpenAPI'],
  [/^version https:\/\/git-lfs\./, 'a pointer of Git LFS', 'run `git lfs pull`'],
  [/^\d{3}: [A-Z][A-Za-z ]+\s*$/, 'the answer of a server', SAVE],
  [/^PK\p{Cc}/u, 'an archive', 'unpack it'],
  [/^%PDF/, 'a PDF', NAME],
  [/^\s*syntax\s*=\s*"proto/, 'a file of Protocol Buffers', 'convert it to OpenAPI'],
  [/^\s*(type|schema|enum|input|interface)( \w+)?\s*\{/, 'a schema of GraphQL', NAME],
]

/** What a text is that is no YAML or JSON of a document, and what to do. */
export function foreignText(text: string): Problem | undefined {
  const [, what, advice] = STARTS.find(([start]) => start.test(text)) ?? []
  if (what === undefined || advice === undefined) return undefined
  return { message: `this is no YAML or JSON but ${what}`, advice }
}

import { readFile } from 'node:fs/promises'
import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type ParsedNode,
  parseDocument,
} from 'yaml'
import { type Diagnostic, DocumentError } from './diagnostics.js'
import { segments } from './pointer.js'

/** A parsed document, with the way back to its text. */
export interface Source {
  /** The file's name as the user gave it. */
  readonly name: string
  /** The document as plain data; an integer above 2^53 is a `bigint`. */
  readonly value: unknown
  /**
   * Line and column (both from 1) of what a JSON pointer names: the key of a member, the start of an
   * element. Where nothing is there, the nearest ancestor.
   */
  locate(pointer: string): { line: number; column: number }
}

/**
 * Reads and parses one YAML or JSON document (JSON is a subset of YAML 1.2).
 *
 * @throws {DocumentError} when the file cannot be read or parsed.
 */
export async function load(file: string): Promise<Source> {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? 'unknown error'
    throw failed(
      unreadable(file),
      `the document cannot be read (${reason})`,
      'name a readable file',
    )
  }
  return parse(file, text)
}

/** Parses the text of a document; `name` is what diagnostics call it. */
export function parse(name: string, text: string): Source {
  const counter = new LineCounter()
  const document = parseDocument(text, { lineCounter: counter, intAsBigInt: true, merge: true })
  const position = (offset: number) => {
    const { line, col } = counter.linePos(offset)
    return { line, column: col }
  }
  const locate = (pointer: string) =>
    position(find(document.contents, segments(pointer) ?? [], document)?.range?.[0] ?? 0)

  const broken = document.errors[0]
  if (broken !== undefined) {
    const at = { name, value: undefined, locate: () => position(broken.pos[0]) }
    throw failed(at, broken.message.split('\n')[0] as string, 'correct the YAML or JSON syntax')
  }
  return { name, value: plain(document.toJS({ maxAliasCount: 1000 })), locate }
}

/** Safe integers become numbers again, so that only what a number cannot hold is a `bigint`. */
function plain(value: unknown): unknown {
  if (typeof value === 'bigint') {
    const number = Number(value)
    return Number.isSafeInteger(number) ? number : value
  }
  if (Array.isArray(value)) return value.map(plain)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, plain(member)]))
}

type Contents = Node | ParsedNode | null

/** The deepest node on the path that exists, so that a missing member points to its parent. */
function find(
  start: Contents,
  path: readonly string[],
  document: ReturnType<typeof parseDocument>,
): Node | undefined {
  let place = start
  let value = start
  for (const segment of path) {
    const next = step(isAlias(value) ? (value.resolve(document) ?? null) : value, segment)
    if (next === undefined) break
    place = next.place
    value = next.value
  }
  return place ?? undefined
}

function step(node: Contents, segment: string): { place: Node; value: Contents } | undefined {
  if (isSeq(node)) {
    const element = node.items[Number(segment)] as Node | undefined
    return element && { place: element, value: element }
  }
  if (!isMap(node)) return undefined
  const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === segment)
  return pair && { place: pair.key as Node, value: pair.value as Contents }
}

function unreadable(name: string): Source {
  return { name, value: undefined, locate: () => ({ line: 1, column: 1 }) }
}

function failed(source: Source, message: string, advice: string): DocumentError {
  const diagnostic: Diagnostic = { family: 'wrong', source, pointer: '#', message, advice }
  return new DocumentError([diagnostic])
}

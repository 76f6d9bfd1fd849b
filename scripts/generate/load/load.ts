import { isUtf8 } from 'node:buffer'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parse, type Source, unreadable } from './source.js'

/**
 * Reads and parses a YAML or JSON document. The documents that it refers to are read when they are
 * opened, each once.
 *
 * @param opened - Told each file, just before it is read.
 * @param earlier - What the file was, a document of one file; it is kept where only little changed.
 * @throws {DocumentError} when the file cannot be read or parsed.
 */
export function load(
  file: string,
  opened: (file: string) => void = () => {},
  earlier?: Source,
): Source {
  const folder = path.dirname(file)
  const sources = new Map<string, () => Source>()
  const open = (name: string): Source => {
    let source = sources.get(name)
    if (source === undefined) {
      const prefix = name === file ? '' : path.relative(folder, name).split(path.sep).join('/')
      const openNext = (relative: string) => open(path.join(path.dirname(name), relative))
      opened(name)
      source = once(() => {
        const text = read(name)
        const isKept = name === file && earlier?.name === name && earlier.revise(text)
        return isKept ? earlier : parse(name, text, prefix, openNext)
      })
      sources.set(name, source)
    }
    return source()
  }
  return open(file)
}

/** Does the work; every call of the result ends as it did, with the same error too. */
function once<T>(work: () => T): () => T {
  try {
    const result = work()
    return () => result
  } catch (error) {
    return () => {
      throw error
    }
  }
}

function read(file: string): string {
  let bytes: Buffer
  try {
    bytes = readFileSync(file)
  } catch (error) {
    throw notReadable(file, String((error as NodeJS.ErrnoException).code))
  }
  if (!isUtf8(bytes)) throw notReadable(file, 'it is not UTF-8')
  return bytes.toString('utf8').replace(/^\uFEFF/, '')
}

function notReadable(file: string, reason: string): Error {
  const message = `the document cannot be read (${reason})`
  return unreadable(file, message, 'name a readable file')
}

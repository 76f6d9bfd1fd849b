import { isUtf8 } from 'node:buffer'
import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import path from 'node:path'
import { meantName } from '../../shared/spelling.js'
import { isInside } from '../shared/import-specifier.js'
import { unreadableError } from './document-errors.js'
import { parse, type Source } from './source.js'

/**
 * Reads and parses a YAML or JSON document. The documents that it refers to are read on first use,
 * each once.
 *
 * @param opened - Called with each file just before it is read.
 * @param root - Folder that must contain every file of the document; default: that of the first
 * file.
 * @param read - Reads a file.
 * @throws {DocumentError} when the file cannot be read or parsed.
 */
export function load(
  file: string,
  opened: (file: string) => void = () => {},
  root?: string,
  read: (file: string, isFirst: boolean) => Buffer = readText,
): Source {
  const folder = path.dirname(file)
  const outside = `it is outside of ${root ?? 'the folder of the document'}`
  // By absolute paths: a reference back to the first file may spell its path in another way.
  const sources = new Map<string, () => Source>()
  const open = (name: string): Source => {
    const place = path.resolve(name)
    const isFirst = name === file
    let source = sources.get(place)
    if (source === undefined) {
      const prefix = isFirst ? '' : path.relative(folder, name).split(path.sep).join('/')
      const openNext = (relative: string) => open(path.join(path.dirname(name), relative))
      const isOutside = !isFirst && !isWithin(root ?? folder, name)
      if (!isOutside) opened(name)
      source = once(() => {
        if (isOutside) throw notReadable(name, outside, ADVICE)
        return parse(name, read(name, isFirst), prefix, openNext)
      })
      sources.set(place, source)
    }
    return source()
  }
  return open(file)
}

const ADVICE = 'name the folder that holds all files of the document with --root DIR'

/** True if a file is in a folder, links resolved: documents may refer to any file. */
function isWithin(folder: string, file: string): boolean {
  if (!isInside(file, folder)) return false
  try {
    return isInside(realpathSync(file), realpathSync(folder))
  } catch {
    return true // reading it reports the error
  }
}

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

/** Content of a UTF-8 file without a byte order mark; only the first document may be a pipe. */
function readText(file: string, isFirst: boolean): Buffer {
  if (!isFirst && isDevice(file)) throw notReadable(file, 'it is no file', 'name a readable file')
  let bytes: Buffer
  try {
    bytes = readFileSync(file)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    const reason = Object.hasOwn(REASONS, code) ? `${REASONS[code]} (${code})` : code
    const near = code === 'ENOENT' ? neighbourOf(file) : undefined
    throw notReadable(file, reason, near ? `did you mean \`${near}\`?` : 'name a readable file')
  }
  if (isUtf16(bytes)) throw notReadable(file, 'it is UTF-16', 'save it as UTF-8')
  if (!isUtf8(bytes)) throw notReadable(file, 'it is not UTF-8', 'name a text, saved as UTF-8')
  return bytes.subarray(0, 3).equals(BYTE_ORDER_MARK) ? bytes.subarray(3) : bytes
}

function neighbourOf(file: string): string | undefined {
  try {
    return meantName(path.basename(file), readdirSync(path.dirname(file)))
  } catch {
    return undefined // there is no such folder
  }
}

function isDevice(file: string): boolean {
  try {
    const found = statSync(file)
    return !found.isFile() && !found.isDirectory()
  } catch {
    return false // reading it reports any other error
  }
}

const BYTE_ORDER_MARK = Buffer.from('\uFEFF')

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'its permissions forbid it',
  EISDIR: 'it is a folder',
  ELOOP: 'its links lead in a circle',
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such folder',
  ERR_INVALID_ARG_VALUE: 'no file can have this name',
}

/** The first character of JSON and YAML is ASCII: of its two bytes in UTF-16, one is zero. */
function isUtf16(bytes: Buffer): boolean {
  const [first, second] = bytes.subarray(0, 2)
  const isMarked = (first === 0xfe && second === 0xff) || (first === 0xff && second === 0xfe)
  return isMarked || (second !== undefined && (first === 0) !== (second === 0))
}

function notReadable(file: string, reason: string, advice: string): Error {
  return unreadableError(file, `the document cannot be read: ${reason}`, advice)
}

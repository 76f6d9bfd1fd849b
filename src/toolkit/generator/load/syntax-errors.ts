import type { Position, Problem } from '../diagnostics/problems.js'
import { lastSatisfying } from '../shared/collections.js'

const QUOTE = 'put the text in quotes'
const NOT_ALIGNED = 'the line is not indented like its neighbours'
const ALIGN = 'indent it as they are'
const CORRECT = 'correct the YAML or JSON syntax'

/** Messages by what is found; `$&` and `$1` in them are that, and a part of it. */
export type Explanations = readonly (readonly [found: RegExp, message: string, advice: string])[]

export function explained(explanations: Explanations, text: string): Problem | undefined {
  for (const [pattern, message, advice] of explanations) {
    const found = pattern.exec(text)
    if (found === null) continue
    const parts = new Map([
      ['$&', text],
      ['$1', found[1] ?? ''],
    ])
    return { message: message.replace(/\$[&1]/, (part) => parts.get(part) as string), advice }
  }
  return undefined
}

/** Messages of the YAML parser, and their translations for users. */
const WORDS: Explanations = [
  [/^deficient indentation/, 'a bracket or a quotation mark above is not closed', 'close it'],
  [/^unexpected end of the stream within a flow/, 'a bracket is not closed', 'close it'],
  [/^unexpected end of the .* quoted/, 'a quotation mark is not closed', 'close it'],
  [/^tab characters/, 'a tab is where YAML requires spaces', 'indent with spaces'],
  [/^expected the node content, but found ','/, 'a comma is too many', 'remove it'],
  [/^missed comma/, 'a comma is missing, or a bracket above is not closed', 'add it'],
  [/^a whitespace character is expected after the key/, 'a space after `:` is missing', 'add it'],
  [/^a line break is expected/, 'a text after `|` or `>` starts on the next line', 'move it there'],
  [/^name of an (anchor|alias)/, 'a text cannot start with & or *', QUOTE],
  [/^unknown escape/, '$&', 'write \\\\ for a backslash, or use single quotes'],
  [/^(null byte|the stream contains non)/, '$&', 'remove it'],
  [/^end of the stream/, 'this belongs to nothing above it', 'indent it like what it belongs to'],
  [
    /^(unknown .* tag|cannot resolve a node)/,
    '$&',
    'remove the tag, or put a text that starts with ! in quotes',
  ],
  [/^unidentified alias/, '$&', 'name an anchor, or put a text that starts with * in quotes'],
  [/^cannot merge/, 'what `<<` names is no map', 'name an anchor of a map'],
  [/^duplicated/, 'the key is there already, in other words', 'remove one, or put it in quotes'],
  [/^bad indentation of/, NOT_ALIGNED, ALIGN],
  [/^a second document/, '$&', 'remove the line `---`, or what follows it'],
  [/multiline key/, `a \`:\` is missing, or ${NOT_ALIGNED}`, CORRECT],
]

export function explainSyntaxError(
  text: string,
  reason: string,
  { line, column }: Position,
): Problem {
  const around = text.split(/\r\n?|\n/).slice(Math.max(0, line - 2), line)
  if (around.some((each) => /^(<{7}|={7}|>{7})( |$)/.test(each))) {
    const message = 'a conflict of versions is not resolved'
    return { message, advice: 'choose one, and remove the marks' }
  }
  const odd = oddLine(around.at(-2) ?? '', around.at(-1) ?? '')
  if (odd !== undefined) return odd
  const misplaced =
    reason.startsWith('bad indentation of') &&
    (unclosedQuote(text, { line, column }) ?? misplacedSign(around.at(-1) as string, column))
  if (misplaced) return misplaced
  return explained(WORDS, reason) ?? { message: reason, advice: CORRECT }
}

/** The start of a line with a key, perhaps that of an element. */
const MEMBER = /^\s*(- +)*("[^"]*"|'[^']*'|[^\s"':]+):(?= |$)/

/** A quotation mark of an earlier line, which the one in front of a sign closes. */
function unclosedQuote(text: string, { line, column }: Position): Problem | undefined {
  const lines = text.split(/\r\n?|\n/)
  const before = (lines[line - 1] as string).slice(0, column - 1).trimEnd()
  const quote = before.at(-1)
  if ((quote !== '"' && quote !== "'") || before.split(quote).length % 2 === 1) return undefined
  const opens = new RegExp(`^(\\s*(?:- +)*(?:[^\\s"'#]+: +)?)${quote}[^${quote}]*$`)
  for (let at = line - 1; at > 0; at--) {
    const [, indentation] = opens.exec(lines[at - 1] as string) ?? []
    if (indentation === undefined) continue
    const place = `${at}:${indentation.length + 1}`
    return { message: `the quotation mark at ${place} is not closed`, advice: 'close it' }
  }
  return undefined
}

/** A sign that the parser takes for the start of another line, though it is inside a line. */
function misplacedSign(line: string, column: number): Problem | undefined {
  const sign = line.charAt(column - 1)
  if (/[@`%]/.test(sign)) return { message: `a text cannot start with ${sign}`, advice: QUOTE }
  // A key, and not its value, is what is wrong.
  if (MEMBER.exec(line)?.[0].length === column) return { message: NOT_ALIGNED, advice: ALIGN }
  if (sign === ':') return { message: 'a text cannot hold `: `', advice: QUOTE }
  if (line.slice(0, column - 1).trim() === '') return undefined
  const message = `${sign} follows a value that has ended`
  return { message, advice: 'remove it, or put the whole text in quotes' }
}

/** Message and position of an error of `JSON.parse`, which may give no position. */
export function locateJsonError(
  text: string,
  message: string,
): { reason: string; position: Position; offset: number } {
  const [, offset] = / at position (\d+)/.exec(message) ?? []
  // Without a position: the end of the longest start that only lacks an end.
  const isSound = (length: number) => !isBroken(text.slice(0, length))
  const at = offset === undefined ? lastSatisfying(text.length + 1, isSound) : Number(offset)
  const reason = message
    .replace(/ (?:in|after) JSON at position .*$/, '')
    .replace(/, .* is not valid JSON$/s, '')
  return { reason, position: positionAt(text, at), offset: at }
}

function isBroken(start: string): boolean {
  try {
    JSON.parse(start)
    /* c8 ignore next -- text behind a complete value is reported with its position */
    return false
  } catch (error) {
    return (error as Error).message.startsWith('Unexpected token')
  }
}

export function positionAt(text: string, offset: number): Position {
  const before = text.slice(0, offset).split('\n')
  return { line: before.length, column: (before.at(-1) as string).length + 1 }
}

const SAVE = 'save the document itself: on a code host it is behind "Raw"'
const NAME = 'name the OpenAPI document'

/** Texts that are often given in place of a document, by how they start. */
const STARTS: Explanations = [
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

export function foreignText(text: string): Problem | undefined {
  const found = explained(STARTS, text)
  return found && { ...found, message: `this is no YAML or JSON but ${found.message}` }
}

/** What YAML does not say of a line (1.2.2, section 6.1), though it is what is wrong. */
const ODD: Explanations = [
  [
    /^[ \t]*[\u00a0\u2000-\u200b\u202f\u3000\ufeff]/,
    'a character that looks like a space indents the line',
    'write spaces',
  ],
  [/^[^:]*\uff1a/, '\uff1a is no colon of YAML', 'write `: `'],
  [/^\s*-\t/, 'a tab is where YAML requires spaces', 'write a space'],
  [/^\s*\*\/\*/, 'a key cannot start with *', "put it in quotes: '*/*'"],
  [/^\s*- - /, 'two dashes begin a list in a list', 'leave one dash'],
]

/** What is wrong with a line, or the one above it. */
function oddLine(before: string, line: string): Problem | undefined {
  const odd = explained(ODD, line) ?? explained(ODD, before)
  if (odd !== undefined) return odd
  const isInside = line.trim() === '' || indentationOf(line) > indentationOf(before)
  const [, key] = /^\s*(?:- +)*(["']?[\w/$][^\s"':,]*["']?)\s*$/.exec(before) ?? []
  if (key !== undefined && isInside && MEMBER.test(line))
    return { message: `a \`:\` is missing after \`${key}\``, advice: 'add it' }
  const [, sign] = /:\s+([>|][+-]?)\s*$/.exec(before) ?? []
  if (sign === undefined || isInside) return undefined
  return {
    message: `the text after \`${sign}\` is not indented`,
    advice: 'indent it below its key',
  }
}

function indentationOf(line: string): number {
  return line.length - line.trimStart().length
}

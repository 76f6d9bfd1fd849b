import { meantName } from '../../shared/spelling.js'
import type { Problem } from '../diagnostics/problems.js'

const AS_YAML = 'remove it, or save the document as YAML'

/** Words of other languages, with what JSON has for them. */
const WORDS: ReadonlyMap<string, string> = new Map([
  ['True', 'true'],
  ['False', 'false'],
  ['None', 'null'],
  ['undefined', 'null'],
  ['NaN', 'null'],
  ['Infinity', 'null'],
])

/** What is wrong at an offset of a text that is no JSON (RFC 8259); `undefined` where only the parser knows. */
export function explainJson(text: string, offset: number): Problem | undefined {
  const before = text.slice(0, offset).trimEnd().at(-1)
  const rest = text.slice(offset).trimStart()
  const sign = rest.charAt(0)
  if (sign === '')
    return { message: 'a bracket or a quotation mark is not closed', advice: 'close it' }
  if (/^(\/[/*]|#)/.test(rest)) return { message: 'JSON has no comments', advice: AS_YAML }
  if (before === ',' && /[}\],]/.test(sign)) {
    return { message: 'a comma is too many', advice: 'remove the one before this' }
  }
  if (/['`´‘’“”„«»]/.test(sign)) {
    return { message: `${sign} is no quotation mark of JSON`, advice: 'write "' }
  }
  return ofEscape(text, offset) ?? ofWord(text, offset) ?? missing(rest, before)
}

function ofEscape(text: string, offset: number): Problem | undefined {
  const [sign = '', last] = [text.charAt(offset), text.charAt(offset - 1)]
  if (last === '\\')
    return { message: `\\${sign} is no escape of JSON`, advice: 'write \\\\ for a backslash' }
  if (sign === '\n' || sign === '\r') {
    return {
      message: 'a text ends on the line that it starts on',
      advice: 'write \\n for a line break',
    }
  }
  return undefined
}

/** A key or a value without quotes; the parser may stop inside of it. */
function ofWord(text: string, offset: number): Problem | undefined {
  const [start = ''] = /[\w$-]*$/.exec(text.slice(0, offset)) ?? []
  const rest = start + (start === '' ? text.slice(offset).trimStart() : text.slice(offset))
  const [key, name] = /^([\w$-]+)\s*:/.exec(rest) ?? []
  if (key !== undefined) {
    return { message: `the key ${name} is not in double quotes`, advice: `write "${name}"` }
  }
  const [word] = /^-?[A-Za-z]\w*/.exec(rest) ?? []
  if (word === undefined) return undefined
  const meant = WORDS.get(word.replace('-', '')) ?? meantName(word, ['true', 'false', 'null'])
  const message = `${word} is no value of JSON`
  return { message, advice: meant === undefined ? `write "${word}"` : `write ${meant}` }
}

function missing(rest: string, before: string | undefined): Problem | undefined {
  const isValue = /["\w\]}]/.test(before ?? '')
  if (isValue && /^["[{\d-]/.test(rest))
    return { message: 'a comma is missing', advice: 'add it before this' }
  return undefined
}

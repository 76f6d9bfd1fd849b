/** Faults at the reading of JSON bodies. */

import { asks, type Exchange } from '../../exchange/expect.js'
import { parseJson } from '../../json/parse.js'
import type { Json } from '../../json/value.js'
import { Failure } from '../../kernel/failure.js'
import type { Points } from '../../kernel/points.js'
import type { FaultRow } from '../fault.js'
import { type Sample, withText } from './sample.js'

/** Changes the text before it is parsed. */
const reads = (change: (text: string) => string) => (p: Points) => {
  const { parseJson } = p
  p.parseJson = (text) => parseJson(change(text))
}

/** For texts that the reader does not understand. */
const orElse = (otherwise: (text: string) => Json) => (p: Points) => {
  const { parseJson } = p
  p.parseJson = (text) => {
    try {
      return parseJson(text)
    } catch {
      return otherwise(text)
    }
  }
}

const fails = () => {
  throw new Error('the parser failed')
}

const replaced = (from: RegExp, to: string) => (text: string) => text.replace(from, to)

/** The text with the fields of a form in place of its own members. */
function filledIn(text: string, form: string): string {
  const fields = new URLSearchParams(form)
  return text.replace(/"(\w+)":("[^"]*"|\d+)/g, (member, name, value) => {
    const field = fields.get(name)
    if (field === null) return member
    return `"${name}":${value.startsWith('"') ? JSON.stringify(field) : field}`
  })
}

export function jsonFaults(sample: Sample): FaultRow<Points>[] {
  const { text } = sample
  const refuses = (body: string): Exchange => asks(withText(sample, body), 400)
  const inside = text.slice(1, -1)
  const named = (name: string) => `${sample.prefix}${name}`
  return [
    [
      named('malformed-500'),
      'A body that is not JSON makes the server fail.',
      'no 5xx',
      orElse(fails),
      refuses('{"id":'),
    ],
    [
      named('malformed-is-empty'),
      'A body that is not JSON counts as an object that has everything.',
      'RFC 8259',
      orElse(() => parseJson(text)),
      refuses(`${text.slice(0, -1)}`),
    ],
    [
      named('form-as-json'),
      'A form is read in place of JSON.',
      'RFC 8259',
      orElse((body) => parseJson(/^\w+=/.test(body) ? filledIn(text, body) : body)),
      refuses('id=1&name=fern'),
    ],
    [
      named('trailing-text'),
      'Text after the document is not looked at.',
      'RFC 8259, section 2',
      reads((body) => body.slice(0, body.lastIndexOf('}') + 1)),
      refuses(`${text} x`),
    ],
    [
      named('second-document'),
      'A second document after the first is not looked at.',
      'RFC 8259, section 2',
      reads((body) => body.split('}\n{')[0]?.replace(/\}?$/, '}') ?? ''),
      refuses(`${text}\n{}`),
    ],
    [
      named('trailing-comma'),
      'A comma before the closing brace is accepted.',
      'RFC 8259, section 4',
      reads(replaced(/,\s*\}/g, '}')),
      refuses(`{${inside},}`),
    ],
    [
      named('comments'),
      'Comments are accepted.',
      'RFC 8259, section 2',
      reads(replaced(/\/\*.*?\*\//g, '')),
      refuses(`{/* new */${inside}}`),
    ],
    [
      named('line-comments'),
      'Comments up to the end of their line are accepted.',
      'RFC 8259, section 2',
      reads(replaced(/\/\/[^\n]*\n/g, '\n')),
      refuses(`{// new\n${inside}}`),
    ],
    [
      named('hash-comments'),
      'Comments that begin with a hash are accepted.',
      'RFC 8259, section 2',
      reads(replaced(/#[^\n]*\n/g, '\n')),
      refuses(`{# new\n${inside}}`),
    ],
    [
      named('two-commas'),
      'Two commas count as one.',
      'RFC 8259, section 4',
      reads(replaced(/,,/g, ',')),
      refuses(`{${inside.replace(',', ',,')}}`),
    ],
    [
      named('quote-escaped'),
      'An escaped single quote is accepted.',
      'RFC 8259, section 7',
      reads(replaced(/\\'/g, "'")),
      refuses(text.replace(/:"([^"]*)/, `:"$1\\'`)),
    ],
    [
      named('slash-escape-refused'),
      'A slash that is escaped is refused.',
      'RFC 8259, section 7',
      reads((body) => (body.includes('\\/') ? '' : body)),
      asks(withText(sample, text.replace(/:"([^"]*)/, ':"$1\\/')), sample.ok),
    ],
    [
      named('single-quotes'),
      'Strings in single quotes are accepted.',
      'RFC 8259, section 7',
      orElse((body) => parseJson(body.replaceAll("'", '"'))),
      refuses(text.replaceAll('"', "'")),
    ],
    [
      named('unquoted-names'),
      'Names of members without quotes are accepted.',
      'RFC 8259, section 4',
      orElse((body) => parseJson(body.replace(/([{,])(\w+):/g, '$1"$2":'))),
      refuses(text.replace(/"(\w+)":/, '$1:')),
    ],
    [
      named('unclosed'),
      'A closing brace that is missing is added.',
      'RFC 8259, section 4',
      orElse((body) => parseJson(`${body}}`)),
      refuses(`{${inside}`),
    ],
    [
      named('raw-newline'),
      'Newlines inside of strings are accepted.',
      'RFC 8259, section 7',
      reads(replaced(/\n/g, ' ')),
      refuses(text.replace(/":"(\w)/, '":"\n$1')),
    ],
    [
      named('deep-500'),
      'A document that is nested deeply makes the server fail.',
      'no 5xx',
      (p) => {
        const { parseJson } = p
        p.parseJson = (body) => (/\[{101}/.test(body) ? fails() : parseJson(body))
      },
      refuses(`{${inside},"deep":${'['.repeat(5_000)}${']'.repeat(5_000)}}`),
    ],
    [
      named('empty-500'),
      'An empty body makes the server fail.',
      'no 5xx',
      (p) => {
        const { parseBody } = p
        p.parseBody = (call) => (call.bytes?.length === 0 ? fails() : parseBody(call))
      },
      refuses(''),
    ],
    [
      named('empty-accepted'),
      'Without a body, something is made up.',
      'requestBody.required',
      (p) => {
        const { parseBody } = p
        p.parseBody = (call) => {
          if (call.operation.id === sample.operation && call.bytes.length === 0) {
            call.type = sample.type
            call.bytes = Buffer.from(text)
          }
          return parseBody(call)
        }
      },
      refuses(''),
    ],
    [
      named('null-500'),
      'A body of null makes the server fail.',
      'no 5xx',
      (p) => {
        const { validate } = p
        p.validate = (value, schema, call) =>
          value === null ? fails() : validate(value, schema, call)
      },
      refuses('null'),
    ],
    [
      named('array-500'),
      'An array instead of an object makes the server fail.',
      'no 5xx',
      (p) => {
        const { validate } = p
        p.validate = (value, schema, call) =>
          Array.isArray(value) ? fails() : validate(value, schema, call)
      },
      refuses('[]'),
    ],
    [
      named('scalar-500'),
      'A string instead of an object makes the server fail.',
      'no 5xx',
      (p) => {
        const { validate } = p
        p.validate = (value, schema, call) =>
          typeof value === 'string' ? fails() : validate(value, schema, call)
      },
      refuses('"x"'),
    ],
    [
      named('invalid-500'),
      'Each violation of the schema makes the server fail.',
      'no 5xx',
      (p) => {
        const { validate } = p
        p.validate = (value, schema, call) => {
          try {
            validate(value, schema, call)
          } catch {
            fails()
          }
        }
      },
      refuses('{}'),
    ],
    [
      named('malformed-404'),
      'A body that is not JSON is answered with another status.',
      'documented status',
      orElse(() => {
        throw new Failure(404, 'The body is not JSON.')
      }),
      refuses('{'),
    ],
    [
      named('infinity'),
      'Numbers beyond JSON are accepted.',
      'RFC 8259, section 6',
      reads(replaced(/:(NaN|Infinity|0x\w+|\+\d+|0\d+)/g, ':1')),
      refuses(text.replace(/:\d+(\.\d+)?/, ':+1')),
    ],
  ]
}

import { YAMLException } from 'js-yaml'
import { type Diagnostic, DocumentError } from '../diagnostics.js'
import type { Position } from './positions.js'
import type { Source } from './source.js'
import { parseYaml } from './yaml.js'

/** The error for a text that is neither YAML nor JSON. */
export function syntaxError(
  name: string,
  prefix: string,
  text: string,
  error: unknown,
): DocumentError {
  const { reason, mark } = whatYamlSays(text, error)
  const position = { line: (mark?.line ?? 0) + 1, column: (mark?.column ?? 0) + 1 }
  const advice = 'correct the YAML or JSON syntax'
  return new DocumentError([fault(name, prefix, position, reason, advice)])
}

/** A document that is not there, or cannot be opened. */
export class UnreadableError extends DocumentError {}

/** The error for a document that cannot be opened. */
export function unreadable(name: string, message: string, advice: string): UnreadableError {
  return new UnreadableError([fault(name, '', { line: 1, column: 1 }, message, advice)])
}

function fault(
  name: string,
  prefix: string,
  position: Position,
  message: string,
  advice: string,
): Diagnostic {
  const source = {
    name,
    prefix,
    value: undefined,
    locate: () => position,
    /* c8 ignore next 3 -- nobody asks more of a document that could not be read */
    mentions: () => false,
    open: standsAlone,
    revise: () => false,
  }
  return { family: 'wrong', source, pointer: '#', message, advice }
}

/** `JSON.parse` does not say where; the YAML parser does, and refuses the same texts. */
function whatYamlSays(text: string, error: unknown): Pick<YAMLException, 'reason' | 'mark'> {
  if (error instanceof YAMLException) return error
  try {
    parseYaml(text)
  } catch (yamlError) {
    if (yamlError instanceof YAMLException) return yamlError
  }
  // A comma too many is none in YAML.
  const { message } = error as Error
  const [, offset = '0'] = / at position (\d+)|$/.exec(message) as RegExpExecArray
  const before = text.slice(0, Number(offset)).split('\n')
  const mark = { line: before.length - 1, column: (before.at(-1) as string).length }
  const reason = message.replace(/ in JSON at position .*$/, '')
  return { reason, mark: mark as NonNullable<YAMLException['mark']> }
}

/** What a document opens that is in no folder. */
export function standsAlone(relativePath: string): Source {
  const message = 'a document without a file has no neighbours'
  throw unreadable(relativePath, message, 'load the document from a file')
}

import { yamlOf } from '../../../../helpers/rows.js'
import type { JsonObject } from '../json/value.js'
import { resolve } from '../kernel/document.js'
import type { Answer, Call, Points } from '../kernel/points.js'

/** What is other in an answer; null takes away. */
interface Change extends Partial<Record<'status' | 'type' | 'body' | 'headers', unknown>> {
  /** A body that is plain text, unless its type is given. */
  readonly text?: string
  readonly more?: JsonObject
  /** Members that the body has where it has none of the name. */
  readonly absent?: JsonObject
  /** Other values of headers that are there. */
  readonly header?: Readonly<Record<string, string | null>>
}

type Patch = (points: Points) => void

/**
 * The change of a server that a cell says in YAML: `{WHAT: CHANGE}`, where null takes away. It is one of
 * - keywords of a schema that the server validates by: `Plant/properties/name`, `parameters/Limit`
 * - the answer of an operation, or what is refused, of an operation or of nothing: `answer of getBook`, `error 404`,
 *   `error 404 of getBook`, `error 404 of nothing`
 * - a part that always gives the same: `always filters/genre`
 */
export function switched(cell: string): Patch {
  const [[what, change] = []] = Object.entries(yamlOf(cell) as Record<string, object>)
  const [, part] = /^always (.*)/.exec(what ?? '') ?? []
  if (part !== undefined) return always(part, change)
  const [, id] = /^answer of (.*)/.exec(what ?? '') ?? []
  if (id !== undefined) return answers(id, change as Change)
  const [, status, of] = /^error (\d+)(?: of (\w+))?$/.exec(what ?? '') ?? []
  if (status !== undefined) return errors(Number(status), of, change as Change)
  return keywords(what ?? '', change as Record<string, unknown>)
}

function always(part: string, value: unknown): Patch {
  return (points) => {
    const names = part.split('/')
    const last = names.pop() ?? ''
    const holder = names.reduce<object>((all, name) => all[name as never], points)
    if (!(last in holder)) throw new Error(`there is no ${part}`)
    Object.assign(holder, { [last]: () => value ?? undefined })
  }
}

function answers(id: string, change: Change): Patch {
  return ({ handlers }) => {
    const own = handlers[id]
    if (!own) throw new Error(`there is no ${id}`)
    handlers[id] = async (call) => changed(await own(call), change)
  }
}

function errors(status: number, of: string | undefined, change: Change): Patch {
  return onError(status, (answer, call) => {
    const { id = 'nothing' } = call?.operation ?? {}
    return of === undefined || of === id ? changed(answer, change) : answer
  })
}

export function onError(
  status: number,
  change: (answer: Answer, call: Call | undefined) => Answer,
): Patch {
  return (p) => {
    const { errorAnswer } = p
    p.errorAnswer = (failure, call) => {
      const answer = errorAnswer(failure, call)
      return failure.status === status ? change(answer, call) : answer
    }
  }
}

function changed(answer: Answer, { text, more, absent, header, ...members }: Change): Answer {
  const plain = text !== undefined && { type: 'text/plain', body: Buffer.from(text) }
  const all: Answer = without({ ...answer, ...plain, ...members })
  const { headers = {}, body } = all
  const given = Object.keys(headers).filter((name) => header && name in header)
  const others = Object.fromEntries(given.map((name) => [name, header?.[name]]))
  return {
    ...all,
    headers: without({ ...headers, ...others }),
    ...((more ?? absent) && { body: { ...absent, ...(body as JsonObject), ...more } }),
  }
}

function without<Whole extends object>(members: object): Whole {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null)) as Whole
}

function keywords(name: string, given: Record<string, unknown>): Patch {
  const pointer = name.startsWith('parameters/') ? `${name}/schema` : `schemas/${name}`
  return ({ document }) => {
    const schema = resolve(document, `#/components/${pointer}`)
    for (const [keyword, value] of Object.entries(given)) {
      if (value === null && !(keyword in schema)) throw new Error(`${pointer} has no ${keyword}`)
      if (value === null) delete schema[keyword]
      else schema[keyword] = value
    }
  }
}

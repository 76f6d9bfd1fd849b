import { isDeepStrictEqual } from 'node:util'
import { stringify } from '#toolkit/runtime/json/stringify.js'
import { withoutWriteOnly, writeOnlyIn } from '../examples/answered.js'
import type { Node } from '../requests/oracle/schema.js'
import type { Judge } from './judge.js'
import { credentialsOf, type Question, schemaPointer } from './questions.js'

/** How a mock does on a document. */
export interface Score {
  examples: number
  back: number
  /** JSON answers with a documented status and a schema. */
  judged: number
  refused: number
  /** Examples of the document that its own schemas refuse, and which came back. */
  wrongExamples: number
  readonly problems: string[]
}

/** Asks a mock each question. */
export async function scoreOf(
  url: string,
  questions: readonly Question[],
  document: Node,
  judge: Judge,
): Promise<Score> {
  const score: Score = {
    ...{ examples: 0, back: 0, judged: 0, refused: 0, wrongExamples: 0 },
    problems: [],
  }
  const writeOnly = new Set(writeOnlyIn(document))
  for (const question of questions) {
    const response = await ask(url, question, document)
    const value = parsed(await response.text())
    const isBack = question.hasExample && isExample(question, response.status, value, writeOnly)
    if (question.hasExample) score.examples++
    if (isBack) score.back++
    else if (question.hasExample) {
      score.problems.push(`${question.name}: ${response.status} ${stringify(value ?? null)}`)
    }
    const type = response.headers.get('content-type') ?? ''
    const pointer = schemaPointer(document, question.responses, `${response.status}`, type)
    if (pointer === undefined || value === undefined) continue
    score.judged++
    const why = judge(pointer, value)
    if (why === undefined) continue
    const isDocumented = questions.some(
      (each) =>
        isSameOperation(each, question) && isExample(each, response.status, value, writeOnly),
    )
    if (isDocumented) score.wrongExamples++
    else {
      score.refused++
      score.problems.push(`${question.name}: ${response.status} ${why}: ${stringify(value)}`)
    }
  }
  return score
}

async function ask(url: string, { sent, headers }: Question, document: Node): Promise<Response> {
  const credentials = credentialsOf(document)
  const { query } = credentials
  const more = query === '' ? '' : `${sent.url.includes('?') ? '&' : '?'}${query}`
  return fetch(`${url}${sent.url}${more}`, {
    method: sent.method,
    headers: { ...credentials.headers, ...sent.headers, ...headers },
    ...(sent.payload !== undefined && { body: sent.payload }),
  })
}

function isSameOperation(one: Question, other: Question): boolean {
  return one.hasExample && one.responses === other.responses
}

function isExample(
  { status, value: wanted }: Question,
  given: number,
  value: unknown,
  writeOnly: ReadonlySet<string>,
): boolean {
  const text = stringify(withoutWriteOnly(wanted, writeOnly))
  const own = withoutWriteOnly(value, writeOnly)
  return given === Number(status) && isDeepStrictEqual(own, JSON.parse(text))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

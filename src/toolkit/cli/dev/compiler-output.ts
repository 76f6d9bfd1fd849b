import { stripVTControlCharacters } from 'node:util'

/** The first line of a problem, plain or as the compiler prints it on a terminal. */
const PROBLEM = /error.* TS\d+:/

/** A line that explains the one above it, level by level; those of code begin with a colour. */
const LEVEL = /^ +\S/

/** The end of the first line of a problem with what a handler returns: the name of its results. */
const WRONG_RESULT = /\b(\w+Result)>*'\.$/

/** A reason that names both types by itself. */
const WHOLE_REASON =
  /^(Property .* is missing in|Type .* is missing the following|Object literal may only) /

/**
 * The output of the compiler with two levels for each problem: what is wrong, and the innermost reason, in
 * place of all types on the way from one to the other. One level is left where the reason says all, or with
 * the name of the results of an operation, and of the member, does.
 */
export function twoLevels(output: string): string {
  return staleOnce(withoutWay(output))
}

function withoutWay(output: string): string {
  const lines: string[] = []
  let levels: string[] | undefined
  const end = () => {
    if (levels?.length) lines.push(...told(lines.pop() ?? '', levels))
    levels = undefined
  }
  for (const line of output.split('\n')) {
    if (levels !== undefined && LEVEL.test(line)) {
      levels.push(line)
      continue
    }
    end()
    if (PROBLEM.test(line)) levels = []
    lines.push(line)
  }
  end()
  return lines.join('\n')
}

/** A result with what `Exact` excludes from it, and documented headers with others. */
const WRAPPED = /\b(?:Flat|WithOthers)<(\w+)(?: & Without<[^<>]*>)?>/g

/** A level that names the member which the next one is about. */
const MEMBER = /^ +(?:Types of property|The types of) '([^']+)' are incompatible/

/** A level that compares a result with the default response, as one whose status is none of the others. */
const DEFAULT =
  /^ +Type '\{ status: (\d+);.*' is not assignable to type '(?:Flat<)?\w+ResultDefault\b/

function told(first: string, levels: readonly string[]): string[] {
  const deepest = innermost(levels)
  const reason = deepest.trim().replace(WRAPPED, '$1')
  const [place] = /^.*? TS\d+: [^A-Z]*/.exec(first) ?? []
  const [, result] = WRONG_RESULT.exec(first) ?? []
  const isWhole = result !== undefined || WHOLE_REASON.test(reason)
  const member = levels.flatMap((line) => MEMBER.exec(line)?.[1] ?? []).join('.')
  if (place === undefined || !isWhole) return [first, `  ${member && `${member}: `}${reason}`]
  if (result === undefined) return [`${place}${reason}`]
  const isNamed = reason.includes(result) && member === ''
  const ofDefault = levels.flatMap((line) => DEFAULT.exec(line)?.[1] ?? [])
  const status = ofDefault.length > 0 ? `status ${ofDefault[0]} is a default response; ` : ''
  return [`${place}${isNamed ? '' : `${result}: `}${status}${ofMember(member, reason)}`]
}

/** Of a wrong status the compiler names another one, which need not be what is meant. */
function ofMember(member: string, reason: string): string {
  if (member === '') return reason
  const [, status] = /^Type '(\d+)' is not/.exec(reason) ?? []
  const isStatus = member === 'status' && status !== undefined
  return isStatus ? `status ${status} is none that the document has` : `${member}: ${reason}`
}

function innermost(levels: readonly string[]): string {
  const depth = (line: string) => line.length - line.trimStart().length
  return levels.reduce((one, other) => (depth(other) >= depth(one) ? other : one))
}

/** The types of an operation that the document does not have, or does not have any more. */
const STALE =
  /(?:Module )?['"]+[^'"]*operations(?:\.[cm]?[jt]s)?["']* has no exported member (?:named )?'(\w+?)(?:Request|Result)'.*/

/** Of a handler whose operation is gone one line: all other problems of its file follow from that. */
function staleOnce(output: string): string {
  const problems = output.split(/\n(?=.*error.* TS\d+:)/)
  const fileOf = (problem: string) =>
    /^(.+?)(?:\(\d+,|:\d+:\d+ )/.exec(stripVTControlCharacters(problem))?.[1]
  const stale = new Map(
    problems.filter((each) => STALE.test(each)).map((each) => [fileOf(each), each]),
  )
  const kept = problems.flatMap((problem) => {
    const first = stale.get(fileOf(problem))
    if (first === undefined) return [problem]
    const [, summary = ''] = /\n\n?(Found \d+ error.*)$/s.exec(problem) ?? []
    const isFirst = problem === first
    return isFirst ? [problem.replace(STALE, gone)] : summary === '' ? [] : [summary]
  })
  return kept.join('\n')
}

function gone(_problem: string, name: string): string {
  return `the document has no operation \`${name}\` any more; remove this handler, or give the operation its operationId again`
}

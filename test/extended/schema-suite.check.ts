import path from 'node:path'
import t from 'tap'
import { FORMATS } from '#toolkit/generator/read/schemas/keyword-types.js'
import { orSkip } from './registry.js'
import { deviations } from './schema-suite/deviations.js'
import { suiteFolder } from './schema-suite/fetch.js'
import { type Judge, judges, type Outcome } from './schema-suite/pipeline.js'
import { type Group, groupsOf, remotesFor } from './schema-suite/suite.js'

/** The part that every implementation has to keep, and what is left to it. */
const PARTS = ['required', 'optional', 'optional/format'] as const

t.test("JSON Schema's own test suite has our verdicts", async (t) => {
  const folder = await orSkip(t, suiteFolder(), 'the suite can be fetched')
  if (folder === undefined) return
  const remotes = remotesFor(path.join(folder, 'remotes'))
  const found = new Map<string, string>()
  for (const part of PARTS) {
    const all = groupsOf(path.join(folder, 'tests/draft2020-12', part.replace('required', '.')))
    const groups = part === 'optional/format' ? all.filter(isChecked).map(asserting) : all
    const deviating = wrongOf(groups, await judges(t, groups, remotes))
    for (const [name, verdict] of deviating) found.set(name, verdict)
    const cases = groups.flatMap((group) => group.cases).length
    t.ok(cases > 100, `${part}: ${cases} cases of ${groups.length} schemas`)
    t.comment(`${part}: ${cases} cases of ${groups.length} schemas, ${deviating.length} deviate`)
  }
  for (const [name, verdict] of found) {
    const reason = deviations.get(name)
    t.ok(reason !== undefined, `${name}: ${verdict}${reason === undefined ? '' : `: ${reason}`}`)
  }
  for (const name of deviations.keys()) t.ok(found.has(name), `${name} is said to deviate`)
})

/** Formats that are annotations to us are annotations to the required part too. */
function isChecked({ name }: Group): boolean {
  return FORMATS.has(name.split(' / ')[0] as string)
}

/** The schema as OpenAPI documents have it: a format is checked where the type may be a string. */
function asserting(group: Group): Group {
  const types = ['array', 'boolean', 'null', 'number', 'object', 'string']
  return { ...group, schema: group.schema.replace('{', `{"type": ${JSON.stringify(types)},`) }
}

/** What has not the suite's verdict: schemas that are refused, and cases. */
function wrongOf(groups: readonly Group[], outcomes: readonly Outcome[]) {
  return groups.flatMap(({ name, cases }, index): (readonly [string, string])[] => {
    const outcome = outcomes[index] as Outcome
    if ('refused' in outcome) return [[name, outcome.refused]]
    const verdicts = cases.map((each) => [each.name, verdictOf(outcome, each.data)] as const)
    return verdicts.filter(
      ([, verdict], at) =>
        verdict !== `compiled ${cases[at]?.valid}, explained ${cases[at]?.valid}`,
    )
  })
}

function verdictOf({ compiled, explained }: Judge, data: string): string {
  try {
    return `compiled ${compiled(data)}, explained ${explained(data)}`
  } catch (error) {
    return String(error)
  }
}

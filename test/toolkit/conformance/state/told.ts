import { readdirSync } from 'node:fs'
import t from 'tap'
import type { Scenario } from '#toolkit/conformance/resources/scenario.js'
import { fits } from '../../../helpers/fits.js'
import { rowsOf, yamlOf } from '../../../helpers/rows.js'
import { type Fault, played, type Shape } from './small-world.js'

const FOLDER = new URL('.', import.meta.resolve('#toolkit/conformance/probes/state/scenarios.js'))
const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
const modules = files
  .filter((name) => name.endsWith('.js'))
  .map((name) => import(new URL(name, FOLDER).href))

/** All scenarios, by the names of their exports. */
const SCENARIOS: Readonly<Record<string, Scenario>> = Object.assign(
  {},
  ...(await Promise.all(modules)),
)

interface Named {
  /** Scenarios that are not there under these names. */
  readonly scenarios?: Readonly<Record<string, Scenario>>
  readonly shapes?: Readonly<Record<string, Shape>>
  readonly servers: Readonly<Record<string, Fault>>
}

/**
 * Tests what scenarios tell, a row each: what the server does, the scenario, the shape of its things (a name, or
 * YAML), and all that is told and noted then, or the first of it and how much more; … is anything.
 */
export function tells(table: string, { scenarios = {}, shapes = {}, servers }: Named): void {
  const rows = rowsOf(table)
  const idle = Object.keys(servers).filter((name) => rows.every(([does]) => does !== name))
  if (idle.length > 0) throw new Error(`no row is of a server that ${idle}`)
  for (const [does = '', name = '', shape = '', ...expected] of rows) {
    const scenario = scenarios[name] ?? SCENARIOS[name]
    if (scenario === undefined) throw new Error(`there is no scenario ${name}`)
    if (!(does in servers) && does !== 'is right') throw new Error(`no server ${does}`)
    t.test(`a server that ${does}: ${scenario.what}`, async (t) => {
      const own = shapes[shape] ?? (yamlOf(shape) as Shape)
      const { told, notes } = await played(own, servers[does], [scenario])
      const all = [...told.map((each) => each.replace(' | ', '; ')), ...notes]
      const isCut = /^and \d+ more$/.test(expected.at(-1) ?? '')
      if (isCut) all.push(`and ${all.splice(expected.length - 1).length} more`)
      const asExpected = (each: string, at: number) =>
        fits(each, expected[at] ?? '') ? expected[at] : each
      t.same(all.map(asExpected), expected)
    })
  }
}

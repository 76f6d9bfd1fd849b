import { existsSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import process from 'node:process'
import t from 'tap'
import { DocumentError } from '#toolkit/generator/diagnostics/problems.js'
import { documentsIn } from '../../scripts/corpus/documents.js'
import { table } from '../../scripts/shared/tools.js'
import { directory } from './directory.js'
import { root } from './project.js'
import { orSkip } from './registry.js'
import { type Outcome, roundsOf } from './resources/run.js'

const corpus = path.join(root, '../shared/corpus')

/** Documents of services of many kinds. */
const CHOSEN = [
  'adafruit.com.json',
  'apache.org/airflow.json',
  'asana.com.json',
  'bigredcloud.com.json',
  'hetzner.cloud.json',
  'keycloak.local.json',
  'launchdarkly.com.json',
  'linode.com.json',
  'meraki.com.json',
  'netboxdemo.com.json',
  'netlify.com.json',
]

/** Reasons why a round cannot be gone, by the path of the items. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  '/accounts/{account_id}/env/{key}': 'a request creates a list of items',
  '/members/{memberId}': 'a request creates a list of items',
  '/networking/firewalls/{firewallId}': 'no request is drawn from its schema',
  '/collaborations/{collaboration_id}': 'the list has what is pending only',
}

/** The id is in `metadata`, beside other members of an item: of those nothing is kept. */
const NESTED_IDS = /kubernetes/

/** `all` goes the rounds of every document up to a megabyte. */
const isAll = process.env.RESOURCES === 'all'

t.setTimeout(1_200_000)

t.test(
  'the stateful mock creates, lists, changes and removes what real documents describe',
  async (t) => {
    const folder = await orSkip(t, directory())
    if (folder === undefined) return
    const names = isAll ? await smallIn(folder) : CHOSEN
    const rows: (string | number)[][] = []
    for (const name of names) {
      const outcome = await roundsOf(path.join(folder, name), folder).catch(ofNone)
      if (outcome.size === 0) continue
      rows.push([name, ...counted(outcome)])
      const failed = [...outcome].filter(([, why]) => why !== undefined)
      if (isAll) t.comment(failed.map(([each, why]) => `${name} ${each}: ${why}`).join('\n'))
      else
        t.same(
          failed.map(([each]) => each).filter((each) => !(each in LEFT_OUT)),
          [],
          name,
          { failed },
        )
    }
    const [passed, all] = [1, 2].map((column) =>
      rows.reduce((sum, row) => sum + Number(row[column]), 0),
    )
    t.comment(`rounds with resources\n${table(['document', 'passed', 'resources'], rows)}`)
    t.ok(Number(passed) > 0.85 * Number(all), `${passed} of ${all} rounds pass`)
  },
)

t.test('the resources that documents of the corpus describe are found', async (t) => {
  if (!existsSync(path.join(corpus, 'manifest.json'))) {
    t.pass('real documents', { skip: 'there is no ../shared/corpus' })
    return
  }
  const documents = await documentsIn(corpus)
  for (const { id, file, root } of documents.filter(({ id }) => !NESTED_IDS.test(id))) {
    const outcome = await roundsOf(file, root)
    const failed = failedOf(outcome).filter(([each]) => !(each in LEFT_OUT))
    if (outcome.size > 0) t.same(failed, [], `${id}: ${counted(outcome).join(' of ')}`)
  }
})

/** The documents of up to a megabyte. */
async function smallIn(folder: string): Promise<string[]> {
  const names = (await readdir(folder, { recursive: true })).toSorted()
  const sizes = await Promise.all(
    names.map(async (name) => (await stat(path.join(folder, name))).size),
  )
  return names.filter((name, at) => name.endsWith('.json') && Number(sizes[at]) <= 1_000_000)
}

function failedOf(outcome: Outcome): [path: string, why: string][] {
  return [...outcome].flatMap(([each, why]) => (why === undefined ? [] : [[each, why]]))
}

function counted(outcome: Outcome): [passed: number, all: number] {
  return [[...outcome.values()].filter((why) => why === undefined).length, outcome.size]
}

/** Some documents are wrong. */
function ofNone(error: unknown): Outcome {
  if (error instanceof DocumentError) return new Map()
  throw error
}

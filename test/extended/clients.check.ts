/** Types of clients of real documents: they compile, wrong calls do not, and it takes seconds. */

import { performance } from 'node:perf_hooks'
import t, { type Test } from 'tap'
import { generate } from '#toolkit/generator/generate.js'
import { CACHE, packageFile } from '../../scripts/bench/shared/packages.js'
import { CORPUS_IGNORED } from '../../scripts/corpus/documents.js'
import { TYPED_FORMATS } from '../../scripts/corpus/typed-formats.js'
import { codeFolder, typeCheck, writeFiles } from '../helpers/tsc.js'
import { realDocuments } from './real-documents.js'
import { orSkip } from './registry.js'

t.setTimeout(900_000)

/** Three documents of the corpus, with typed formats, and calls of each: the last one does not compile. */
const CALLS: Readonly<Record<string, readonly string[]>> = {
  'oai-v31-train-travel': [
    "(await client.GET('/stations', { params: { query: { limit: 5 } } })).data satisfies object | undefined",
    "await client.GET('/bookings/{bookingId}', { params: { path: { bookingId: 'a' } } })",
    "await client.GET('/bookings/{bookingId}', { params: { path: { id: 'a' } } })",
  ],
  'giant-box': [
    "(await client.GET('/users/me')).data?.id satisfies string | undefined",
    "await client.GET('/files/{file_id}', { params: { path: { file_id: '1' } } })",
    "await client.GET('/files/{file_id}', { params: { path: { file_id: 1 } } })",
  ],
  'giant-kubernetes-v2': [
    "(await client.GET('/api/v1/nodes')).data?.items satisfies object[] | undefined",
    "await client.GET('/api/v1/nodes', { params: { query: { limit: 'x' } } })",
  ],
}

const GITHUB = [
  "(await client.GET('/repos/{owner}/{repo}', { params: { path: { owner: 'a', repo: 'b' } } })).data?.full_name satisfies string | undefined",
  "await client.GET('/repos/{owner}/{repo}', { params: { path: { owner: 'a' } } })",
]

t.test('clients of real documents compile', async (t) => {
  const documents = await realDocuments(t)
  if (documents === undefined) return
  for (const [id, calls] of Object.entries(CALLS)) {
    const document = documents.find((each) => each.id === id)
    t.ok(document, id)
    if (document === undefined) continue
    const { file, root: folder } = document
    await examine(t, id, calls, file, { root: folder, formats: TYPED_FORMATS })
  }
})

t.test('a client of GitHub’s document compiles', async (t) => {
  const parts = ['@octokit/openapi@23.0.2', 'generated/api.github.com.json'] as const
  const file = await orSkip(t, packageFile(CACHE, ...parts))
  if (file !== undefined) await examine(t, 'GitHub', GITHUB, file, {})
})

async function examine(
  t: Test,
  id: string,
  calls: readonly string[],
  file: string,
  options: Parameters<typeof generate>[1],
): Promise<void> {
  const folder = codeFolder(t)
  const { files } = generate(file, { ignore: CORPUS_IGNORED, ...options, client: true })
  // The types of a client and what they refer to, as in a project without the service.
  const types = files.filter(({ name }) => /^(client|types|codecs)\b/.test(name))
  const text = [
    "import createClient from 'openapi-fetch'",
    "import type { paths } from './client.js'",
    "const client = createClient<paths, 'application/json'>({ baseUrl: 'http://localhost' })",
    ...calls.slice(0, -1),
    `// @ts-expect-error\n${calls.at(-1)}`,
  ].join('\n;')
  await writeFiles(folder, [...types, { name: 'use.ts', text }])
  const since = performance.now()
  const problems = await typeCheck(folder, { skipLibCheck: true })
  const seconds = ((performance.now() - since) / 1000).toFixed(1)
  const lines = types.reduce((sum, each) => sum + each.text.split('\n').length, 0)
  t.comment(`${id}: ${lines} lines, ${seconds} s of the compiler`)
  t.same(problems.slice(0, 5), [], `${id}: ${problems.length} problems`)
}

import t from 'tap'
import { TestedContract } from '#toolkit/conformance/document/contract.js'
import { createdIsListed } from '#toolkit/conformance/probes/state/created.js'
import { totalIsTrue } from '#toolkit/conformance/probes/state/lists/limits.js'
import { pagesAreTheList } from '#toolkit/conformance/probes/state/lists/paging.js'
import { Scene } from '#toolkit/conformance/resources/scene.js'
import type { TestedApp } from '#toolkit/conformance/target/app-target.js'
import { kitFor } from '../helpers/kit.js'
import { stubApp } from '../helpers/stub-app.js'
import { type Fault, NAMED, played } from './small-world.js'

const PET = {
  type: 'object',
  properties: { id: { type: 'integer', readOnly: true }, name: { type: 'string' } },
  required: ['id', 'name'],
}
const content = (schema: object) => ({ 'application/json': { schema } })
const json = (schema: object) => ({ description: 'It.', content: content(schema) })
const parameter = (name: string, schema: object) => ({ name, in: 'query', schema })
const refused = { description: 'Refused.' }

/** Pets that are listed page by page, and read under the condition that they have a version. */
const documentOf = (headers: object) => ({
  openapi: '3.1.0',
  info: { title: 'Pages', version: '1' },
  paths: {
    '/pets': {
      post: {
        requestBody: { required: true, content: content(PET) },
        responses: { 201: json(PET), '4XX': refused },
      },
      get: {
        parameters: [
          parameter('limit', { type: 'integer', minimum: 1, maximum: 20, default: 20 }),
          parameter('cursor', { type: 'integer' }),
        ],
        responses: { 200: { ...json({ type: 'array', items: PET }), headers }, '4XX': refused },
      },
    },
  },
})

/** Lists pets behind the cursor; `told` is the name of the header that has the next one, also of the last page or not. */
function shop(told: string | undefined, isEndless: boolean | 'onwards'): TestedApp {
  const pets: { id: number; name: string }[] = []
  const { app } = stubApp(({ method, query, json }) => {
    if (method === 'POST') {
      const { name }: { name: string } = json()
      const pet = { id: pets.length + 1, name }
      pets.push(pet)
      return { status: 201, body: pet }
    }
    const [start, limit] = [Number(query.get('cursor')), Number(query.get('limit') ?? 20)]
    const end = start + limit
    const next = String(isEndless === 'onwards' ? end : Math.min(end, pets.length))
    const headers = told !== undefined && (isEndless || end < pets.length) ? { [told]: next } : {}
    return { status: 200, body: pets.slice(start, end), headers }
  })
  return app
}

/** What is found when pages are read. */
async function paging(
  told: string | undefined,
  headers: object,
  isEndless: Parameters<typeof shop>[1] = false,
): Promise<string[]> {
  const kit = kitFor(new TestedContract(documentOf(headers)), shop(told, isEndless))
  await kit.prepare()
  for (const resource of kit.resources) {
    const operation = pagesAreTheList.about(resource)
    if (operation === undefined) continue
    const { pointer } = operation
    await kit.scenario({ operation, pointer, what: pagesAreTheList.what }, (run) =>
      pagesAreTheList.play(new Scene(kit, run), resource),
    )
  }
  const found = kit.violations.filter(({ check }) => check === 'paging')
  return found.map(({ expected, received }) => `${expected}; ${received.replace(/\d+/g, 'N')}`)
}

const named = (name: string) => ({ [name]: { schema: { type: 'integer' } } })

t.test('pages are followed by the cursor in a header', async (t) => {
  for (const name of ['Next-Cursor', 'X-Next-Page', 'Cursor'])
    t.same(await paging(name, named(name)), [], name)
  t.same(await paging('X-Next-Cursor', {}), [], 'one that is not documented, too')
})

t.test('a list whose last page leads to itself has no end', async (t) => {
  t.same(await paging('Next-Cursor', named('Next-Cursor'), true), [
    'an end of the list; a page again',
  ])
  t.same(await paging('Next-Cursor', named('Next-Cursor'), 'onwards'), [
    'an end of the list; N pages and no end',
  ])
})

t.test('nothing is said of pages whose cursor the document does not tell', async (t) => {
  t.same(await paging(undefined, {}), [])
  t.same(await paging(undefined, named('Total')), [])
})

t.test('a cursor that the document tells and the server leaves out is found', async (t) => {
  t.same(await paging(undefined, named('Next-Cursor')), [
    'each item on a page; N of N are on no page',
  ])
})

t.test('pages may be asked for by members of a parameter', async (t) => {
  const count = (least: number) => ({ type: 'integer', minimum: least, maximum: 40 })
  const named = (names: Record<string, object>) => ({ type: 'object', properties: names })
  const size = { ...count(1), default: 3 }
  const forms: (readonly [string, readonly object[]])[] = [
    ['offset', [{ ...parameter('page', named({ size, offset: count(0) })), style: 'deepObject' }]],
    ['number', [{ ...parameter('page', named({ size, number: count(1) })), style: 'deepObject' }]],
    ['offset', [parameter('page[size]', size), parameter('page[offset]', count(0))]],
  ]
  const paged =
    (name: string, isEqual: boolean): Fault =>
    ({ method, path, query }, _, world) => {
      if (method !== 'GET' || path !== '/things') return undefined
      const most = Number(query.get('page[size]') ?? 3)
      const given = Number(query.get(`page[${name}]`) ?? (name === 'number' ? 1 : 0))
      const start = name === 'number' ? (given - 1) * most : given
      const total = world.things.size
      const data = [...world.things.values()].slice(isEqual ? start : Math.max(0, start - 1))
      return { status: 200, body: { data: data.slice(0, most), total } }
    }
  for (const [name, query] of forms) {
    const list = named({ data: { type: 'array', items: NAMED }, total: { type: 'integer' } })
    const told = async (isEqual: boolean) =>
      (await played({ query, list }, paged(name, isEqual), [pagesAreTheList, totalIsTrue])).told
    t.same(await told(true), [], name)
    t.match((await told(false))[0], /^paging: /, name)
  }
})

t.test('a list that may have pages of which nothing is known is not counted', async (t) => {
  const query = [parameter('pageNo', { type: 'integer' })]
  const total = { type: 'integer' }
  const data = { type: 'array', items: NAMED }
  const list = { type: 'object', properties: { data, total } }
  const first: Fault = ({ method, path }, _, world) => {
    if (method !== 'GET' || path !== '/things') return undefined
    const all = [...world.things.values()]
    return { status: 200, body: { data: all.slice(0, 3), total: all.length } }
  }
  t.same((await played({ query, list }, first, [totalIsTrue, createdIsListed])).told, [])
})

t.test('each page is as short as is asked for, also a later one', async (t) => {
  const paged =
    (longest: number, least: number): Fault =>
    ({ method, path, query }, _, world) => {
      if (method !== 'GET' || path !== '/things') return undefined
      const start = Number(query.get('offset') ?? 0)
      const asked = Math.max(least, Number(query.get('limit') ?? 40))
      const size = start > 0 ? Math.max(longest, asked) : asked
      return { status: 200, body: [...world.things.values()].slice(start, start + size) }
    }
  const told = async (minimum: number, fault: Fault) => {
    const limit = parameter('limit', { type: 'integer', minimum, maximum: 40 })
    const query = [limit, parameter('offset', { type: 'integer', minimum: 0 })]
    return (await played({ query }, fault, [pagesAreTheList])).told
  }
  t.same(await told(1, paged(1, 1)), [])
  t.match(await told(1, paged(40, 1)), [/^limit: at most 2 items on each page: limit \| \d items$/])
  t.same(await told(3, paged(3, 3)), [])
})

import t from 'tap'
import { filtersSelect } from '#toolkit/conformance/probes/state/lists/filters.js'
import { limitIsRespected } from '#toolkit/conformance/probes/state/lists/limits.js'
import { pathsWith } from '../../helpers/documents.js'
import { type Fault, played } from '../small-world.js'

const properties = { size: { enum: ['S', 'M'] }, hour: { type: 'integer' } }
const Slot = { type: 'object', required: ['size', 'hour'], properties }

/** Elsewhere `size` is how many items there are on a page. */
const LIST = `{
  query: {limit: {type: integer, minimum: 1, maximum: 20, default: 4}},
  parameters: [{name: size, in: query, explode: false, schema: {type: array, items: {enum: [S, M]}}}],
  200: [Slot]}`.replaceAll('\n', '')

/** Lists to which no client adds anything, at the path of a thing and at one of their own. */
const paths = pathsWith({ Slot })(`
  GET /depots/{depot}/slots/{day} | ${LIST}
  GET /slots | ${LIST}
`)

const SLOTS = Array.from({ length: 9 }, (_, hour) => ({ size: 'SM'[hour % 2] as string, hour }))

/** What is found of lists that do not look at some of their parameters. */
async function foundOf(ignored?: 'limit' | 'size'): Promise<readonly string[]> {
  const answer: Fault = ({ query }) => {
    const sizes = ignored === 'size' ? undefined : query.get('size')?.split(',')
    const most = ignored === 'limit' ? 9 : Number(query.get('limit') ?? 4)
    const all = SLOTS.filter((each) => sizes?.includes(each.size) ?? true)
    return { status: 200, body: all.slice(0, most) }
  }
  return (await played({ only: '', paths }, answer, [limitIsRespected, filtersSelect])).told
}

t.test('a list to which nothing is added keeps to its limit and its filters', async (t) => {
  t.same(await foundOf(), [])
  const tooMany = 'limit: at most 4 items: the default of limit | 9 items'
  t.same(await foundOf('limit'), [tooMany, tooMany])
  const found = await foundOf('size')
  t.equal(found.length, 2)
  for (const each of found)
    t.match(each, /^filter: size=\["S"\]: only items that fit \| an item with \{"size":\["M"\]\}$/)
})

import t from 'tap'
import { moreIsIncluded } from '#toolkit/conformance/probes/state/included.js'
import { type Fault, played } from './small-world.js'

const query = [{ name: 'includeDeleted', in: 'query', schema: { type: 'boolean', default: false } }]

type Named = { readonly id: string }

/** Keeps what was deleted, and lists what `shown` chooses of both. */
function keeping(shown: (there: Named[], gone: Named[], isAsked: boolean) => Named[]): Fault {
  const gone: Named[] = []
  return ({ method, path, query: asked }, correct, world) => {
    const thing = world.things.get(path.split('/')[2] ?? '')
    if (method === 'DELETE' && thing !== undefined) gone.push(thing as Named)
    if (method !== 'GET' || path !== '/things') return correct()
    const all = [...world.things.values()] as Named[]
    return { status: 200, body: shown(all, gone, asked.get('includeDeleted') === 'true') }
  }
}

t.test('a list that includes more has what it had, and what was deleted', async (t) => {
  const told = async (fault: Fault) => (await played({ query }, fault, [moreIsIncluded])).told
  t.same(await told(keeping((there, gone, isAsked) => [...there, ...(isAsked ? gone : [])])), [])
  t.match(await told(keeping((there, gone, isAsked) => (isAsked ? gone : there))), [
    /^filter: includeDeleted=true: what is in the list without it, too \| all but some/,
  ])
  t.match(await told(keeping((there) => there)), [
    /^filter: includeDeleted=true: what was removed \| \d others$/,
  ])
})

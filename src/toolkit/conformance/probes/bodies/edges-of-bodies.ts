import { isObject } from '../../../openapi/json.js'
import { Unwritable } from '../../../requests/write-parameters.js'
import type { Base } from '../../cases/bases.js'
import { casesFor, chosen } from '../../cases/budget.js'
import { isAsSaid } from '../../cases/edges.js'
import { accepted, type Edge } from '../../cases/makers/edge.js'
import { isReadOtherwise } from '../../cases/readings.js'
import type { Operation } from '../../document/contract.js'
import { membersOf } from '../../document/members.js'
import type { ReceivedResponse } from '../../exchange/response.js'
import type { Finding } from '../../judge/finding.js'
import { isOpenIdentity } from '../../judge/made-up.js'
import { judgeRoundTrip } from '../../judge/round-trip.js'
import { jsonOf } from '../../resources/thing.js'
import { ACCEPTED, ANSWERED, REFUSED } from '../../run/expectation.js'
import type { Kit } from '../../run/kit.js'
import type { Probe } from '../../run/probe.js'
import type { Trial } from '../../run/trial.js'
import { shownPath, withMember } from '../../values/path.js'
import { readBack } from '../../values/token.js'
import { isWellFormed } from '../../values/well-formed.js'
import { bodiesOf, mediaWithSchema, rootOf, type SchemaMedia } from './body-edges.js'
import { calibrated, type Sender } from './calibrate.js'
import { refreshed } from './refreshed.js'
import { withValue } from './with-value.js'

/** Bodies at the edges of every keyword are accepted or refused as their schema says, and come back unchanged. */
export const edgesOfBodies: Probe = {
  name: 'edges of bodies',
  share: 30,
  async run(kit, operation) {
    const [first, ...others] = mediaWithSchema(operation)
    if (first === undefined) return
    const parts = kit.source.valid(operation)
    if (parts === undefined) return
    const { operations } = kit.contract
    const budget = casesFor({ operations: operations.filter(({ requestBody }) => requestBody) })
    await run({ kit, parts, media: first }, budget)
    // A further media type goes the same way from where its bodies are parsed.
    for (const media of others) await run({ kit, parts, media }, Math.ceil(budget / 4))
  },
}

async function run(sender: Sender, budget: number): Promise<void> {
  const { kit, media } = sender
  const bodies = bodiesOf(kit)
  const bases = bodies.bases(media)
  const { bases: taken, left, isAccepted } = await calibrated(sender)
  const all = [
    bodies.edges(media, taken, left.join()),
    ...(left.length === 0 ? [] : [ofMembers(bodies.edges(media, bases), left)]),
    ...(media.kind === 'json' ? [nulls(kit, media, taken, left)] : []),
  ]
  const edges = sendable(kit, media, all)
  // Where nothing is accepted, a refusal proves nothing.
  for (const edge of chosen(edges, isAccepted ? budget : Math.ceil(budget / 8))) {
    const { pointer, told, path } = edge
    const what = `${shownPath(path, 'the body')} ${told}`
    const trial = bodyTrial(sender, edge, [path], { pointer, what })
    await kit.try({
      ...trial,
      inspect: (response) => [...judgeEmpty(edge, response), ...(trial.inspect?.(response) ?? [])],
    })
  }
}

/** The edges of members that the service refuses for what they mean, as far as they are wrong. */
function* ofMembers(edges: Iterable<Edge>, names: readonly string[]): Generator<Edge> {
  for (const edge of edges) {
    const [first] = edge.path
    if (edge.fate === 'refused' && names.includes(String(first))) yield edge
  }
}

/** Members that the service refuses for what they mean, without a meaning. */
function* nulls(
  kit: Kit,
  media: SchemaMedia,
  [first]: readonly Base[],
  names: readonly string[],
): Generator<Edge> {
  const root = rootOf(kit, media)
  const base = first?.value
  if (!isObject(base)) return
  for (const name of names) {
    const candidate = accepted(root.pointer, 'is null', withMember(base, name, null))
    if (!isAsSaid(kit, root, candidate)) continue
    yield { ...candidate, base, path: [name], part: null, middle: undefined }
  }
}

/** In forms everything is a text: what is wrong as a value may be right as a text. A text itself is as it is. */
function* sendable(kit: Kit, media: SchemaMedia, all: readonly Iterable<Edge>[]): Generator<Edge> {
  for (const edges of all)
    for (const edge of edges) {
      if (media.kind === 'text') {
        if (typeof edge.value === 'string' && isWellFormed(edge.value)) yield edge
      } else if (media.kind === 'json' || !isReadOtherwise(kit.contract, rootOf(kit, media), edge))
        yield edge
      else if (isEmptyMember(edge)) yield { ...edge, fate: 'answered' }
    }
}

/** True for a member with an empty text that the schema refuses. Some services take an empty field for none. */
function isEmptyMember({ part, middle, path, fate }: Edge): boolean {
  return part === '' && typeof middle === 'string' && path.length === 1 && fate === 'refused'
}

/** A service that shows an empty text again has taken it for a value. */
function judgeEmpty(
  { pointer, told, path, part, fate }: Edge,
  response: ReceivedResponse,
): readonly Finding[] {
  const [name] = path
  const shown = Object(jsonOf(response))[String(name)]
  if (fate !== 'answered' || part !== '' || shown !== '' || response.status >= 300) return []
  const received = `status ${response.status}, with ${name} as an empty text`
  return [{ check: 'invalid-refused', pointer, expected: `a refusal: ${name} ${told}`, received }]
}

/** A case of a body, of which a base was changed at these paths. */
export function bodyTrial(
  { kit, parts, media }: Sender,
  edge: Pick<Edge, 'value' | 'base' | 'path' | 'fate'>,
  paths: readonly Edge['path'][],
  subject: Pick<Trial, 'pointer' | 'what'>,
): Trial {
  const { contract } = kit
  const { operation } = parts
  // What a member names has to be there.
  const isOpen =
    edge.fate === 'accepted' && paths.some((path) => names(kit, operation, media, path))
  let sent: unknown
  return {
    ...{ operation, ...subject, ...expected(isOpen ? 'answered' : edge.fate) },
    request: () => {
      sent = refreshed(kit, rootOf(kit, media), edge)
      const made = kit.written(withValue(kit, parts, media, sent))
      // A form without fields is an empty body, which is none (RFC 9110, section 6.4).
      if (made.body?.length === 0 && !operation.requestBody?.required) throw new Unwritable()
      return made
    },
    inspect: (response) => {
      const found = judgeRoundTrip({ contract, operation, media, value: readBack(sent) }, response)
      // Readers of forms have ways of their own with texts.
      return media.kind === 'json'
        ? found
        : found.filter(({ check }) => check === 'default-applied')
    },
  }
}

/** True for a member of a body that is the identity of another thing, or one that the server may refuse for its own. */
function names(
  { contract, source }: Kit,
  operation: Operation,
  media: SchemaMedia,
  path: Edge['path'],
): boolean {
  const schema = contract.reference(media.schema)
  const member = membersOf(contract, schema).get(String(path[0]))
  const isOwn = path.length < 3 && isOpenIdentity(contract, operation, schema, String(path.at(-1)))
  return isOwn || (member !== undefined && source.fresh.refers(String(path[0]), member))
}

function expected(fate: Edge['fate']): Pick<Trial, 'check' | 'expect'> {
  if (fate === 'refused') return { check: 'invalid-refused', expect: REFUSED }
  return { check: 'valid-accepted', expect: fate === 'accepted' ? ACCEPTED : ANSWERED }
}

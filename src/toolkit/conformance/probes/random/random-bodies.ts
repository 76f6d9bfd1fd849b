import fc from 'fast-check'
import { casesFor } from '../../cases/budget.js'
import { isAsSaid } from '../../cases/edges.js'
import type { Fate } from '../../cases/makers/edge.js'
import { partsOfSeed } from '../../requests/seed.js'
import type { Probe } from '../../run/probe.js'
import type { Trial } from '../../run/trial.js'
import { shownPath } from '../../values/path.js'
import { shown } from '../../values/shown.js'
import { mediaWithSchema, rootOf } from '../bodies/body-edges.js'
import { calibrated, type Sender } from '../bodies/calibrate.js'
import { bodyTrial } from '../bodies/edges-of-bodies.js'
import { type DrawnBody, invalidBodies, validBodies } from './body-arbitrary.js'

/** Most attempts at a smaller body that shows a fault: a number, so that a slow machine sends the same. */
const MOST_SMALLER = 100

/** Random bodies, right and wrong; a fault is shown with the smallest of them. */
export const randomBodies: Probe = {
  name: 'random bodies',
  share: 10,
  async run(kit, operation) {
    const media = mediaWithSchema(operation).find(({ kind }) => kind === 'json')
    const parts = kit.source.valid(operation)
    const isKnown = kit.violations.some((each) => each.operation === operation)
    // What is known to be wrong would be found again, in more words.
    if (media === undefined || parts === undefined || isKnown) return
    const { bases, isAccepted } = await calibrated({ kit, parts, media })
    const [base] = bases
    if (base === undefined || !isAccepted) return
    const runs = Math.ceil(casesFor(kit.contract) / 12)
    const subject = { kit, parts, media, base: base.value }
    await checked(subject, 'accepted', validBodies(base), runs)
    await checked(subject, 'refused', invalidBodies(base), runs)
  },
}

interface DrawnSubject extends Sender {
  readonly base: unknown
}

async function checked(
  subject: DrawnSubject,
  fate: Fate,
  bodies: fc.Arbitrary<DrawnBody>,
  numRuns: number,
): Promise<void> {
  const { kit } = subject
  const root = rootOf(kit, subject.media)
  let left = numRuns + MOST_SMALLER
  const property = fc.asyncProperty(bodies, async (body) => {
    // A schema may refuse, or accept, nothing that is drawn: the check gives up then.
    fc.pre(isAsSaid(kit, root, { fate, value: body.value }))
    left -= 1
    return left < 0 || (await kit.passes(trialOf(subject, fate, body)))
  })
  const { values: seed } = partsOfSeed(kit.seed)
  const { counterexample } = await fc.check(property, { seed, numRuns, maxSkipsPerRun: 20 })
  // It is sent once more, so that it is repeated and reported as any other case.
  if (counterexample !== null) await kit.try(trialOf(subject, fate, counterexample[0]))
}

function trialOf({ base, ...sender }: DrawnSubject, fate: Fate, body: DrawnBody): Trial {
  const { pointer } = rootOf(sender.kit, sender.media)
  const paths = body.changes.map((change) => change.path)
  const [path = []] = paths
  const what = toldOf(body)
  return bodyTrial(sender, { value: body.value, base, path, fate }, paths, { pointer, what })
}

function toldOf({ changes }: DrawnBody): string {
  const parts = changes.map(({ path, part }) => `${shownPath(path, 'the body')} is ${shown(part)}`)
  return parts.length === 0 ? 'a valid body' : parts.join(', and ')
}

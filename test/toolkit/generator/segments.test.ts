import { createRequire } from 'node:module'
import t from 'tap'
import { segmentRoute } from '#toolkit/generator/read/operations/route-segment.js'
import { literalPattern, partsOf } from '#toolkit/openapi/path-template.js'
import { ends } from '../../helpers/ends.js'

const LISTED = new Map([['e', ['.', 'a', 'ab']]])
const TEMPLATES = [
  ...['{a}.{b}', '{a}.{b}:{c}', 'x{a}.{b}.{c}', '{a}..{b}:'],
  ...['{a}{e}{b}', '{a}.{e}{b}:', '{a}.{b}{c}', '{a}.{b}{c}:{d}', '{a}ab{b}b{c}', '{a}{e}{b}a{c}'],
]

interface Router {
  on(method: 'GET', path: string, handler: () => void): void
  find(method: 'GET', path: string): { params: Readonly<Record<string, string>> } | null
}

// The router of Fastify, as the runtime takes it.
const fromFastify = createRequire(createRequire(import.meta.url).resolve('fastify'))
const makeRouter = fromFastify('find-my-way') as (options: object) => Router

/** Divides texts as Fastify's router divides a segment. */
function routed(template: string): (text: string) => string[] | undefined {
  const router = makeRouter({ allowUnsafeRegex: true, maxParamLength: Number.MAX_SAFE_INTEGER })
  const route = segmentRoute(template, 0, { keys: new Map(), path: '', listed: LISTED })
  router.on('GET', `/${route}`, () => undefined)
  return (text) => {
    const found = router.find('GET', `/${text}`)
    return found === null ? undefined : Object.values(found.params)
  }
}

/** The same with patterns that try each place: the first parameter is as long as possible. */
function greedy(template: string): (text: string) => string[] | undefined {
  const parts = partsOf(template)
  const patterns = parts.map((part, at) => {
    if (at % 2 === 0) return literalPattern(part)
    const listed = LISTED.get(part)
    if (listed) return `(${listed.map(literalPattern).toReversed().join('|')})`
    const isBesideUnlisted = parts[at + 1] === '' && at + 2 < parts.length
    return isBesideUnlisted && !LISTED.has(parts[at + 2] as string) ? '(.)' : '(.+)'
  })
  const pattern = new RegExp(`^${patterns.join('')}$`)
  return (text) => pattern.exec(text)?.slice(1)
}

/** All texts of these characters up to a length. */
function textsOf(alphabet: string, longest: number): string[] {
  if (longest === 0) return ['']
  const shorter = textsOf(alphabet, longest - 1)
  return ['', ...shorter.flatMap((text) => [...alphabet].map((each) => each + text))]
}

for (const template of TEMPLATES) {
  t.test(`${template} is divided at the last place of each text`, async (t) => {
    const [actual, wanted] = [routed(template), greedy(template)]
    const texts = [...new Set(textsOf('.:ab', 7))].map((text) =>
      template.startsWith('x') ? `x${text}` : text,
    )
    const wrong = texts.filter((text) => String(actual(text)) !== String(wanted(text)))
    t.strictSame(wrong.slice(0, 5), [])
    t.ok(texts.some((text) => wanted(text) !== undefined))
  })

  t.test(`${template} is divided in linear time`, async (t) => {
    const actual = routed(template)
    for (const unit of ['.', ':', 'a', '.a', '.:', 'ab']) {
      const text = `x${unit.repeat(1_000_000)}`
      t.doesNotThrow(() => ends(() => actual(text)), unit)
    }
  })
}

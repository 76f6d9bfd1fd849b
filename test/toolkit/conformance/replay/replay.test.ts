import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { conform, exitCodeOfReplay, replay } from '#toolkit/conformance/index.js'
import { documentOf, pathsWith } from '../helpers/documents.js'
import { UNHURRIED } from '../helpers/kit.js'
import { type Asked, stubApp } from '../helpers/stub-app.js'

const id = { type: 'integer', minimum: 1 }
const Plant = {
  type: 'object',
  required: ['id', 'name'],
  properties: { id, name: { type: 'string' } },
}
const DOCUMENT = documentOf(
  pathsWith({ Plant, Id: id })(`
    POST /plants createPlant | {asks: Plant, 201: Plant, 400: null, 401: null, 404: null, 409: null}
    GET /plants/{id} getPlant | {path: {id: Id}, 200: Plant, 400: null, 401: null, 404: null, 409: null}
  `),
  {
    security: [{ bearerAuth: [] }],
    components: { securitySchemes: { bearerAuth: { type: 'http', scheme: 'bearer' } } },
  },
)

const SECRET = 'token-of-ada'

/** What a server may do wrong. */
interface Faults {
  withoutName?: boolean
  acceptsAll?: boolean
  acceptsPartOfToken?: boolean
  /** Refuses the next request, which may be sent again after a second. */
  isLimited?: boolean
}

/** A server that keeps plants, whose ids are unique, with faults that may be mended. */
function plantApp(faults: Faults) {
  const plants = new Map<string, { id: number; name: string }>()
  const hasToken = ({ headers }: Asked) => {
    const given = Object.entries(headers).find(([name]) => /^authorization$/i.test(name))?.[1]
    const token = /^bearer (\S+)$/i.exec(String(given))?.[1]
    return token === SECRET || (faults.acceptsPartOfToken && token === SECRET.slice(0, -1))
  }
  const shown = ({ id, name }: { id: number; name: string }) =>
    faults.withoutName ? { id } : { id, name }
  return stubApp((asked) => {
    const { isLimited } = faults
    faults.isLimited = false
    if (isLimited) return { status: 429, headers: { 'retry-after': '1' } }
    if (!hasToken(asked)) return { status: 401, headers: { 'www-authenticate': 'Bearer' } }
    const { method, path } = asked
    if (method === 'GET') {
      const found = plants.get(path)
      return found === undefined ? { status: 404 } : { status: 200, body: shown(found) }
    }
    if (method !== 'POST' || path !== '/plants') return { status: 404 }
    const made = bodyOf(asked)
    const isValid = Number.isSafeInteger(made?.id) && made.id > 0 && typeof made.name === 'string'
    if (!isValid && !faults.acceptsAll) return { status: 400 }
    if (!isValid) return { status: 201, body: { id: 1, name: 'n' } }
    if (plants.has(`/plants/${made.id}`)) return { status: 409 }
    plants.set(`/plants/${made.id}`, made)
    return { status: 201, body: shown(made) }
  })
}

function bodyOf(asked: Asked): { id: number; name: string } {
  try {
    return asked.json()
  } catch {
    return undefined as never
  }
}

const security = { bearerAuth: SECRET }
const LIMITS = { ...UNHURRIED, depth: 'edges' } as const

t.test('cases fail as long as the server does, and pass when it is mended', async (t) => {
  const cases = path.join(t.testdir(), 'cases')
  const faults: Faults = { withoutName: true, acceptsAll: true, acceptsPartOfToken: true }
  const { app } = plantApp(faults)
  const report = await conform({ document: DOCUMENT, target: app, security, cases, ...LIMITS })
  const files = readdirSync(cases)
  t.equal(files.length, report.violations.length)
  for (const check of ['body-valid', 'invalid-refused', 'authentication']) {
    t.ok(
      files.some((each) => each.startsWith(`${check}.`)),
      check,
    )
  }
  for (const file of files) {
    const text = readFileSync(path.join(cases, file), 'utf8')
    t.notMatch(text, /token-of-a/, 'neither the secret nor its beginning is in a file')
    t.match(text, /\$\{TOKEN/)
  }

  const again = async (target = app) =>
    replay({ document: DOCUMENT, target, security, cases, requestTime: 600 })
  const failing = await again()
  t.equal(failing.length, files.length)
  t.equal(exitCodeOfReplay(failing), 1)
  const shop = plantApp(faults).app
  // Ids are unique: each replay has others in the place of those that the kit has drawn.
  for (const replayed of [failing, await again(), await again(shop), await again(shop)]) {
    const verdicts = new Map(
      replayed.map((each) => [`${each.check} ${each.operation}`, each.verdict]),
    )
    t.equal(verdicts.get('body-valid GET /plants/{id}'), 'fails')
    t.equal(verdicts.get('invalid-refused POST /plants'), 'fails')
    t.equal(verdicts.get('authentication POST /plants'), 'fails')
    t.notOk([...verdicts.values()].includes('passes'))
  }

  Object.assign(faults, { withoutName: false, acceptsAll: false, acceptsPartOfToken: false })
  const mended = await again()
  const verdicts = mended.map(({ check, operation, verdict }) => `${check} ${operation} ${verdict}`)
  t.same(
    verdicts.filter((each) => each.endsWith('fails')),
    ['media-type-refused POST /plants fails'],
    'what it does wrong without being told to',
  )
  t.ok(verdicts.includes('authentication GET /plants/{id} passes'))
  t.ok(verdicts.includes('invalid-refused POST /plants passes'))
  t.ok(verdicts.includes('authentication POST /plants passes'))
  t.equal(exitCodeOfReplay(mended.filter(({ verdict }) => verdict === 'passes')), 0)
})

const Note = {
  type: 'object',
  properties: { id: { ...id, readOnly: true }, text: { type: 'string' } },
}
const NOTES = documentOf(
  pathsWith({ Note, Id: id })(`
    POST /notes createNote | {asks: Note, 201: {description: It., headers: {Location: {required: true, schema: {type: string}}}, content: {application/json: {schema: {$ref: "#/components/schemas/Note"}}}}, 400: null}
    GET /notes/{id} getNote | {path: {id: Id}, 200: Note, 404: null}
    DELETE /notes/{id} dropNote | {path: {id: Id}, 204: null, 404: null}
  `),
  { components: { schemas: { Note } } },
)

t.test(
  'what the words of an expectation say of a status passes, and a header is a part of an answer',
  async (t) => {
    const cases = path.join(t.testdir(), 'cases')
    const notes = new Map<string, object>()
    const faults = { leads: '/note/', keeps: true }
    const { app } = stubApp((asked) => {
      const { method, path } = asked
      if (method === 'POST') {
        const note = { ...bodyOf(asked), id: notes.size + 1 }
        notes.set(`/notes/${note.id}`, note)
        return { status: 201, headers: { location: faults.leads + note.id }, body: note }
      }
      const note = notes.get(path)
      if (note === undefined) return { status: 404 }
      if (method === 'GET') return { status: 200, body: note }
      if (!faults.keeps) notes.delete(path)
      return { status: 204 }
    })
    await conform({ document: NOTES, target: app, cases, ...LIMITS })
    const verdicts = async () => {
      const replayed = await replay({ document: NOTES, target: app, cases, requestTime: 600 })
      return replayed.map(({ check, verdict }) => `${check} ${verdict}`)
    }
    const failing = await verdicts()
    for (const check of ['location', 'removed']) t.ok(failing.includes(`${check} fails`), check)
    Object.assign(faults, { leads: '/notes/', keeps: false })
    const mended = await verdicts()
    t.ok(mended.includes('removed passes'))
    t.ok(mended.includes('location unclear'), 'a rule that only a run can try')
  },
)

t.test('what the server does not let come to the case is unclear', async (t) => {
  const cases = path.join(t.testdir(), 'cases')
  const { app } = plantApp({ withoutName: true })
  const short = { ...LIMITS, depth: 'examples' } as const
  await conform({ document: DOCUMENT, target: app, security, cases, ...short })
  const common = { document: DOCUMENT, cases, requestTime: 600 }
  const whyOf = async (options: object) => {
    const replayed = await replay({ ...common, target: app, ...options })
    t.equal(exitCodeOfReplay(replayed), 2)
    t.ok(replayed.every(({ verdict }) => verdict === 'unclear'))
    return replayed.map(({ why }) => why).join('\n')
  }
  t.match(await whyOf({}), /^no credential is given for \$\{TOKEN\}$/m)
  t.match(await whyOf({ token: 'other' }), /does not let it come to that now: status 401/)
  t.match(await whyOf({ security, readOnly: true }), /^its requests may not be sent$/m)
  const nobody = { security, target: 'http://127.0.0.1:1' }
  t.match(await whyOf(nobody), /^no response: .*ECONNREFUSED/m)
})

t.test('a replay waits as long as its server says', async (t) => {
  const cases = path.join(t.testdir(), 'cases')
  const faults: Faults = { withoutName: true }
  const common = { document: DOCUMENT, target: plantApp(faults).app, security, cases }
  await conform({ ...common, ...LIMITS, depth: 'examples' })
  faults.isLimited = true
  const replayed = await replay({ ...common, requestTime: 600 })
  t.match(replayed, [{ verdict: 'fails' }])
})

t.test('a case is a file with requests; others are refused', async (t) => {
  const cases = t.testdir({ 'a.json': '{}' })
  const common = { document: DOCUMENT, target: plantApp({}).app }
  await t.rejects(replay({ ...common, cases }), {
    message: /a\.json: is no case; write cases with/,
  })
  writeFileSync(path.join(cases, 'a.json'), '{')
  await t.rejects(replay({ ...common, cases: path.join(cases, 'a.json') }), TypeError)
  const empty = t.testdir({ sub: {} })
  await t.rejects(replay({ ...common, cases: empty }), { message: /: has no cases; write them/ })
})

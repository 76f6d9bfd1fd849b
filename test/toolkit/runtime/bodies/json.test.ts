import t from 'tap'
import { contractOf, fixture } from '../../../helpers/serve-document.js'
import { keeping } from '../keeping.js'
import { checkBodies } from './table.js'

const contract = await contractOf(t, await fixture('bodies.yaml'))
const served = await keeping(t, contract, {
  answer: () => ({ status: 200, body: null }),
  server: { bodyLimit: 1000 },
})

t.test('bodies of JSON, of the media types that the document has', (t) =>
  checkBodies(
    t,
    served,
  )(`
  POST /required | application/json | {"text":"a"} | {text: a}
  POST /required | Application/JSON | {"text":"a"} | {text: a}
  POST /required | application/json; charset=utf-8 | {"text":"é"} | {text: é}
  POST /required | application/json;charset=UTF-8;x="a;b" | {"text":"a"} | {text: a}
  POST /required | application/json | {"text":"a","more":[1]} | {text: a, more: [1]}
  POST /required | application/json | " \\r\\n\\t{\\"text\\":\\"a\\"}\\n" | {text: a}
  POST /required | application/vnd.note+json | ["a"] | [a]
  POST /required | application/VND.note+JSON;v=1 | [] | []
  PUT /optional | application/json | {} | {}
  PUT /optional | application/json | null | null
  PUT /optional | application/json | '' | undefined
  PUT /optional | application/json | - | undefined
  PUT /optional | - | - | undefined
  PATCH /patch | application/merge-patch+json | null | null
  PATCH /patch | application/merge-patch+json | 0 | 0
  PATCH /patch | application/merge-patch+json | false | false
  PATCH /patch | application/merge-patch+json | '""' | ''
  PATCH /patch | application/merge-patch+json | - | undefined
  POST /required | - | - | 40003
  POST /required | application/json | - | 40003
  POST /required | application/vnd.note+json | '' | 40003
  POST /required | application/json | ' ' | 40001
  POST /required | application/json | {"text": | 40001 the text is not valid JSON: it ends too early.
  POST /required | application/json | {"text":"a","text":"b"} | 40001 an object has a member twice.
  POST /required | application/json | {"text":"a","__proto__":{"text":"a"}} | 40001
  POST /required | application/json | null | 40002 body must be object.
  POST /required | application/json | '"text"' | 40002 body must be object.
  POST /required | application/json | {} | 40002 body must have required property 'text'.
  POST /required | application/json | {"text":1} | 40002 body/text must be string.
  POST /required | application/json | {"text":null} | 40002 body/text must be string.
  POST /required | application/json | {"text":["a"]} | 40002 body/text must be string.
  POST /required | application/json | {"text":"a","count":"1"} | 40002 body/count must be integer.
  POST /required | application/json | {"text":"a","count":true} | 40002 body/count must be integer.
  POST /required | application/json | {"text":"a","count":null} | 40002 body/count must be integer.
  POST /required | application/json | {"text":"a","count":1e400} | 40002 body/count must be integer.
  POST /required | application/vnd.note+json | {"text":"a"} | 40002 body must be array.
  POST /required | - | {"text":"a"} | 41500
  POST /required | text/plain | {"text":"a"} | 41500
  POST /required | text/json | {"text":"a"} | 41500
  POST /required | application/jsonp | {"text":"a"} | 41500
  POST /required | json | {"text":"a"} | 41500
  POST /required | */* | {"text":"a"} | 41500
  POST /required | application/json, application/json | {"text":"a"} | 41500
  POST /required | application/x-www-form-urlencoded | text=a | 41500
  POST /required | application/merge-patch+json | {"text":"a"} | 41500
  POST /required | application/json | {"text":"${'a'.repeat(1000)}"} | 41300
  PUT /optional | application/json | [] | 40002 body must be object or null.
  PUT /optional | application/vnd.note+json | {} | 41500
  PATCH /patch | application/json | {} | 41500
  POST /none | application/json | {} | 41500
`),
)

t.test('an operation without a body gets none', async (t) => {
  for (const headers of [{}, { 'content-type': 'application/json' }]) {
    const response = await served.app.inject({ method: 'POST', url: '/none', headers })
    t.equal(response.statusCode, 200, response.body)
    t.same(served.kept.pop(), {})
  }
})

t.test('an error does not repeat the input, and changes nothing', async (t) => {
  const response = await served.post('/required', '{"__proto__":{"secret":1},"text":["secret"]}')
  t.notMatch(response.body, 'secret')
  t.notOk('secret' in {})
  t.equal((await served.post('/required', '{"text":"a"}')).statusCode, 200)
})

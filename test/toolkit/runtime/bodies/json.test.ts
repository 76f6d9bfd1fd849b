import t from 'tap'
import { contractAt, keeping } from '../keeping.js'

const contract = await contractAt('bodies.yaml')
const served = await keeping(t, contract, {
  answer: () => ({ status: 200, body: null }),
  server: { bodyLimit: 1000 },
})

t.test('bodies of JSON, of the media types that the document has', (t) =>
  served.talk(t, { part: 'body' }).lines(`
  POST /required {"text":"a"} -> 200 of {text: a}
  POST /required (content-type: Application/JSON) {"text":"a"} -> 200 of {text: a}
  POST /required (content-type: application/json;charset=UTF-8;x="a;b") {"text":"a"} -> 200 of {text: a}
  POST /required {"text":"a","more":[1]} -> 200 of {text: a, more: [1]}
  POST /required  ¶\t{"text":"a"}¶ -> 200 of {text: a}
  POST /required (content-type: application/vnd.note+json) ["a"] -> 200 of [a]
  PUT /optional {} -> 200 of {}
  PUT /optional null -> 200 of null
  PUT /optional '' -> 200 of undefined
  PUT /optional -> 200 of undefined
  PATCH /patch (content-type: application/merge-patch+json) null -> 200 of null
  PATCH /patch (content-type: application/merge-patch+json) false -> 200 of false
  PATCH /patch (content-type: application/merge-patch+json) -> 200 of undefined
  POST /required -> 40003
  POST /required (content-type: application/vnd.note+json) '' -> 40003
  POST /required ¶ -> 40001
  POST /required {"text": -> 40001 the text is not valid JSON: it ends too early.
  POST /required {"text":"a","text":"b"} -> 40001 an object has a member twice.
  POST /required {"text":"a","__proto__":{"text":"a"}} -> 40001
  POST /required null -> 40002 body must be object.
  POST /required {} -> 40002 body must have required property 'text'.
  POST /required {"text":null} -> 40002 body/text must be string.
  POST /required {"text":"a","count":"1"} -> 40002 body/count must be integer.
  POST /required {"text":"a","count":1e400} -> 40002 body/count must be integer.
  POST /required (content-type: application/vnd.note+json) {"text":"a"} -> 40002 body must be array.
  POST /required (content-type: -) {"text":"a"} -> 41500
  POST /required (content-type: text/plain) {"text":"a"} -> 41500
  POST /required (content-type: json) {"text":"a"} -> 41500
  POST /required (content-type: */*) {"text":"a"} -> 41500
  POST /required (content-type: application/json, application/json) {"text":"a"} -> 41500
  POST /required (content-type: application/merge-patch+json) {"text":"a"} -> 41500
  POST /required {"text":"${'a'.repeat(1000)}"} -> 41300
  PUT /optional [] -> 40002 body must be object or null.
  PUT /optional (content-type: application/vnd.note+json) {} -> 41500
  PATCH /patch {} -> 41500 (accept: application/merge-patch+json; accept-patch: application/merge-patch+json; accept-post: -) : use application/merge-patch+json.
  POST /none {} -> 41500 (accept: -; accept-post: -)
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

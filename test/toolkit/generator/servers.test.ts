import t from 'tap'
import { made, toldOf } from '../../helpers/made.js'
import { rowsOf } from '../../helpers/rows.js'

/** A document, the base path of its operations, and what is told of it. */
const ROWS = rowsOf(`
  servers: [] |
  servers: [{ url: https://example.com }, { url: /no }] |
  servers: [{ url: https://example.com/ }] |
  servers: [{ url: 'https://example.com:8080/v1/' }] | /v1
  servers: [{ url: //example.com/a/b }] | /a/b
  servers: [{ url: /v2 }, { url: /no }] | /v2
  servers: [{ url: v2 }] | /v2
  servers: [{ url: ./v2 }] | /v2
  servers: [{ url: . }] |
  servers: [{ url: /v2/. }] | /v2
  servers: [{ url: 'https://{host.example/v1' }] | /v1 | #/servers/0/url a brace of the 'url' has no other one: it is no variable
  servers: [{ url: 'https://{host}/{stage}', variables: { stage: { default: v1 } } }] | /v1 | #/servers/0/url {host} is in the 'url' and not in 'variables': a client cannot know it
  servers: [{ url: '{base}/x', variables: { base: { default: 'https://a.example/y' } } }] | /y/x
  servers: [{ url: 'https://a.example/{unknown}' }] | | #/servers/0/url the path "/{unknown}" cannot be served; all is served at /
  servers: [{ url: 'https://a.example/v1?x=/y#z' }] | | #/servers/0/url the path "/v1?x=/y#z" cannot be served; all is served at /
  servers: [{ url: https://a.example/v2/a b }] | | #/servers/0/url the path "/v2/a b" cannot be served; all is served at /
  servers: [{ url: '/{v}/x' }] | | #/servers/0/url the path "/{v}/x" cannot be served; all is served at /
  swagger: '2.0' |
  { swagger: '2.0', basePath: '' } |
  { swagger: '2.0', basePath: / } |
  { swagger: '2.0', basePath: /api/v1 } | /api/v1
  { swagger: '2.0', basePath: api } | /api |
  { swagger: '2.0', basePath: /a?b } | | #/basePath the path "/a?b" cannot be served; all is served at /
  { GET /a: { servers: [{ url: https://b.example/v2 }] }, servers: [{ url: https://a.example/v2 }] } | /v2
  { GET /a: { servers: [{ url: https://b.example/v2 }] }, servers: [{ url: /v1 }] } | /v1 | #/paths/~1a/get/servers 'servers' has the path /v2 here and /v1 in the document, under which these operations are served
  { paths: { /a: { servers: [{ url: https://b.example }] } }, servers: [{ url: /v1 }] } | /v1 | #/paths/~1a/servers 'servers' has the path / here and /v1 in the document, under which these operations are served
  { paths: { /a: { servers: [] } }, servers: [{ url: /v1 }] } | /v1
  paths: { /a: { servers: [{ url: https://b.example/v2 }] } } | | #/paths/~1a/servers 'servers' has the path /v2 here and / in the document, under which these operations are served
`)

for (const [document = '', basePath = '', told = ''] of ROWS) {
  t.test(`the base path of ${document} is ${basePath}`, async (t) => {
    const { model, text } = made(document)
    t.equal(model.basePath, basePath)
    t.ok(text('contract.ts').includes(`basePath: '${basePath}'`))
    t.equal(toldOf(document).join(), told)
  })
}

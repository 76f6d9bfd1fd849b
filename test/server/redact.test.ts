import t from 'tap'
import { redact } from '../../src/server/logging.js'

const token = 'c2VjcmV0LXRva2VuLTEyMzQ_-~+/.=='

const table: [text: string, scrubbed: string][] = [
  [`{"authorization":"Bearer ${token}","a":1}`, '{"authorization":"[redacted]","a":1}'],
  ['{"Proxy-Authorization": "Basic a\\"b"}', '{"Proxy-Authorization": "[redacted]"}'],
  ['{"cookie":"a=b"}', '{"cookie":"[redacted]"}'],
  ['{"set-cookie":["a=b","c=d"]}', '{"set-cookie":"[redacted]"}'],
  [`{"msg":"got bearer ${token}!"}`, '{"msg":"got bearer [redacted]!"}'],
  ['{"url":"/plants?access_token=abc&x=1"}', '{"url":"/plants?access_token=[redacted]&x=1"}'],
  ['postgres://user:pass@host/db', 'postgres://[redacted]@host/db'],
  ['http://127.0.0.1:3000/a@b', 'http://127.0.0.1:3000/a@b'],
  ['A bearer token is required.', 'A bearer token is required.'],
  ['{"level":30,"msg":"request completed"}', '{"level":30,"msg":"request completed"}'],
]

t.test('credentials are redacted, the rest stays', async (t) => {
  for (const [text, scrubbed] of table) t.equal(redact(text), scrubbed)
})

import t from 'tap'
import { contractOf, serveContract } from '../../../helpers/serve-document.js'

const TEXTS = 'type: array, items: { type: string }'

/** Of Swagger 2.0, whose lists are divided by commas where nothing else is said. */
const older = await contractOf(
  t,
  `
swagger: '2.0'
info: { title: Lists, version: '1' }
paths:
  /lists:
    post:
      operationId: send
      consumes: [multipart/form-data]
      parameters:
        - { in: formData, name: csv, ${TEXTS} }
        - { in: formData, name: multi, ${TEXTS}, collectionFormat: multi }
        - { in: formData, name: pipes, ${TEXTS}, collectionFormat: pipes }
        - { in: formData, name: text, type: string }
      responses: { '204': { description: Done. } }
`,
)

const newer = await contractOf(
  t,
  `
openapi: 3.1.0
info: { title: Lists, version: '1' }
paths:
  /lists:
    post:
      operationId: send
      requestBody:
        content:
          multipart/form-data:
            schema: { type: object, properties: { csv: { ${TEXTS} }, multi: { ${TEXTS} }, pipes: { ${TEXTS} } } }
            encoding: { csv: { explode: false }, pipes: { style: pipeDelimited } }
      responses: { '204': { description: Done. } }
`,
)

const sent = { csv: 'a,b c', multi: 'a,b', pipes: 'a|b,c', text: 'a,b' }
const got = { csv: ['a', 'b c'], multi: ['a,b'], pipes: ['a', 'b,c'], text: 'a,b' }

for (const [name, contract] of Object.entries({ older, newer })) {
  t.test(`a list in one part is divided as an ${name} document says`, async (t) => {
    const bodies: unknown[] = []
    const send = ({ body }: { body: unknown }) => {
      bodies.push(body)
      return { status: 204 }
    }
    const app = await serveContract(t, contract, { handlers: { send } })
    const parts = Object.entries(sent).map(
      ([key, text]) => `--x\r\nContent-Disposition: form-data; name="${key}"\r\n\r\n${text}\r\n`,
    )
    const response = await app.inject({
      method: 'POST',
      url: '/lists',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      payload: `${parts.join('')}--x--\r\n`,
    })
    t.equal(response.statusCode, 204, response.body)
    t.strictSame(Object.fromEntries(Object.entries(bodies[0] as object)), got)
  })
}

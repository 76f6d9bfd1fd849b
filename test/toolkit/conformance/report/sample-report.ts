import type { Report, ReportedViolation } from '#toolkit/conformance/index.js'

/** A violation with texts that a report must not take for its own markup. */
export const LEAK: ReportedViolation = {
  ...{ check: 'leak', title: 'an inside of the server in a response', source: 'CWE-209' },
  ...{ operation: 'GET /plants/{id}', operationId: 'getPlant' },
  ...{ pointer: '#/paths/~1plants~1{id}/get', location: 'openapi.yaml:9:5' },
  what: 'an id that is no number: <script>"a" & \'b\'</script>',
  expected: 'a response without insides of the server',
  received: 'a stack trace of JavaScript',
  steps: [
    {
      command: "curl -sS -i -X 'GET' 'http://127.0.0.1:3000/plants/x' \\\n  -H 'Accept: */*'",
      response: 'status 400\ncontent-type: text/html\n\u001b[31m<b>at /app/a.js:1:2</b>\u202e',
    },
  ],
  ...{ count: 12, isFlaky: false, key: 'leak getPlant #/paths/~1plants~1{id}/get' },
}

const FLAKY: ReportedViolation = {
  ...{ ...LEAK, check: 'response-present', title: 'no response' },
  ...{ source: 'RFC 9110, section 3.4', operation: '', operationId: '', pointer: '#/paths' },
  steps: ['GET', 'PUT'].map((method) => ({
    command: `printf '${method}' | nc 127.0.0.1 3000`,
    response: 'no response: it was closed',
  })),
  ...{ count: 1, isFlaky: true, key: 'response-present - #/paths' },
}

export const SAMPLE: Report = {
  isClean: false,
  violations: [LEAK, FLAKY],
  known: 2,
  notes: ['an undocumented method is answered 404 # not 405'],
  coverage: [
    {
      ...{ operation: 'GET /plants/{id}', operationId: 'getPlant' },
      ...{ documented: ['200', '404', '4XX', 'default'], seen: { 200: 20, 400: 12, 500: 1 } },
      tried: ['#/paths/~1plants~1{id}/get'],
    },
    {
      ...{ operation: 'DELETE /plants/{id}', operationId: 'deletePlant' },
      ...{ documented: ['204'], seen: { 403: 1 }, tried: [] },
    },
    {
      ...{ operation: 'GET /plants', operationId: 'listPlants' },
      ...{ documented: ['200'], seen: { 200: 1 }, tried: ['#/paths/~1plants/get'] },
    },
  ],
  untested: [
    {
      ...{ operation: 'DELETE /plants/{id}', operationId: 'deletePlant', statuses: ['403'] },
      remedy: 'give a credential for <token> that may do this',
    },
  ],
  unproved: ['Whatever only descriptions say.'],
  requests: 35,
  seed: 7,
  time: 1.25,
  isCut: true,
  target: 'http://127.0.0.1:3000',
  document: { file: 'openapi.yaml', title: 'Plants & <more>', version: '1.0.0' },
}

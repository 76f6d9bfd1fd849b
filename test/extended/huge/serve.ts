/** Serves a document with the mock, in a process of its own, and tells where. */

import process from 'node:process'
import { loadContract, mockApp } from '#toolkit/cli/mock/mock-app.js'

const [document = ''] = process.argv.slice(2)
// The mock prints a line for each request.
console.log = () => {}
const loaded = await loadContract(document)
const app = await mockApp(loaded, { stateful: false, unimplemented: false })
process.send?.({ url: await app.listen({ host: '127.0.0.1', port: 0 }) })
process.on('disconnect', () => process.exit())
